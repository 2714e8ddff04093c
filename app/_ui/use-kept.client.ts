"use client";

import { useEffect, useState } from "react";
import type { z } from "zod";

const STORED_AS = "bergwatch-form ";

/**
 * What is typed into a form, kept by this tab until `clear`: it outlives a reload and a fault. `begin`: what the form begins with where nothing
 * is kept under `name`; what was kept in another shape is forgotten. A browser may refuse storage; then it lasts as long as the page.
 */
export function useKept<T>(name: string, shape: z.ZodType<T>, begin: T) {
  const [value, setValue] = useState(begin);
  const [isKept, setIsKept] = useState(false);
  // The server keeps nothing, so the first picture is of `begin`.
  useEffect(() => {
    const kept = read(name, shape);
    setValue((before) => kept ?? before);
    setIsKept(kept !== null);
  }, [name, shape]);
  const change = (part: Partial<T>) => {
    const next = { ...value, ...part };
    setValue(next);
    setIsKept(true);
    store(name, next);
  };
  /** Forgets what was typed, and begins anew. */
  const clear = (next: T = begin) => {
    setValue(next);
    setIsKept(false);
    store(name, null);
  };
  return { value, change, clear, isKept };
}

function read<T>(name: string, shape: z.ZodType<T>): T | null {
  try {
    const parsed = shape.safeParse(JSON.parse(sessionStorage.getItem(STORED_AS + name) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function store(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(STORED_AS + name);
    else sessionStorage.setItem(STORED_AS + name, JSON.stringify(value));
  } catch {
    // It lasts as long as the page.
  }
}
