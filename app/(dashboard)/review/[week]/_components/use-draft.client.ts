"use client";

import { useEffect, useState } from "react";

/** What a person has typed and not stored. `version`: of the entry that they began with; null: it is a new one. */
export interface Draft {
  text: string;
  owner: string;
  due: string;
  version: number | null;
}

const STORED_AS = "bergwatch-review-draft ";

/** Whether something typed waits under this name. */
export function hasDraft(name: string): boolean {
  return readDraft(name) !== null;
}

/**
 * What is typed into a form, kept by this tab until it is stored or given up: it outlives a reload. `begin`: what the form begins with when
 * nothing is kept. A browser may refuse storage; then it lasts as long as the page.
 */
export function useDraft(name: string, begin: Draft) {
  const [draft, setDraft] = useState(begin);
  // Empty at first, as on the server, which keeps nothing.
  useEffect(() => {
    const kept = readDraft(name);
    if (kept !== null) setDraft(kept);
  }, [name]);
  const change = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    storeDraft(name, next);
  };
  const clear = (next: Draft = begin) => {
    setDraft(next);
    storeDraft(name, null);
  };
  return { draft, change, clear };
}

function readDraft(name: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED_AS + name) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const { text, owner, due, version } = kept as Partial<Record<keyof Draft, unknown>>;
    if (typeof text !== "string" || typeof owner !== "string" || typeof due !== "string") return null;
    return { text, owner, due, version: typeof version === "number" ? version : null };
  } catch {
    return null;
  }
}

function storeDraft(name: string, draft: Draft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(STORED_AS + name);
    else sessionStorage.setItem(STORED_AS + name, JSON.stringify(draft));
  } catch {
    // It lasts as long as the page.
  }
}
