"use client";

import { Button, Checkbox } from "@mantine/core";
import Link from "next/link";
import { useEffect, useId, useState } from "react";
import { removeEntry, tickEntry } from "#app/_queries/review.ts";
import { incidentLink } from "#lib/contracts/links.ts";
import type { ReviewEntry } from "#lib/contracts/review.ts";
import { EditEntry } from "./edit-entry.client.tsx";
import classes from "./entries.module.css";
import { useDesk, useSend } from "./use-desk.client.tsx";
import { hasDraft } from "./use-draft.client.ts";

/** How an entry is said: by whoever knows the week and the zone. */
export interface EntryWords {
  /** `from week 47`; null: it is of this week. */
  from: string | null;
  due: string;
  /** `2 days late`; null: it is not, or it is done. */
  late: string | null;
  done: string | null;
}

/** One line of what was written, which can be ticked, changed and taken out as long as the week is open. */
export function EntryLine({
  entry: read,
  words,
  onRemoved,
}: {
  entry: ReviewEntry;
  words: EntryWords;
  onRemoved: (entry: ReviewEntry) => void;
}) {
  const { closed, newestOf } = useDesk();
  const entry = newestOf(read);
  const [editing, setEditing] = useState(false);
  const { wanted, setWanted, ticking, removing, signed, fault } = useChanges(entry, onRemoved);
  const id = useId();
  useEffect(() => {
    if (hasDraft(entry.id) && !closed) setEditing(true);
  }, [entry.id, closed]);
  if (editing) return <EditEntry entry={entry} onClose={() => setEditing(false)} />;
  const isAction = entry.kind === "action";
  const isDone = wanted ?? entry.doneAt !== null;
  return (
    <li className={`${classes["line"]} ${isAction ? "" : classes["plain"]}`}>
      {isAction && (
        <span className={classes["tick"]}>
          <Checkbox
            size="xs"
            checked={isDone}
            disabled={closed}
            aria-labelledby={id}
            onChange={(event) => {
              const done = event.currentTarget.checked;
              signed(() => {
                setWanted(done);
                ticking.mutate(done, { onSettled: () => setWanted(null) });
              })();
            }}
          />
        </span>
      )}
      <Said entry={entry} words={words} id={id} isDone={isDone} />
      {!closed && (
        <span className={classes["tools"]}>
          <Button variant="subtle" size="compact-xs" aria-label={`Change: ${entry.text.slice(0, 60)}`} onClick={() => setEditing(true)}>
            Change
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            loading={removing.isPending}
            aria-label={`Take out: ${entry.text.slice(0, 60)}`}
            onClick={signed(() => removing.mutate(null))}
          >
            Take out
          </Button>
        </span>
      )}
      {fault !== null && (
        <p role="alert" className={classes["fault"]}>
          {fault}
        </p>
      )}
    </li>
  );
}

/** What a line can do besides being written anew, and what came of it. */
function useChanges(entry: ReviewEntry, onRemoved: (entry: ReviewEntry) => void) {
  const { author, week } = useDesk();
  const [said, setSaid] = useState<string | null>(null);
  /** What a click on the box wants, until that is answered. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const ticking = useSend(
    async (done: boolean, by) => await tickEntry({ entryId: entry.id, version: entry.version, by, done, week }),
    ({ outcome, entry: now }) => setSaid(outcome === "stored" ? null : `${now.updatedBy} changed it first; it is as they left it.`),
  );
  const removing = useSend(
    async (_: null, by) => await removeEntry({ entryId: entry.id, version: entry.version, by, removed: true }),
    ({ outcome, entry: now }) => {
      if (outcome === "stored") onRemoved(now);
      else setSaid(`${now.updatedBy} changed it first; look again before it is taken out.`);
    },
  );
  /** Nothing is done without a name. */
  const signed = (act: () => void) => () => {
    if (author.trim() === "") setSaid("Write your name above first: what people do here is signed.");
    else act();
  };
  const fault = ticking.error?.message ?? removing.error?.message ?? said;
  return { wanted, setWanted, ticking, removing, signed, fault };
}

function Said({ entry, words, id, isDone }: { entry: ReviewEntry; words: EntryWords; id: string; isDone: boolean }) {
  const isAction = entry.kind === "action";
  return (
    <>
      <span className={classes["text"]} id={id}>
        <span className={isDone && isAction ? classes["done"] : ""}>{entry.text}</span>
        {words.from !== null && <span className={classes["aside"]}> · {words.from}</span>}
        {words.done !== null && <span className={classes["aside"]}> · {words.done}</span>}
      </span>
      <span className={classes["for"]}>
        {entry.incident !== null && (
          <Link href={incidentLink(entry.incident.id)} prefetch={false}>
            INC-{entry.incident.number}
          </Link>
        )}
      </span>
      {isAction && (
        <>
          <span className={classes["owner"]}>{entry.owner ?? <span className={classes["late"]}>nobody yet</span>}</span>
          <span className={classes["due"]}>
            {words.due}
            {words.late !== null && (
              <>
                , <b className={classes["late"]}>{words.late}</b>
              </>
            )}
          </span>
        </>
      )}
    </>
  );
}
