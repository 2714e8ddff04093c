"use client";

import { useEffect, useState } from "react";

const STORED_AS = "bergwatch-author";

/** The name with which a person signs here, remembered by the browser. A browser may refuse storage; then the name is typed again. */
export function useAuthor(): { author: string; setAuthor: (author: string) => void; rememberAuthor: () => void } {
  // Empty at first, as on the server, which knows nobody.
  const [author, setAuthor] = useState("");
  useEffect(() => setAuthor(readAuthor()), []);
  return { author, setAuthor, rememberAuthor: () => storeAuthor(author) };
}

function readAuthor(): string {
  try {
    return localStorage.getItem(STORED_AS) ?? "";
  } catch {
    return "";
  }
}

function storeAuthor(author: string): void {
  try {
    localStorage.setItem(STORED_AS, author);
  } catch {
    // Nothing is lost but the convenience.
  }
}
