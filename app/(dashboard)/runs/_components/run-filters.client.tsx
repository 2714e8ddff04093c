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

/** Which runs are listed; all of it stands in the address. Without script the form sends itself. */
export function RunFilters({ search }: { search: RunSearch }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [table, setTable] = useState(search.table ?? "");
  const asked = useRef(search.table ?? "");
  const go = (next: RunSearch) => startTransition(() => router.replace(searchLink(next), { scroll: false }));
  const ask = (text: string) => {
    asked.current = text;
    go({ ...search, table: text.trim() === "" ? undefined : text.trim() });
  };
  useEffect(() => {
    if (table === asked.current) return;
    const timer = setTimeout(() => ask(table), WAIT_MS);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    const now = search.table ?? "";
    // Another address (a link, the way back) and not the answer to what is being typed.
    if (isPending || now === asked.current.trim()) return;
    asked.current = now;
    setTable(now);
  }, [isPending, search.table]);
  return (
    <form
      className={classes["filters"]}
      action="/runs"
      role="search"
      aria-label="Runs"
      onSubmit={(event) => {
        event.preventDefault();
        ask(table);
      }}
    >
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
        value={table}
        maxLength={255}
        onChange={({ currentTarget }) => setTable(currentTarget.value)}
        classNames={{ input: classes["field"] ?? "", root: classes["table"] ?? "" }}
      />
      <span className={classes["pending"]} role="status">
        {isPending ? "Reading…" : ""}
      </span>
    </form>
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
