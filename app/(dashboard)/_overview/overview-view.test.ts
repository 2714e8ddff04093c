import { expect, test } from "vitest";
import type { Sparkline } from "#db/queries/sparklines.ts";
import type { OverviewRow } from "#db/queries/overview.ts";
import type { OverviewQuery } from "#lib/contracts/overview-query.ts";
import type { IncidentSince } from "#lib/contracts/since.ts";
import type { OverviewMetricName } from "#lib/metrics.ts";
import { judgedVerdict } from "#lib/testing/judged-verdict.ts";
import { someShare } from "#lib/testing/cause-facts.ts";
import { fleetStats, viewFleet } from "./fleet.ts";
import { sayFleet, sayWorst } from "./fleet-sentence.ts";
import { viewTable } from "./overview-view.ts";
import { selectTables } from "./select-tables.ts";
import { viewTableRow } from "./table-row-view.ts";

type Row = OverviewRow<OverviewMetricName>;
type Values = Partial<Record<OverviewMetricName, number | null>>;

const NOW = new Date("2026-03-01T10:00:00Z");
const MOMENT = { now: NOW, overdueFactor: 2 };
const ALL: OverviewQuery = { state: null, owner: null, kind: null, tag: null, origin: null, q: "", sort: "worst", page: 1 };
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

interface Change {
  table?: Partial<Row["table"]>;
  key?: Partial<Row["key"]>;
  values?: Values;
  causes?: Row["causes"];
  notComputed?: NonNullable<Row["facts"]>["notComputed"];
  since?: IncidentSince;
}

function row(name: string, change: Change = {}): Row {
  const unset = { owner: null, archivedAt: null, lastRunId: null, lastErrorCode: null, lastErrorMessage: null };
  const run = { lastRunState: "succeeded", lastRunReason: "schedule", lastRunAt: NOW, lastSucceededAt: minutes(-3) };
  const seen = { lastObservedAt: minutes(-3), lastSnapshotId: "1", lastTrustLevel: "exact", nextObservationDueAt: minutes(30) };
  const made = { createdAt: NOW, updatedAt: NOW, source: "file", sampleClock: false, paused: false, tags: [] };
  const table = { id: name, name, kind: "upsert", ...unset, ...run, ...seen, ...made, ...change.table } as Row["table"];
  const values = { rows: 100, duplicated_keys: 0, surplus_rows: 0, multi_partition_keys: 0, delete_ratio: 0, ...change.values } as never;
  // What is found of the table as a whole counts for its first key.
  const { delete_ratio: _, ...own } = values as Values;
  const judged = { values: change.key?.position ? own : values, promise: change.key?.promise ?? "unique" };
  return {
    table,
    schedule: { by: "interval", everySeconds: 3600 },
    catalog: null,
    key: { id: `${name}/${change.key?.name ?? "id"}`, name: "id", position: 0, columns: ["id"], promise: "unique", ...change.key },
    observation: { observedAt: NOW, snapshotId: "1", trustLevel: "exact", trustDirection: null, values: {} as never },
    facts: { committedAt: NOW, carried: false, trustReasons: null, values, notComputed: change.notComputed ?? {} },
    causes: change.causes ?? null,
    verdict: { ...judgedVerdict(judged, change.since), runId: "1", keyVersionId: 1, observedAt: NOW, judgedAt: NOW },
    pastState: null,
  };
}

function past(rows: readonly Row[], values: Record<string, Values>) {
  return new Map(
    rows.flatMap(({ key, table, facts }) => {
      const was = values[table.name];
      const then = { committedAt: NOW, trustLevel: "exact", trustDirection: null, values: { ...facts?.values, ...was } } as never;
      return was === undefined ? [] : [[key.id, then]];
    }),
  );
}

/** The same rows, judged a week before by what was known then. */
function judgedThen(rows: readonly Row[], was: Record<string, Values>): Row[] {
  return rows.map((one) => {
    const then = was[one.table.name];
    return then === undefined ? one : { ...one, pastState: judgedVerdict({ values: { ...one.facts?.values, ...then } }).state };
  });
}

const view = (rows: readonly Row[], was: Record<string, Values> = {}) =>
  [...Map.groupBy(judgedThen(rows, was), ({ table }) => table.id).values()].flatMap(
    (keys) => viewTable(keys, past(rows, was), MOMENT) ?? [],
  );
const duplicates = (count: number): Values => ({ duplicated_keys: count, surplus_rows: count });

test("tables come worst first, those of one state by their extra rows, then by name", () => {
  const rows = [
    row("a"),
    row("b", { values: { delete_ratio: 0.3 } }),
    row("c", { values: duplicates(400) }),
    row("d", { values: duplicates(900) }),
  ];
  const { tables, groups } = selectTables(view(rows), ALL);
  expect(tables.map(({ name, state }) => [name, state])).toEqual([
    ["d", "alert"],
    ["c", "alert"],
    ["b", "warning"],
    ["a", "ok"],
  ]);
  expect(groups).toEqual({ alert: 2, warning: 1, unknown: 0, accepted: 0, ok: 1 });
});

test("the main cause is told where duplicated keys are found wrong, and nowhere else", () => {
  const causes = [someShare("key_encoding", 3), someShare("partition_drift", 9)];
  const causeOf = (change: Change) => {
    const [table] = view([row("a", { causes, ...change })]);
    return table && viewTableRow(table, null).cause;
  };
  expect(causeOf({ values: duplicates(12) })).toEqual({
    name: "partition_drift",
    label: "Partition drift",
    look: { hue: "blue", pattern: "plain" },
    share: "75.0 %",
  });
  expect(causeOf({ values: duplicates(12), key: { promise: "none" } })).toBeNull();
  expect(causeOf({ values: duplicates(12), causes: null })).toBeNull();
  expect(causeOf({ values: { delete_ratio: 0.3 } })).toBeNull();
});

test("an observation counts as missing after the configured number of intervals, and what was fine is not known then", () => {
  const first = (last: number, due: number) =>
    view([row("a", { table: { lastSucceededAt: minutes(last), nextObservationDueAt: minutes(due) } })])[0];
  expect(first(-100, -40)).toMatchObject({ state: "ok", overdue: false });
  expect(first(-150, -90)).toMatchObject({
    state: "unknown",
    overdue: true,
    shown: { verdict: { sentence: "No observation for 90 min after it was due." } },
  });
});

test("a paused table is never overdue, and is not counted among those on time", () => {
  const tables = view([row("a", { table: { paused: true, nextObservationDueAt: minutes(-90) } }), row("b")]);
  expect(tables.map(({ overdue }) => overdue)).toEqual([false, false]);
  expect(viewFleet(tables).onTime).toEqual({ tables: 1, of: 1 });
});

test("deletes are judged and counted once for a table, and rows of a key without a promise are no surplus", () => {
  const second = { id: "second", name: "second", position: 1, promise: "none" } as const;
  const backlog = { position_delete_rows: 20, equality_delete_rows: 1, deletion_vector_rows: 4, delete_ratio: 0.3 };
  const tables = view([row("a", { values: backlog }), row("a", { key: second, values: { ...backlog, surplus_rows: 7 } })]);
  expect(tables[0]?.keys.map(({ verdict }) => verdict.state)).toEqual(["warning", "ok"]);
  expect(viewFleet(tables).totals).toMatchObject({ surplusRows: { now: 0 }, deleteRows: { now: 25 } });
});

test("without numbers a key is not known, and no zero is made up", () => {
  const [table] = view([{ ...row("a"), observation: null, facts: null, verdict: null }]);
  expect(table).toMatchObject({ state: "unknown", shown: { values: {}, trust: null } });
  const shown = table && viewTableRow(table, null);
  expect(shown).toMatchObject({ surplus: { value: null, change: null, points: [] }, ratio: { value: null }, trust: null, since: null });
});

test("a number that was not computed keeps its reason", () => {
  const why = "No Kafka partition column is given.";
  const [table] = view([row("a", { values: { multi_partition_keys: null }, notComputed: { multi_partition_keys: why } })]);
  expect(table && viewTableRow(table, null).partitions).toMatchObject({ value: null, reason: why });
});

test("of several keys the worst is shown, and a sentence speaks for the others", () => {
  const rows = [row("a", { key: { name: "id" } }), row("a", { key: { name: "mail", position: 1 }, values: duplicates(300) })];
  const [table] = view(rows);
  expect(table && viewTableRow(table, null)).toMatchObject({
    state: "alert",
    key: "mail",
    surplus: { value: 300 },
    otherKeys: "Key id: No duplicates.",
  });
});

const DRAWN: Sparkline = { points: { surplus_rows: [[0.5, 0, 3]], multi_partition_keys: [], delete_ratio: [] }, untrustedAt: [] };
const SINCE: IncidentSince = {
  snapshotId: "1",
  committedAt: minutes(-90).toISOString(),
  operation: "append",
  lastGoodAt: minutes(-100).toISOString(),
  unreadBetween: false,
  isFirst: false,
};

test("a row dates the limit that its sentence names, marks what crossed a limit, and counts against a week before", () => {
  const rows = [row("a", { values: { ...duplicates(300), multi_partition_keys: 2, delete_ratio: 0.25 }, since: SINCE })];
  const [table] = view(rows, { a: { surplus_rows: 1 } });
  expect(table && viewTableRow(table, DRAWN)).toMatchObject({
    sentence: "300 keys are duplicated (300 extra rows)",
    since: { at: minutes(-90).toISOString(), orEarlier: false },
    more: "Delete ratio is 0.250 (limit 0.200).",
    surplus: { value: 300, change: 299, tone: "alert", points: [[0.5, 0, 3]] },
    partitions: { tone: "alert" },
    ratio: { tone: "warning", limit: 0.2 },
  });
});

test("a number has the color of its finding, and names the limit that the sentence names", () => {
  const [table] = view([row("a", { values: { delete_ratio: 0.6 }, since: { ...SINCE, lastGoodAt: null } })]);
  expect(table && viewTableRow(table, null)).toMatchObject({
    state: "alert",
    sentence: "Delete ratio is 0.600 (limit 0.500)",
    since: { at: minutes(-90).toISOString(), orEarlier: true },
    ratio: { tone: "alert", limit: 0.5 },
  });
});

test("rows of a key that promises nothing have no since and no color", () => {
  const [table] = view([row("a", { key: { promise: "none" }, values: duplicates(3) })]);
  expect(table && viewTableRow(table, DRAWN)).toMatchObject({ judged: false, since: null, surplus: { tone: "plain" } });
});

test("a filter keeps what it names, and the state's numbers are those of the other filters", () => {
  const rows = [
    row("sales.orders", { table: { owner: "CRM", tags: ["gold"] }, values: duplicates(100) }),
    row("sales.Refunds", { table: { owner: "CRM" } }),
    row("web.views", { table: { kind: "events" } }),
  ];
  const tables = view(rows);
  const names = (change: Partial<OverviewQuery>) => selectTables(tables, { ...ALL, ...change }).tables.map(({ name }) => name);
  expect(names({ owner: "CRM", state: "ok" })).toEqual(["sales.Refunds"]);
  expect(names({ owner: "~none" })).toEqual(["web.views"]);
  expect(names({ kind: "events" })).toEqual(["web.views"]);
  expect(names({ tag: "gold" })).toEqual(["sales.orders"]);
  expect(names({ q: "REF" })).toEqual(["sales.Refunds"]);
  expect(selectTables(tables, { ...ALL, owner: "CRM", state: "ok" })).toMatchObject({
    total: 1,
    counts: { alert: 1, ok: 1 },
    groups: { alert: 0, ok: 1 },
  });
});

test("an order by a number puts what is not known last, and the longest unseen comes first", () => {
  const rows = [
    row("a", { values: { delete_ratio: null } }),
    row("b", { values: { delete_ratio: 0.1 }, table: { lastSucceededAt: minutes(-20) } }),
    row("c", { values: { delete_ratio: 0.15 }, table: { lastSucceededAt: null } }),
  ];
  const names = (sort: OverviewQuery["sort"]) => selectTables(view(rows), { ...ALL, sort }).tables.map(({ name }) => name);
  expect(names("ratio")).toEqual(["c", "b", "a"]);
  expect(names("checked")).toEqual(["c", "b", "a"]);
});

test("pages hold fifty tables, and a page that is not there is the last", () => {
  const tables = view(Array.from({ length: 120 }, (_, at) => row(`t${String(at).padStart(3, "0")}`)));
  expect(selectTables(tables, { ...ALL, page: 9 })).toMatchObject({ page: 3, pages: 3, total: 120 });
  expect(selectTables(tables, { ...ALL, page: 2 }).tables[0]?.name).toBe("t050");
});

test("the fleet's change compares only what was known then, and says nothing when nothing was", () => {
  const rows = [row("a", { values: duplicates(900) }), row("b", { values: duplicates(500) }), row("c", { values: duplicates(300) })];
  const fleet = viewFleet(view(rows, { a: { duplicated_keys: 0, surplus_rows: 0 }, c: {} }));
  expect(fleet).toMatchObject({ known: 2, change: { alert: 1, warning: 0 }, totals: { surplusRows: { now: 1700, change: 900 } } });
  expect(fleetStats(fleet).map(({ label, value, note }) => [label, value, note])).toEqual([
    ["Alerts", "3", "+1 in 7 d"],
    ["Warnings", "0", "same as 7 d ago"],
    ["Surplus rows", "1,700", "+900 in 7 d"],
    ["Checks on time", "3 of 3", null],
    ["Keys in 2+ partitions", "0", "same as 7 d ago"],
    ["Deletes to apply", "0", null],
  ]);
  expect(viewFleet(view(rows))).toMatchObject({ known: 0, change: null, totals: { surplusRows: { now: 1700, change: null } } });
});

test("the second line names the worst table and its part of the harm", () => {
  const worst = (rows: readonly Row[], was: Record<string, Values> = {}) => {
    const { tables } = selectTables(view(rows, was), ALL);
    return sayWorst(tables, viewFleet(tables))?.says;
  };
  const rows = [row("a", { values: duplicates(9) }), row("b", { values: duplicates(5) })];
  expect(worst(rows)).toBe("has 9 of 14 extra rows.");
  expect(worst(rows, { a: { surplus_rows: 0 } })).toBe("has 9 of 14 extra rows; it had none a week before.");
  expect(worst([row("a", { values: { delete_ratio: 0.6 } })])).toBe("Delete ratio is 0.600 (limit 0.500).");
  expect(worst([row("a")])).toBeUndefined();
});

const fleetOf = (tables: number, alert = 0, warning = 0, unknown = 0, accepted = 0) =>
  sayFleet({ tables, counts: { alert, warning, unknown, accepted, ok: tables - alert - warning - unknown - accepted } });

test.each([
  [fleetOf(9), "All 9 tables are OK."],
  [fleetOf(1), "The only table is OK."],
  [fleetOf(1048, 2, 3, 2, 1), "2 of 1,048 tables have alerts, 3 have warnings, 2 could not be judged, 1 has accepted levels."],
  [fleetOf(9, 1), "1 of 9 tables has alerts."],
  [fleetOf(9, 0, 0, 9), "9 of 9 tables could not be judged."],
  [fleetOf(1, 0, 1), "1 of 1 table has warnings."],
])("%s", (said, expected) => {
  expect(said).toBe(expected);
});
