import { describe, expect, test } from "vitest";
import type { Reading } from "#lib/checks/define-check.ts";
import { CHECKS, listMetrics, listStoredMetrics, readChecks, readObservation } from "#lib/checks/registry.ts";
import { CHECK_IDS, METRIC_NAMES, METRIC_UNITS, OBSERVATION_METRIC_NAMES } from "#lib/names.ts";
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

test("the registry's checks and metrics are the names that contracts and the store know, each once and in their order", () => {
  expect(CHECKS.map(({ id }) => id)).toEqual(CHECK_IDS);
  expect(CHECKS.flatMap(listStoredMetrics).map(({ name }) => name)).toEqual(METRIC_NAMES);
  expect(new Set(METRIC_NAMES).size).toBe(METRIC_NAMES.length);
});

describe.each(CHECKS)("check $id", (check) => {
  test.each([
    ["a healthy table", someFacts()],
    ["a table that was never written", EMPTY_TABLE],
    ["a table whose keys are all NULL", ONLY_NULL_KEYS],
  ])("returns every metric that it names and no other, a finite number or a reason: %s", (_, facts) => {
    const readings = check.read(facts, NOW);
    expect(Object.keys(readings)).toEqual(Object.keys(check.metrics));
    const sound = (reading: Reading): boolean =>
      typeof reading === "number" ? Number.isFinite(reading) : /^[A-Z].*\.$/.test(reading.notComputed);
    expect(Object.entries(readings).filter(([, reading]) => !sound(reading))).toEqual([]);
  });

  test.each(listStoredMetrics(check))(
    "$name says what it is and how it is counted, and its limits lie in the order of harm",
    ({ declaration }) => {
      const { help, computed, unit, worse, warnAt, alertAt } = declaration;
      expect(help).toMatch(/^[A-Z1].*[^.]\.$/);
      expect(computed).toMatch(/^[A-Z].*[^.]\.$/);
      expect(computed).not.toBe(help);
      expect(METRIC_UNITS).toContain(unit);
      expect(worse === "neither" && (warnAt ?? alertAt) !== null).toBe(false);
      const [least, gravest] = worse === "lower" ? [alertAt, warnAt] : [warnAt, alertAt];
      expect(least ?? -Infinity).toBeLessThan(gravest ?? Infinity);
    },
  );

  test("asks a question and has a title", () => {
    expect(check.question).toMatch(/^[A-Z].*\?$/);
    expect(check.title).toMatch(/^[A-Z]/);
  });
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
  const observations = CHECKS.flatMap(listMetrics).filter(({ declaration }) => declaration.observation);
  // Retention changes without a new snapshot as well, though not by the clock.
  expect(observations.map(({ name }) => name)).toEqual(["snapshots_retained", ...moved]);
  expect(observations.map(({ name }) => name)).toEqual(OBSERVATION_METRIC_NAMES);
});

test("an observation without a reading has the numbers of a run that reads", () => {
  const facts = someFacts({ table: { ...someFacts().table, lastCompactionAt: "2026-03-01T09:00:00Z" } });
  const { table, snapshot, rowFacts } = facts;
  const observed = new Set<string>(OBSERVATION_METRIC_NAMES);
  const read = readChecks(facts, NOW).filter(({ name }) => observed.has(name));
  expect(readObservation({ table, snapshot, latestAt: rowFacts.latestAt }, NOW)).toEqual(
    Object.fromEntries(read.map(({ name, reading }) => [name, reading])),
  );
});
