"use client";

import { Checkbox } from "@mantine/core";
import Link from "next/link";
import { useState } from "react";
import { OnItLines } from "#app/_ui/on-it.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { RowLink } from "#app/_ui/row-link.tsx";
import { SortHead } from "#app/_ui/sort-head.tsx";
import { SinceTime } from "#app/_ui/since.tsx";
import { StatePill } from "#app/_ui/state-pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { subjectName } from "#lib/contracts/incident-subject.ts";
import { incidentLink, keysLink } from "#lib/contracts/links.ts";
import { BULK_INCIDENTS_MAX } from "#lib/contracts/incident-view.ts";
import { formatCount } from "#lib/units.ts";
import type { IncidentRow } from "../_incidents/incident-row.ts";
import { formatSpan, SEVERITY_WORDS, shapeOf, STATE_WORDS } from "../_incidents/incident-words.ts";
import { INCIDENT_COLUMNS, searchLink, type IncidentSearch } from "../search-params.ts";
import { AcknowledgeBar } from "./acknowledge-bar.client.tsx";
import classes from "./incident-list.module.css";

const PICK = {
  body: classes["pick"] ?? "",
  inner: classes["pickInner"] ?? "",
  input: classes["pickBox"] ?? "",
  icon: classes["pickTick"] ?? "",
};

interface IncidentListProps {
  rows: readonly IncidentRow[];
  search: IncidentSearch;
  /** By the server's clock, ISO 8601. */
  now: string;
}

/** Incidents in the order asked for; those that nobody has taken can be chosen and acknowledged together. On a phone each is a card. */
export function IncidentList({ rows, search, now }: IncidentListProps) {
  const open = rows.filter(({ state }) => state === "open").slice(0, BULK_INCIDENTS_MAX);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  // What somebody else acknowledged meanwhile is not chosen any more.
  const chosen = open.filter(({ id }) => picked.has(id));
  const choose = (id: string, on: boolean) => setPicked(new Set(on ? [...picked, id] : [...picked].filter((one) => one !== id)));
  const sorted = {
    columns: INCIDENT_COLUMNS,
    sort: search.sort,
    link: (sort: IncidentSearch["sort"]) => searchLink(search, { sort }),
  };
  const isAll = open.length > 0 && chosen.length === open.length;
  return (
    <>
      {open.length > 0 && (
        <div className={classes["bulk"]}>
          <Checkbox
            size="xs"
            classNames={{ ...PICK, label: classes["pickLabel"] ?? "" }}
            label={`All ${formatCount(open.length)} open`}
            checked={isAll}
            indeterminate={chosen.length > 0 && !isAll}
            onChange={() => setPicked(new Set(isAll ? [] : open.map(({ id }) => id)))}
          />
          <AcknowledgeBar incidentIds={chosen.map(({ id }) => id)} onDone={() => setPicked(new Set())} />
        </div>
      )}
      <table className={classes["list"]} aria-label="Incidents">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Choose</span>
            </th>
            <SortHead label="Severity" column="severity" {...sorted} />
            <SortHead label="Table or catalog" column="name" {...sorted} />
            <th scope="col">Problem</th>
            <SortHead label="Since" column="since" {...sorted} />
            <SortHead label="Open for" column="duration" {...sorted} />
            <SortHead label="Keys" column="keys" {...sorted} />
            <SortHead label="State" column="state" {...sorted} />
            <th scope="col">On it</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} now={now} picked={picked.has(row.id)} onPick={(on) => choose(row.id, on)} />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface RowProps {
  row: IncidentRow;
  now: string;
  picked: boolean;
  onPick: (on: boolean) => void;
}

function Row({ row, now, picked, onPick }: RowProps) {
  const { id, name, state, subject, check, checkTitle, sentence, since, openedAt, endedAt, keys } = row;
  const about = subjectName(subject);
  const facts = subject.of === "table" ? [name, checkTitle, subject.owner ?? "no owner"] : [name, "all tables of the catalog"];
  return (
    <tr>
      <td className={classes["choose"]}>
        {state === "open" && (
          <Checkbox
            size="xs"
            classNames={PICK}
            aria-label={`Choose ${about}, ${checkTitle}`}
            checked={picked}
            onChange={(event) => onPick(event.currentTarget.checked)}
          />
        )}
      </td>
      <td className={classes["severity"]}>
        <StatePill state={shapeOf(row)}>{SEVERITY_WORDS[row.severity]}</StatePill>
      </td>
      <th scope="row">
        <RowLink href={incidentLink(id)} className={classes["open"]}>
          <bdi>{about}</bdi>
          {check !== "catalog" && <span className="visually-hidden">: {checkTitle}</span>}
        </RowLink>
        <small>{facts.join(" · ")}</small>
      </th>
      <td className={classes["what"]}>{sentence}</td>
      <td data-label="Since">{since === null ? <span className={classes["quiet"]}>–</span> : <SinceTime since={since} />}</td>
      <td data-label={endedAt === null ? "Open for" : "Was open for"} className={classes["number"]}>
        {formatSpan(Date.parse(endedAt ?? now) - Date.parse(openedAt))}
      </td>
      <td data-label="Keys" className={classes["number"]}>
        {keys === null || subject.of === "catalog" ? (
          <span className={classes["quiet"]}>–</span>
        ) : (
          <Link href={keysLink(subject.id)} prefetch={false}>
            {formatCount(keys)}
          </Link>
        )}
      </td>
      <td data-label="State" className={classes["state"]}>
        <Pill>{STATE_WORDS[state]}</Pill>
        {endedAt !== null && (
          <small>
            <Time at={endedAt} />
          </small>
        )}
      </td>
      <td data-label="On it" className={classes["on"]}>
        <small>
          <OnItLines onIt={row.onIt} silence={row.silence} />
        </small>
      </td>
    </tr>
  );
}
