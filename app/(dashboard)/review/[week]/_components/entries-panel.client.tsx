"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { removeEntry } from "#app/_queries/review.ts";
import { NameField } from "#app/_ui/name-field.client.tsx";
import { Panel } from "#app/_ui/panel.tsx";
import type { ReviewEntry } from "#lib/contracts/review.ts";
import type { ReviewEntryKind } from "#lib/names.ts";
import { AddEntry } from "./add-entry.client.tsx";
import classes from "./entries.module.css";
import { EntryLine, type EntryWords } from "./entry-line.client.tsx";
import { useDesk, useSend } from "./use-desk.client.tsx";

export interface SaidEntry {
  entry: ReviewEntry;
  words: EntryWords;
}

/** Entries of some kinds, each with its author. `says`: how many, beside the title. */
export function EntriesPanel({
  title,
  says,
  none,
  addLabel,
  kinds,
  entries,
  signs = false,
}: {
  title: string;
  says?: string;
  none: string;
  /** On the button for a new entry. */
  addLabel: string;
  kinds: readonly [ReviewEntryKind, ...ReviewEntryKind[]];
  entries: readonly SaidEntry[];
  /** It shows the name field that signs all entries. */
  signs?: boolean;
}) {
  const { closed, author, setAuthor } = useDesk();
  const [removed, setRemoved] = useState<ReviewEntry | null>(null);
  const puttingBack = useSend(
    async (entry: ReviewEntry, by) => await removeEntry({ entryId: entry.id, version: entry.version, by, removed: false }),
    () => setRemoved(null),
  );
  return (
    <div className={classes["panel"]}>
      <Panel
        title={title}
        aside={
          <span className={classes["head"]}>
            {says}
            {signs && !closed && <NameField author={author} setAuthor={setAuthor} inline />}
            <AddEntry label={addLabel} about={title} kinds={kinds} />
          </span>
        }
      >
        {entries.length === 0 && <p className={classes["none"]}>{none}</p>}
        <ul className={classes["entries"]}>
          {entries.map(({ entry, words }) => (
            <EntryLine key={entry.id} entry={entry} words={words} onRemoved={setRemoved} />
          ))}
        </ul>
        {removed !== null && (
          <p role="status" className={classes["undo"]}>
            Deleted: “{removed.text.slice(0, 60)}
            {removed.text.length > 60 && "…"}”
            <Button variant="default" size="compact-xs" loading={puttingBack.isPending} onClick={() => puttingBack.mutate(removed)}>
              Undo
            </Button>
            {puttingBack.isError && <span className={classes["late"]}>{puttingBack.error.message}</span>}
          </p>
        )}
        <div className={classes["write"]} aria-hidden="true">
          <i />
        </div>
      </Panel>
    </div>
  );
}
