"use client";

import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { createContext, useContext, useMemo, type ReactNode } from "react";
import { useAuthor } from "#app/_ui/author.client.ts";
import type { ReviewEntry } from "#lib/contracts/review.ts";

/** What all forms of a review share: whose hand it is, which week, and what was written in it. */
interface Desk {
  week: string;
  /** `2026-11-30` by the team's clock. */
  today: string;
  zone: string;
  /** Closed: nothing can be written. */
  closed: boolean;
  entries: readonly ReviewEntry[];
  author: string;
  setAuthor: (author: string) => void;
  rememberAuthor: () => void;
}

const DeskContext = createContext<Desk | null>(null);

export function DeskProvider({
  children,
  week,
  today,
  zone,
  closed,
  entries,
}: Pick<Desk, "week" | "today" | "zone" | "closed" | "entries"> & { children: ReactNode }) {
  const { author, setAuthor, rememberAuthor } = useAuthor();
  const desk = useMemo(
    () => ({ week, today, zone, closed, entries, author, setAuthor, rememberAuthor }),
    [week, today, zone, closed, entries, author, setAuthor, rememberAuthor],
  );
  return <DeskContext value={desk}>{children}</DeskContext>;
}

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("a form of the review stands outside its desk");
  return desk;
}

/** Sends something that a person signs. Once it is stored the name is remembered and the page read again. */
export function useSend<Input, Answer>(
  send: (input: Input, by: string) => Promise<Answer>,
  onAnswer?: (answer: Answer) => void,
): UseMutationResult<Answer, Error, Input> {
  const router = useRouter();
  const { author, rememberAuthor } = useDesk();
  return useMutation({
    mutationFn: async (input: Input) => await send(input, author.trim()),
    onSuccess: (answer) => {
      rememberAuthor();
      onAnswer?.(answer);
      router.refresh();
    },
  });
}
