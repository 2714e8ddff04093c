"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { RUN_REASONS, type RunState } from "#lib/names.ts";
import { searchLink, type RunSearch } from "../search-params.ts";
import classes from "./run-filters.module.css";
import { REASON_WORDS } from "./run-words.ts";

const WAIT_MS = 300;
const STATES: readonly { word: string; states: RunState[] | undefined }[] = [
  { word: "All", states: undefined },
  { word: "Under way", states: ["queued", "running"] },
  { word: "Succeeded", states: ["succeeded"] },
  { word: "Failed", states: ["failed"] },
  { word: "Cancelled", states: ["cancelled"] },
  { word: "Skipped", states: ["skipped"] },
];

/** The text in the field, which is asked for once typing pauses; another address (a link, the way back) changes the field too. */
function useTyped(shown: string, isPending: boolean, ask: (text: string) => void) {
  const [typed, setTyped] = useState(shown);
  const asked = useRef(shown);
  const send = (text: string) => {
    asked.current = text.trim();
    ask(text.trim());
  };
  useEffect(() => {
    if (typed.trim() === asked.current) return;
    const timer = setTimeout(() => send(typed), WAIT_MS);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    if (isPending || shown === asked.current) return;
    asked.current = shown;
    setTyped(shown);
  }, [isPending, shown]);
  return { typed, setTyped, send };
}

/** Which runs are listed; all of it stands in the address. Without script the form sends itself. */
export function RunFilters({ search }: { search: RunSearch }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const go = (next: RunSearch) => startTransition(() => router.replace(searchLink(next), { scroll: false }));
  const { typed, setTyped, send } = useTyped(search.table ?? "", isPending, (text) =>
    go({ ...search, table: text === "" ? undefined : text }),
  );
  return (
    <form
      className={classes["filters"]}
      action="/runs"
      role="search"
      aria-label="Runs"
      onSubmit={(event) => {
        event.preventDefault();
        send(typed);
      }}
    >
      <StateLinks search={search} />
      {search.states && <input type="hidden" name="state" value={search.states.join(",")} />}
      <NativeSelect
        name="reason"
        aria-label="Why it ran"
        value={search.reason ?? ""}
        onChange={({ currentTarget }) => {
          const reason = RUN_REASONS.find((known) => known === currentTarget.value);
          go({ ...search, reason });
        }}
        data={[
          { value: "", label: "Any reason" },
          ...RUN_REASONS.map((reason) => ({ value: reason, label: sentence(REASON_WORDS[reason]) })),
        ]}
        classNames={{ input: classes["field"] ?? "" }}
      />
      <TextInput
        name="table"
        type="search"
        aria-label="Table"
        placeholder="Table"
        value={typed}
        maxLength={255}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        classNames={{ input: classes["field"] ?? "", root: classes["table"] ?? "" }}
      />
      <span className={classes["pending"]} role="status">
        {isPending ? "Reading…" : ""}
      </span>
    </form>
  );
}

function StateLinks({ search }: { search: RunSearch }) {
  return (
    <nav className={classes["states"]} aria-label="State">
      {STATES.map(({ word, states }) => (
        <Link
          key={word}
          href={searchLink({ ...search, states })}
          replace
          scroll={false}
          aria-current={(states?.join() ?? "") === (search.states?.join() ?? "") ? "true" : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
