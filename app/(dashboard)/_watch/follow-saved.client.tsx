"use client";

import { Button, Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { entriesQuery } from "#app/_queries/settings-entries.ts";
import { tableLink } from "#lib/contracts/links.ts";
import type { EntryList, EntryView } from "#lib/contracts/settings-entries.ts";
import { FaultList } from "../_entries/form-end.client.tsx";
import classes from "./follow-saved.module.css";

/** What becomes of a table that was saved: it waits for a worker, and then leads to the table's own page, whose first run follows. */
export function FollowSaved({ saved, onEdit }: { saved: EntryView; onEdit: () => void }) {
  const router = useRouter();
  const { data, error } = useQuery(entriesQuery((list) => isSettled(find(list, saved))));
  const entry = data === undefined ? saved : find(data, saved);
  const tableId = entry?.state === "in use" ? entry.tableId : null;
  useEffect(() => {
    if (tableId !== null) router.push(tableLink(tableId));
  }, [router, tableId]);
  if (entry === null) return <p role="status">{saved.name} was removed meanwhile.</p>;
  if (entry.state === "faulty") {
    return (
      <div className={classes["saved"]}>
        <FaultList faults={entry.faults} title={`${entry.name} is saved, and cannot be watched so.`} />
        <Button variant="default" size="compact-md" onClick={onEdit}>
          Change it
        </Button>
      </div>
    );
  }
  return (
    <div className={classes["waiting"]} role="status">
      <Loader size={16} aria-hidden />
      <div>
        <b>{entry.name} is saved.</b>
        <p>
          {tableId === null
            ? "It waits for a worker to take it over; then its page opens, where its first run is followed. You can leave."
            : "A worker took it over; its page opens."}
        </p>
        {entry.faults.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
        {error !== null && <p className={classes["fault"]}>{error.message}</p>}
      </div>
    </div>
  );
}

function find(list: EntryList, { name }: EntryView): EntryView | null {
  const isIt = (entry: EntryView) =>
    entry.kind === "table" && entry.origin.from === "settings" && entry.name.toLowerCase() === name.toLowerCase();
  return list.entries.find(isIt) ?? null;
}

function isSettled(entry: EntryView | null): boolean {
  return entry === null || entry.state === "faulty" || (entry.state === "in use" && entry.tableId !== null);
}
