"use client";

import { Button } from "@mantine/core";
import { tickEntry } from "#app/_queries/review.ts";
import { NameField } from "#app/_ui/name-field.client.tsx";
import type { ReviewEntry } from "#lib/contracts/review.ts";
import type { SaidEntry } from "../_review/say-entries.ts";
import classes from "./slides.module.css";
import { useDesk, useSend } from "./use-desk.client.tsx";

/** Actions that are not done, late ones first. */
export function ActionSlide({ actions }: { actions: readonly SaidEntry[] }) {
  const { closed, author, setAuthor } = useDesk();
  return (
    <div className={classes["summary"]}>
      <h2>Open actions</h2>
      {actions.length === 0 && <p className={classes["sentence"]}>No open actions.</p>}
      <ul className={classes["list"]}>
        {actions.map((action) => (
          <ActionLine key={action.entry.id} action={action} />
        ))}
      </ul>
      {!closed && actions.length > 0 && <NameField author={author} setAuthor={setAuthor} />}
    </div>
  );
}

function ActionLine({ action: { entry: read, words } }: { action: SaidEntry }) {
  const { closed, week, newestOf, author } = useDesk();
  const entry: ReviewEntry = newestOf(read);
  const ticking = useSend(async (done: boolean, by) => await tickEntry({ entryId: entry.id, version: entry.version, by, done, week }));
  const isDone = entry.doneAt !== null;
  return (
    <li>
      <span>
        {entry.text}{" "}
        <span className={classes["facts"]}>
          {entry.owner ?? "No owner"}, {words.due}
        </span>
        {words.late !== null && <b className={classes["alert"]}> {words.late}</b>}
        {ticking.isError && <span role="alert"> {ticking.error.message}</span>}
      </span>
      {!closed && (
        <Button
          variant="default"
          disabled={author.trim() === ""}
          loading={ticking.isPending}
          aria-label={`${isDone ? "Not done" : "Done"}: ${entry.text.slice(0, 60)}`}
          onClick={() => ticking.mutate(!isDone)}
        >
          {isDone ? "Not done" : "Done"}
        </Button>
      )}
    </li>
  );
}
