"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useTyped } from "#app/_ui/use-typed.client.ts";
import type { RunState } from "#lib/names.ts";
import { SHOWN_RUN_REASONS } from "#lib/contracts/unfinished.ts";
import { searchLink, type RunSearch } from "../search-params.ts";
import classes from "./run-filters.module.css";
import { REASON_WORDS } from "./run-words.ts";

const STATES: readonly { word: string; states: RunState[] | undefined }[] = [
  { word: "All", states: undefined },
  { word: "In progress", states: ["queued", "running"] },
  { word: "Succeeded", states: ["succeeded"] },
  { word: "Failed", states: ["failed"] },
  { word: "Cancelled", states: ["cancelled"] },
  { word: "Skipped", states: ["skipped"] },
];

/** Which runs are listed; all of it stands in the address. Without script the form sends itself. */
export function RunFilters({ search }: { search: RunSearch }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const go = (next: RunSearch) => startTransition(() => router.replace(searchLink(next), { scroll: false }));
  const ask = (text: string) => go({ ...search, table: text === "" ? undefined : text });
  const { typed, setTyped, send } = useTyped(search.table ?? "", ask, isPending);
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
        aria-label="Trigger"
        value={search.reason ?? ""}
        onChange={({ currentTarget }) => {
          const reason = SHOWN_RUN_REASONS.find((known) => known === currentTarget.value);
          go({ ...search, reason });
        }}
        data={[
          { value: "", label: "All except backfill" },
          ...SHOWN_RUN_REASONS.map((reason) => ({ value: reason, label: sentence(REASON_WORDS[reason]) })),
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
