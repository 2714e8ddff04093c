"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useState } from "react";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import type { MatchedTable, TableMatches } from "#lib/contracts/catalog-requests.ts";
import { catalogTableLink } from "#lib/contracts/links.ts";
import { SAVED_MAX, type EntryFault, type EntryView } from "#lib/contracts/settings-entries.ts";
import { formatCount } from "#lib/units.ts";
import { FormEnd } from "../../../../_entries/form-end.client.tsx";
import { useSaveEntry } from "../../../../_entries/use-save-entry.client.ts";
import { textsOf } from "../../../../_entries/written.ts";
import classes from "./match.module.css";
import { Tick } from "./tick.client.tsx";

interface MatchListProps {
  catalog: string;
  matches: TableMatches;
  onSaved: (saved: EntryView[]) => void;
}

/** So many are drawn before somebody asks for more. */
const DRAWN = 200;

/** What each matching table would get; those that can be watched are chosen to begin with. */
export function MatchList({ catalog, matches: { tables, looked, isCut }, onSaved }: MatchListProps) {
  const possible = tables.filter(({ written, watchedAs }) => written !== null && watchedAs === null);
  const [chosen, setChosen] = useState(() => new Set(possible.map(({ table }) => table)));
  const [drawn, setDrawn] = useState(DRAWN);
  const saved = useSaveEntry(onSaved);
  const wanted = possible.filter(({ table }) => chosen.has(table));
  const faults: EntryFault[] = saved.faults.map(({ entry, path, message }) => ({
    path,
    message: `${wanted[entry]?.table ?? ""}: ${message}`,
  }));
  const toggle = (table: string) => {
    const next = new Set(chosen);
    if (!next.delete(table)) next.add(table);
    setChosen(next);
  };
  if (tables.length === 0) return <NoMatch catalog={catalog} looked={looked} />;
  const tooMany = wanted.length > SAVED_MAX;
  return (
    <Panel title="Preview" aside={`${formatCount(tables.length)} of ${formatCount(looked)} tables match`}>
      <PanelBody>
        <form
          aria-label="Preview"
          onSubmit={(event) => {
            event.preventDefault();
            if (!tooMany)
              saved.save(wanted.flatMap(({ written }) => (written === null ? [] : [{ kind: "table", written, version: null }])));
          }}
          className={classes["preview"]}
        >
          {isCut && <p className={classes["quiet"]}>More match than can be shown; save these first, or narrow the pattern.</p>}
          <ChooseAll chosen={wanted.length} possible={possible} onChoose={(all) => setChosen(new Set(all))} />
          <ul className={classes["list"]} aria-label="Tables that match">
            {tables.slice(0, drawn).map((table) => (
              <Match
                key={table.table}
                catalog={catalog}
                match={table}
                isChosen={chosen.has(table.table)}
                onToggle={() => toggle(table.table)}
              />
            ))}
          </ul>
          {tables.length > drawn && (
            <Button variant="default" size="compact-md" onClick={() => setDrawn(drawn + 1000)}>
              Show more of the {formatCount(tables.length)}
            </Button>
          )}
          {tooMany && (
            <p role="alert" className={classes["problem"]}>
              At most {formatCount(SAVED_MAX)} tables are saved at once; choose fewer.
            </p>
          )}
          {possible.length > 0 && (
            <FormEnd
              {...saved}
              faults={faults}
              save={`Watch ${formatCount(wanted.length)} ${wanted.length === 1 ? "table" : "tables"}`}
              disabled={wanted.length === 0 || tooMany}
            />
          )}
        </form>
      </PanelBody>
    </Panel>
  );
}

interface ChooseAllProps {
  chosen: number;
  possible: readonly MatchedTable[];
  onChoose: (tables: string[]) => void;
}

/** Chooses all that can be watched, or none of them. */
function ChooseAll({ chosen, possible, onChoose }: ChooseAllProps) {
  const isAll = chosen > 0 && chosen === possible.length;
  return (
    <Tick
      isShown
      label={`${formatCount(chosen)} of ${formatCount(possible.length)} that can be watched are chosen`}
      checked={isAll}
      indeterminate={chosen > 0 && !isAll}
      disabled={possible.length === 0}
      onChange={() => onChoose(isAll ? [] : possible.map(({ table }) => table))}
    />
  );
}

function NoMatch({ catalog, looked }: { catalog: string; looked: number }) {
  return (
    <Panel title="Preview">
      <PanelBody>
        <p>
          None of the {formatCount(looked)} tables that {catalog} listed matches. Case counts, and the namespace is part of the name.
        </p>
      </PanelBody>
    </Panel>
  );
}

interface MatchProps {
  catalog: string;
  match: MatchedTable;
  isChosen: boolean;
  onToggle: () => void;
}

function Match({ catalog, match: { table, written, problem, watchedAs }, isChosen, onToggle }: MatchProps) {
  const isPossible = written !== null && watchedAs === null;
  return (
    <li className={classes["match"]}>
      <Tick label={`Watch ${table}`} checked={isPossible && isChosen} disabled={!isPossible} onChange={onToggle} />
      <span className={classes["words"]}>
        <Link href={catalogTableLink(catalog, table)} prefetch={false}>
          <bdi>{table}</bdi>
        </Link>{" "}
        {watchedAs !== null && <Pill>watched{watchedAs === table ? "" : ` as ${watchedAs}`}</Pill>}
        {written !== null && watchedAs === null && <small>{sayWritten(written)}</small>}
        {problem !== null && <small className={classes["problem"]}>{problem}</small>}
      </span>
    </li>
  );
}

/** The key, the kind and what was recognised, in a line. */
function sayWritten(written: NonNullable<MatchedTable["written"]>): string {
  const keys = Array.isArray(written["keys"]) ? `${written["keys"].length} keys` : `key ${textsOf(written["key"]).join(", ")}`;
  const columns = ["kafka", "cdc", "event_time"].filter((part) => written[part] !== undefined);
  const NAMES: Record<string, string> = { kafka: "Kafka columns", cdc: "CDC columns", event_time: "event time" };
  const parts = [keys, ...textsOf(written["kind"]), ...columns.map((part) => NAMES[part] ?? part)];
  return parts.join(" · ");
}
