"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { entriesQuery } from "#app/_queries/settings-entries.ts";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { overviewLink, tableLink, tableSettingsLink } from "#lib/contracts/links.ts";
import type { EntryList, EntryView } from "#lib/contracts/settings-entries.ts";
import { formatCount } from "#lib/units.ts";
import classes from "./match.module.css";

const SHOWN_MAX = 200;

/** What became of tables that were saved together: each as the workers take it over. */
export function SavedMany({ saved, onMore }: { saved: EntryView[]; onMore: () => void }) {
  const { data } = useQuery(entriesQuery((list) => current(list, saved).every(({ state }) => state !== "waiting")));
  const entries = data === undefined ? saved : current(data, saved);
  const count = (state: EntryView["state"]) => entries.filter((entry) => entry.state === state).length;
  return (
    <Panel title={`${formatCount(saved.length)} ${saved.length === 1 ? "table is" : "tables are"} saved`}>
      <PanelBody>
        <p role="status">
          {formatCount(count("in use"))} in use
          {count("waiting") > 0 && `, ${formatCount(count("waiting"))} waiting for a worker`}
          {count("faulty") > 0 && `, ${formatCount(count("faulty"))} faulty`}. Their first runs follow by themselves; you can leave.
        </p>
        <ul className={classes["list"]} aria-label="Saved tables">
          {entries.slice(0, SHOWN_MAX).map((entry) => (
            <li key={entry.name} className={classes["match"]}>
              <span className={classes["words"]}>
                {entry.tableId === null ? entry.name : <Link href={tableLink(entry.tableId)}>{entry.name}</Link>}{" "}
                <small>{entry.state === "waiting" ? "waiting for a worker" : entry.state}</small>
                {entry.faults.map(({ path, message }) => (
                  <small key={`${path} ${message}`} className={classes["problem"]}>
                    {message}
                  </small>
                ))}
              </span>
            </li>
          ))}
        </ul>
        {entries.length > SHOWN_MAX && <p className={classes["quiet"]}>And {formatCount(entries.length - SHOWN_MAX)} more.</p>}
        <p className={classes["on"]}>
          <Link href={overviewLink()}>All tables</Link> <Link href={tableSettingsLink({ origin: "settings" })}>What was entered</Link>
          <Button variant="default" size="compact-md" onClick={onMore}>
            Watch more
          </Button>
        </p>
      </PanelBody>
    </Panel>
  );
}

function current({ entries }: EntryList, saved: readonly EntryView[]): EntryView[] {
  const names = new Set(saved.map(({ name }) => name.toLowerCase()));
  return entries.filter(({ kind, origin, name }) => kind === "table" && origin.from === "settings" && names.has(name.toLowerCase()));
}
