"use client";

import { useState, useSyncExternalStore } from "react";

const STORED_AS = "bergwatch-author";
const listeners = new Set<() => void>();
/** Where the browser refuses storage, the name lasts as long as the page. */
let unstored = "";

/** The name with which a person signs in this browser, the same in all of its tabs; "": none yet; null: unknown before the scripts run. */
export function useStoredAuthor(): string | null {
  return useSyncExternalStore(subscribe, readAuthor, () => null);
}

/**
 * The name for a form: the stored one or, while there is none, what is typed into its `NameField`. `rememberAuthor` stores that once the form
 * was sent.
 */
export function useAuthor(): { author: string; setAuthor: (author: string) => void; rememberAuthor: () => void } {
  const stored = useStoredAuthor() ?? "";
  const [typed, setTyped] = useState("");
  return { author: stored === "" ? typed : stored, setAuthor: setTyped, rememberAuthor: () => stored === "" && storeAuthor(typed) };
}

/** Signs with this name from now on; "": with none, so that the next form asks. */
export function storeAuthor(author: string): void {
  unstored = author.trim();
  try {
    if (unstored === "") localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, unstored);
  } catch {
    // It lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function readAuthor(): string {
  try {
    return localStorage.getItem(STORED_AS) ?? "";
  } catch {
    return unstored;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // From other tabs.
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
