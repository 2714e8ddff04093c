import { afterAll, beforeAll, expect, test } from "vitest";
import { listHourlyNumbers, listStoredNumbers } from "./limit-preview.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { observations } from "../schema/observations.ts";
import { someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { TrustLevel } from "#lib/names.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1) + minute * 60_000);

/** A snapshot each minute, with these surplus rows. */
async function tableWith(numbers: readonly number[], trustLevel: TrustLevel = "exact"): Promise<number> {
  const { keyVersionId } = await someTable(database.db);
  await database.db.insert(snapshotFacts).values(
    numbers.map((surplus_rows, place) => ({
      snapshotId: String(1000 + place),
      committedAt: at(place),
      surplus_rows,
      duplicated_keys: 2,
      keyVersionId,
      engine: "duckdb",
      readBy: "own plan" as const,
      trustLevel,
    })),
  );
  return keyVersionId;
}

test("the numbers of a span come oldest first, its end left out, with what the sentence needs", async () => {
  const keyVersionId = await tableWith([3, 1, 2, 9]);
  const { found, numbers } = await listStoredNumbers(database.db, {
    keyVersionId,
    metric: "surplus_rows",
    beside: ["duplicated_keys"],
    from: at(1),
    to: at(3),
    pointsMax: 10,
  });
  expect([found, numbers.map(({ values }) => values.surplus_rows)]).toEqual([2, [1, 2]]);
  expect(numbers[0]).toEqual({
    at: at(1),
    snapshotId: "1001",
    engine: "duckdb",
    trust: { level: "exact", direction: null },
    values: { surplus_rows: 1, duplicated_keys: 2 },
  });
});

test("of more than may be read, each stretch keeps its lowest and its highest, and how many there are is told", async () => {
  const keyVersionId = await tableWith(
    Array.from({ length: 1000 }, (_, place) => (place === 777 ? 5000 : place === 333 ? 0 : 10 + (place % 5))),
  );
  const asked = { keyVersionId, metric: "surplus_rows", beside: [], from: at(0), to: at(1000) } as const;
  const { found, numbers } = await listStoredNumbers(database.db, { ...asked, pointsMax: 40 });
  expect(found).toBe(1000);
  expect(numbers.length).toBeLessThanOrEqual(40);
  expect(numbers.length).toBeGreaterThan(20);
  expect(
    numbers.filter(({ values }) => values.surplus_rows === 5000 || values.surplus_rows === 0).map(({ snapshotId }) => snapshotId),
  ).toEqual(["1333", "1777"]);
  expect(numbers.map(({ at: time }) => time)).toEqual(numbers.map(({ at: time }) => time).toSorted((a, b) => a.getTime() - b.getTime()));
});

test("what tells what is usual is the last number of each hour that may be trusted, oldest first", async () => {
  const keyVersionId = await tableWith(Array.from({ length: 150 }, (_, place) => place));
  const doubtful = await tableWith([1, 2], "untrusted");
  const hourly = async (version: number, from: Date) => {
    const asked = { keyVersionId: version, metric: "surplus_rows", beside: [], from, to: at(140) } as const;
    return (await listHourlyNumbers(database.db, asked)).map(({ values }) => values.surplus_rows);
  };
  expect([await hourly(keyVersionId, at(0)), await hourly(keyVersionId, at(60))]).toEqual([
    [59, 119, 139],
    [119, 139],
  ]);
  expect(await hourly(doubtful, at(0))).toEqual([]);
});

test("a metric of runs is read from what runs saw", async () => {
  const { keyVersionId } = await someTable(database.db);
  await database.db.insert(observations).values({
    runId: "00000000-0000-4000-8000-000000000001",
    observedAt: at(5),
    snapshotId: "1000",
    snapshot_age_seconds: 60.5,
    keyVersionId,
    engine: "duckdb",
    trustLevel: "exact",
  });
  const asked = { keyVersionId, metric: "snapshot_age_seconds", beside: [], from: at(0), to: at(9), pointsMax: 10 } as const;
  expect((await listStoredNumbers(database.db, asked)).numbers).toMatchObject([{ at: at(5), values: { snapshot_age_seconds: 60.5 } }]);
});
