"use client";

import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { useAuthor } from "#app/_ui/author.client.ts";
import { EntryAnswer, type ReviewEntry } from "#lib/contracts/review.ts";

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
  /** An entry as the last answer had it, where the page was not read again since. */
  newestOf: (entry: ReviewEntry) => ReviewEntry;
  learn: (entry: ReviewEntry) => void;
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
  const [learnt, setLearnt] = useState<ReadonlyMap<string, ReviewEntry>>(new Map());
  const desk = useMemo(
    () => ({
      week,
      today,
      zone,
      closed,
      entries,
      author,
      setAuthor,
      rememberAuthor,
      newestOf: (entry: ReviewEntry) => {
        const known = learnt.get(entry.id);
        return !closed && known !== undefined && known.version > entry.version ? known : entry;
      },
      learn: (entry: ReviewEntry) => setLearnt((before) => new Map(before).set(entry.id, entry)),
    }),
    [week, today, zone, closed, entries, author, setAuthor, rememberAuthor, learnt],
  );
  return <DeskContext value={desk}>{children}</DeskContext>;
}

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("a form of the review is outside its desk");
  return desk;
}

/** Sends something that a person signs. Once it is stored the name is remembered and the page read again. */
export function useSend<Input, Answer>(
  send: (input: Input, by: string) => Promise<Answer>,
  onAnswer?: (answer: Answer) => void,
): UseMutationResult<Answer, Error, Input> {
  const router = useRouter();
  const { author, rememberAuthor, learn } = useDesk();
  return useMutation({
    mutationFn: async (input: Input) => await send(input, author.trim()),
    onSuccess: (answer) => {
      rememberAuthor();
      // What is done next is done to the entry as it is now, and not as the page has it until it is read again.
      const parsed = EntryAnswer.safeParse(answer);
      if (parsed.success && parsed.data.outcome === "stored") learn(parsed.data.entry);
      onAnswer?.(answer);
      router.refresh();
    },
  });
}
