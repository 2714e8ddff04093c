import { expect, test } from "vitest";
import type { IncidentSubject } from "#lib/contracts/incident-subject.ts";
import { EVERY_INCIDENT, NO_OWNER, type IncidentSearch } from "../search-params.ts";
import type { IncidentRow } from "./incident-row.ts";
import { selectIncidents } from "./select-incidents.ts";

function someTable(changes: Partial<Extract<IncidentSubject, { of: "table" }>> = {}): IncidentSubject {
  return { of: "table", id: "t1", name: "shop.orders", owner: null, tags: [], ...changes };
}

function someRow(id: string, changes: Partial<IncidentRow> = {}): IncidentRow {
  return {
    id,
    name: "INC-1",
    state: "open",
    severity: "warn",
    subject: someTable(),
    check: "duplicates",
    checkTitle: "Duplicates",
    sentence: "2 keys have more than one row.",
    since: { at: "2026-03-01T00:00:00.000Z", orEarlier: false },
    openedAt: "2026-03-01T00:00:00.000Z",
    endedAt: null,
    keys: null,
    onIt: null,
    silence: null,
    ...changes,
  };
}
const ids = (rows: readonly IncidentRow[]) => rows.map(({ id }) => id);

test("the gravest come first, then what nobody has taken, then the most keys, then what stands longest", () => {
  const rows = [
    someRow("few keys", { severity: "alert", keys: 2 }),
    someRow("a warning", { keys: 900 }),
    someRow("taken", { severity: "alert", keys: 900, state: "acknowledged" }),
    someRow("longer", { severity: "alert", keys: 2, since: { at: "2026-02-01T00:00:00.000Z", orEarlier: true } }),
    someRow("most keys", { severity: "alert", keys: 18 }),
  ];
  expect(ids(selectIncidents(rows, EVERY_INCIDENT).rows)).toEqual(["most keys", "longer", "few keys", "taken", "a warning"]);
});

test("what is resolved is shown only when it is asked for, the last first", () => {
  const rows = [
    someRow("standing"),
    someRow("before", { state: "resolved", severity: "alert", endedAt: "2026-03-02T00:00:00.000Z" }),
    someRow("last", { state: "resolved", endedAt: "2026-03-03T00:00:00.000Z" }),
  ];
  expect(ids(selectIncidents(rows, EVERY_INCIDENT).rows)).toEqual(["standing"]);
  expect(ids(selectIncidents(rows, { ...EVERY_INCIDENT, state: "resolved" }).rows)).toEqual(["last", "before"]);
});

test("states are counted among those that the other filters leave", () => {
  const rows = [
    someRow("mine", { subject: someTable({ owner: "Orders", tags: ["core"] }) }),
    someRow("also mine", { subject: someTable({ owner: "Orders" }), state: "snoozed" }),
    someRow("nobody's", { check: "freshness", subject: someTable({ id: "t2" }) }),
  ];
  const asked = { ...EVERY_INCIDENT, owner: "Orders", state: "open" } as const;
  expect(selectIncidents(rows, asked)).toMatchObject({ rows: [{ id: "mine" }], counts: { open: 1, snoozed: 1, acknowledged: 0 } });
  for (const filter of [{ owner: NO_OWNER }, { check: "freshness" as const }, { table: "t2" }])
    expect(ids(selectIncidents(rows, { ...EVERY_INCIDENT, ...filter }).rows)).toEqual(["nobody's"]);
  expect(ids(selectIncidents(rows, { ...EVERY_INCIDENT, tag: "core" }).rows)).toEqual(["mine"]);
});

test("a column that is asked for sorts instead, the worst first among equals, and what has no keys comes last", () => {
  const rows = [
    someRow("old", { keys: 2, openedAt: "2026-02-01T00:00:00.000Z" }),
    someRow("grave", { keys: 2, severity: "alert", openedAt: "2026-03-01T00:00:00.000Z" }),
    someRow("uncounted", { openedAt: "2026-01-01T00:00:00.000Z" }),
  ];
  const sorted = (sort: IncidentSearch["sort"]) => ids(selectIncidents(rows, { ...EVERY_INCIDENT, sort }).rows);
  expect(sorted("keys.asc")).toEqual(["grave", "old", "uncounted"]);
  expect(sorted("duration")).toEqual(["uncounted", "old", "grave"]);
});
