"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { changeEntry, removeEntry } from "#app/_queries/review.ts";
import type { EntryAnswer, ReviewEntry } from "#lib/contracts/review.ts";
import { ownerAndDue } from "./add-entry.client.tsx";
import { EntryFields } from "./entry-fields.client.tsx";
import classes from "./entries.module.css";
import { useSend } from "./use-desk.client.tsx";
import { useDraft, type Draft } from "./use-draft.client.ts";

/** Edits an entry. If somebody else changed it first, both texts are shown and the person chooses. The tab keeps the draft until then. */
export function EditEntry({ entry, onClose }: { entry: ReviewEntry; onClose: () => void }) {
  const { draft, change, clear } = useDraft(entry.id, toDraft(entry));
  const [theirs, setTheirs] = useState<EntryAnswer | null>(null);
  const end = () => {
    clear();
    onClose();
  };
  const sending = useSend(
    async (version: number, by) => {
      const isGone = theirs?.outcome === "gone";
      if (isGone) {
        const back = await removeEntry({ entryId: entry.id, version, by, removed: false });
        if (back.outcome !== "stored") return back;
        return await changeEntry({ entryId: entry.id, version: back.entry.version, by, text: draft.text, ...ownerAndDue(draft) });
      }
      return await changeEntry({ entryId: entry.id, version, by, text: draft.text, ...ownerAndDue(draft) });
    },
    (answer) => {
      if (answer.outcome === "stored") end();
      else setTheirs(answer);
    },
  );
  // The page may have been read again since, or reloaded: what counts is what the person began with.
  const began = draft.version ?? entry.version;
  return (
    <li className={classes["editing"]}>
      <form
        className={classes["fields"]}
        aria-label="Edit entry"
        onSubmit={(event) => {
          event.preventDefault();
          sending.mutate(theirs?.entry.version ?? began);
        }}
      >
        <EntryFields kind={entry.kind} draft={draft} onChange={(changes) => change({ ...changes, version: began })} />
        {theirs !== null && <Theirs answer={theirs} />}
        {sending.isError && (
          <p role="alert" className={classes["fault"]}>
            {sending.error.message}
          </p>
        )}
        <span className={classes["answers"]}>
          <Button type="submit" size="compact-md" loading={sending.isPending}>
            {theirs === null ? "Save" : theirs.outcome === "gone" ? "Restore with my text" : "Save mine"}
          </Button>
          {theirs?.outcome === "changed" && (
            <Button
              variant="default"
              size="compact-md"
              onClick={() => change({ text: `${theirs.entry.text}\n${draft.text}`, version: theirs.entry.version })}
            >
              Combine both
            </Button>
          )}
          <Button variant="default" size="compact-md" onClick={end}>
            {theirs === null ? "Cancel" : theirs.outcome === "gone" ? "Keep it deleted" : "Keep theirs"}
          </Button>
        </span>
      </form>
    </li>
  );
}

function Theirs({ answer: { outcome, entry } }: { answer: EntryAnswer }) {
  return (
    <div role="alert" className={classes["theirs"]}>
      <p>
        <b>
          {entry.updatedBy} {outcome === "gone" ? "deleted this" : "changed this"} while you were editing. Your text is still here.
        </b>
      </p>
      <blockquote>{entry.text}</blockquote>
      {entry.kind === "action" && (
        <p>
          {entry.owner ?? "No owner"}, {entry.due ?? "no due date"}
        </p>
      )}
    </div>
  );
}

function toDraft({ text, owner, due, version }: ReviewEntry): Draft {
  return { text, owner: owner ?? "", due: due ?? "", version };
}
