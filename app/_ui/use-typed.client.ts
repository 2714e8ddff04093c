"use client";

import { useEffect, useRef, useState } from "react";

const PAUSE_MS = 250;

/**
 * The text of a search field, which is asked for once typing pauses, or at once by `send`. `shown`: what the address asks for; when that changes by
 * another way (a link, the way back), the field does too, but not while an own question `isPending`.
 */
export function useTyped(shown: string, ask: (text: string) => void, isPending: boolean) {
  const [typed, setTyped] = useState(shown);
  const asked = useRef(shown);
  const send = (text: string) => {
    asked.current = text.trim();
    ask(text.trim());
  };
  useEffect(() => {
    if (typed.trim() === asked.current) return;
    const timer = setTimeout(() => send(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    if (isPending || shown === asked.current) return;
    asked.current = shown;
    setTyped(shown);
  }, [isPending, shown]);
  return { typed, setTyped, send };
}
