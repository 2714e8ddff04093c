"use client";

import { Button, Checkbox, Popover } from "@mantine/core";
import Link from "next/link";
import { useEffect, useId, useState } from "react";
import { removeEntry, tickEntry } from "#app/_queries/review.ts";
import { incidentLink } from "#lib/contracts/links.ts";
import type { ReviewEntry } from "#lib/contracts/review.ts";
import { EditEntry } from "./edit-entry.client.tsx";
import classes from "./entries.module.css";
import { useDesk, useSend } from "./use-desk.client.tsx";
import { hasDraft } from "./use-draft.client.ts";

/** What a line says about an entry beside its text. */
export interface EntryWords {
  /** `Ada, Fri 27 Nov`; null: a closed week of an earlier version does not say. */
  author: string | null;
  /** `from week 47`; null: this week. */
  from: string | null;
  due: string;
  /** `2 days late`; null: it is not, or it is done. */
  late: string | null;
  done: string | null;
}

/** One entry with its author. While the week is open it can be ticked, edited and deleted; deleting asks first. */
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
        <label className={classes["tick"]}>
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
        </label>
      )}
      <Said entry={entry} words={words} id={id} isDone={isDone} />
      {!closed && (
        <span className={classes["tools"]}>
          <Button variant="subtle" size="compact-xs" aria-label={`Edit: ${entry.text.slice(0, 60)}`} onClick={() => setEditing(true)}>
            Edit
          </Button>
          <DeleteEntry entry={entry} author={words.author} isPending={removing.isPending} onDelete={signed(() => removing.mutate(null))} />
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

/** Asks before it deletes, and says whose entry it is: anyone may delete, and Undo brings it back. */
function DeleteEntry({
  entry,
  author,
  isPending,
  onDelete,
}: {
  entry: ReviewEntry;
  author: string | null;
  isPending: boolean;
  onDelete: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const whose = author === null ? "" : ` by ${author}`;
  return (
    <Popover opened={asking} onChange={setAsking} trapFocus returnFocus position="bottom-end" shadow="md" width={340} keepMounted={false}>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          loading={isPending}
          aria-label={`Delete: ${entry.text.slice(0, 60)}`}
          onClick={() => setAsking(!asking)}
        >
          Delete
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes["form"] ?? ""} aria-label={`Delete this ${entry.kind}?`}>
        <div className={classes["fields"]}>
          <p>
            Delete this {entry.kind}
            {whose}? You can undo it until you leave the page.
          </p>
          <blockquote className={classes["quoted"]}>{entry.text}</blockquote>
          <span className={classes["answers"]}>
            <Button
              size="compact-md"
              color="red"
              onClick={() => {
                setAsking(false);
                onDelete();
              }}
            >
              Delete
            </Button>
            <Button variant="default" size="compact-md" data-autofocus onClick={() => setAsking(false)}>
              Keep
            </Button>
          </span>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Ticking and deleting, and what came of it. */
function useChanges(entry: ReviewEntry, onRemoved: (entry: ReviewEntry) => void) {
  const { author, week } = useDesk();
  const [said, setSaid] = useState<string | null>(null);
  /** What a click on the box wants, until that is answered. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const ticking = useSend(
    async (done: boolean, by) => await tickEntry({ entryId: entry.id, version: entry.version, by, done, week }),
    ({ outcome, entry: now }) => setSaid(outcome === "stored" ? null : `${now.updatedBy} changed it first; their version is shown.`),
  );
  const removing = useSend(
    async (_: null, by) => await removeEntry({ entryId: entry.id, version: entry.version, by, removed: true }),
    ({ outcome, entry: now }) => {
      if (outcome === "stored") onRemoved(now);
      else setSaid(`${now.updatedBy} changed it first. Read it again before you delete it.`);
    },
  );
  /** Every change is signed. */
  const signed = (act: () => void) => () => {
    if (author.trim() === "") setSaid("Enter your name above first; changes are signed.");
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
        {words.author !== null && <span className={classes["aside"]}> · {words.author}</span>}
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
          <span className={classes["owner"]}>{entry.owner ?? <span className={classes["late"]}>no owner</span>}</span>
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
