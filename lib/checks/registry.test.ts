import { expect, test } from "vitest";
import type { Reading } from "#lib/checks/define-check.ts";
import { CHECKS, readChecks, readObservation } from "#lib/checks/registry.ts";
import { METRIC_NAMES, METRICS, RUN_METRIC_NAMES } from "#lib/metrics.ts";
import { CHECK_IDS, METRIC_UNITS } from "#lib/names.ts";
import { someFacts } from "#lib/testing/facts.ts";

const NOW = new Date("2026-03-01T10:05:00Z");
const NOTHING = { files: 0, rows: 0, bytes: 0 };
const EMPTY_TABLE = someFacts({
  snapshot: null,
  plan: { data: NOTHING, smallDataFiles: 0 },
  keyProfile: { rows: 0, distinctKeys: 0, rowsPerKeyMax: 0 },
  rowFacts: {
    latestAt: { value: null, reason: "The table has no rows." },
    commitLagSeconds: { value: null, reason: "The table has no rows." },
  },
});
const ONLY_NULL_KEYS = someFacts({ keyProfile: { rows: 30, nullKeyRows: 30, distinctKeys: 0 } });

test("every check has an id that the store knows, a question, and a title", () => {
  expect(CHECKS.map(({ id }) => id)).toEqual(CHECK_IDS);
  for (const { question, title } of CHECKS) {
    expect(question).toMatch(/^[A-Z].*\?$/);
    expect(title).toMatch(/^[A-Z]/);
  }
});

test("every metric belongs to one check, in the order of the checks", () => {
  expect(CHECKS.flatMap(({ metrics }) => Object.keys(metrics))).toEqual(METRIC_NAMES);
});

test.each([
  ["a healthy table", someFacts()],
  ["a table that was never written", EMPTY_TABLE],
  ["a table whose keys are all NULL", ONLY_NULL_KEYS],
])("every metric is a finite number or has a reason: %s", (_, facts) => {
  const sound = (reading: Reading): boolean =>
    typeof reading === "number" ? Number.isFinite(reading) : /^[A-Z].*\.$/.test(reading.notComputed);
  expect(readChecks(facts, NOW).filter(({ reading }) => !sound(reading))).toEqual([]);
});

test.each(METRIC_NAMES.map((name) => [name]))("%s says what it is and how it is counted, and warns before it alerts", (name) => {
  const { help, computed, unit, worse, warnAt, alertAt } = METRICS[name];
  expect(help).toMatch(/^[A-Z1].*[^.]\.$/);
  expect(computed).toMatch(/^[A-Z].*[^.]\.$/);
  expect(computed).not.toBe(help);
  expect(METRIC_UNITS).toContain(unit);
  expect(worse === "neither" && (warnAt ?? alertAt) !== null).toBe(false);
  const [least, gravest] = worse === "lower" ? [alertAt, warnAt] : [warnAt, alertAt];
  expect(least ?? -Infinity).toBeLessThan(gravest ?? Infinity);
});

test("a metric that another one grows with, or is a share of, is a metric", () => {
  const named = METRIC_NAMES.flatMap((name) => [METRICS[name].change?.per ?? [], METRICS[name].tile?.of ?? []].flat());
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(METRIC_NAMES).toContain(name);
});

test("readings come in registry order with their declarations", () => {
  const readings = readChecks(someFacts(), NOW);
  expect(readings.map(({ name }) => name)).toEqual(METRIC_NAMES);
  expect(readings.find(({ name }) => name === "rows")).toMatchObject({ reading: 30, declaration: { label: "Rows", unit: "rows" } });
});

test("exactly the metrics that depend on the clock are observations", () => {
  const later = new Date(NOW.getTime() + 3_600_000);
  const compacted = { ...someFacts().table, lastCompactionAt: "2026-03-01T09:00:00Z" };
  const read = (now: Date) =>
    new Map(readChecks(someFacts({ table: compacted }), now).map(({ name, reading }) => [name, JSON.stringify(reading)]));
  const moved = METRIC_NAMES.filter((name) => read(NOW).get(name) !== read(later).get(name));
  // Retention changes without a new snapshot as well, though not by the clock.
  expect(RUN_METRIC_NAMES).toEqual(["snapshots_retained", ...moved]);
});

test("an observation without a reading has the numbers of a run that reads", () => {
  const facts = someFacts({ table: { ...someFacts().table, lastCompactionAt: "2026-03-01T09:00:00Z" } });
  const { table, snapshot, rowFacts } = facts;
  const observed = new Set<string>(RUN_METRIC_NAMES);
  const read = readChecks(facts, NOW).filter(({ name }) => observed.has(name));
  expect(readObservation({ table, snapshot, latestAt: rowFacts.latestAt }, NOW)).toEqual(
    Object.fromEntries(read.map(({ name, reading }) => [name, reading])),
  );
});
