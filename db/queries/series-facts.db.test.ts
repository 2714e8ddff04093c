import { afterAll, beforeAll, expect, test } from "vitest";
import { someCompletedRun, someResult, someSnapshots, someStartedRun, someTable, type StoredTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { completeRun } from "./complete-run.ts";
import { ensureKeyVersion } from "./keys.ts";
import { countHistory, findFactsVersion, findLatestObservation, findPassedSince, findSnapshot } from "./series-facts.ts";
import { getTableSeries } from "./series-payload.ts";
import { recordSnapshots } from "./snapshots.ts";
import { readPoints } from "#lib/contracts/series.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const hour = (at: number) => new Date(Date.UTC(2026, 2, 1, at));
const snapshots = someSnapshots(10);

type Changes = Parameters<typeof someResult>[1];

async function store(table: StoredTable, at: number, surplus: number, changes: Changes = {}): Promise<void> {
  const { db } = database;
  await completeRun(
    db,
    await someStartedRun(db, table.tableId),
    someCompletedRun(table, {
      snapshot: { id: snapshots[at]?.snapshotId ?? "", committedAt: hour(at) },
      observedAt: new Date(hour(at).getTime() + 60_000),
      results: [someResult(table.keyVersionId, { readings: { surplus_rows: surplus }, ...changes })],
    }),
  );
}

/** A table that has these surplus rows at its first snapshots; null: the snapshot was not read. */
async function someHistory(surpluses: readonly (number | null)[]): Promise<StoredTable> {
  const table = await someTable(database.db);
  await recordSnapshots(database.db, table.tableId, snapshots.slice(0, surpluses.length));
  for (const [at, surplus] of surpluses.entries()) if (surplus !== null) await store(table, at, surplus);
  return table;
}

async function since({ tableId, keyVersionId }: StoredTable) {
  return await findPassedSince(database.db, { tableId, keyVersionId, engine: "DuckDB", metric: "surplus_rows", limit: 1, at: hour(9) });
}

test("it began with the first snapshot above after the last below", async () => {
  const found = await since(await someHistory([0, 4, 0, 7, 9]));
  expect(found).toMatchObject({
    snapshotId: snapshots[3]?.snapshotId,
    committedAt: hour(3),
    lastBelowAt: hour(2),
    unreadBetween: false,
    isFirst: false,
  });
});

test("snapshots in between that nobody read leave it open when it began", async () => {
  expect(await since(await someHistory([0, null, 7, 9]))).toMatchObject({
    committedAt: hour(2),
    lastBelowAt: hour(0),
    unreadBetween: true,
  });
});

test("a snapshot that came and expired between two polls leaves it open when it began, though nobody has heard of it", async () => {
  const table = await someTable(database.db);
  await recordSnapshots(database.db, table.tableId, snapshots.slice(0, 1));
  await recordSnapshots(database.db, table.tableId, [...snapshots.slice(0, 1), ...snapshots.slice(2, 3)]);
  await store(table, 0, 0);
  await store(table, 2, 7);
  expect(await since(table)).toMatchObject({ committedAt: hour(2), lastBelowAt: hour(0), unreadBetween: true, isFirst: false });
});

test("a commit of another branch in between, which is no part of the table's past, leaves the beginning exact", async () => {
  const table = await someTable(database.db);
  const [first, branch, next] = snapshots;
  if (!first || !branch || !next) throw new Error("too few snapshots");
  await recordSnapshots(database.db, table.tableId, [first, branch, { ...next, parentId: first.snapshotId }]);
  await store(table, 0, 0);
  await store(table, 2, 7);
  expect(await since(table)).toMatchObject({ committedAt: hour(2), lastBelowAt: hour(0), unreadBetween: false });
});

test("without one below it began at the table's first snapshot, or before what is known", async () => {
  expect(await since(await someHistory([3, 4]))).toMatchObject({
    committedAt: hour(0),
    lastBelowAt: null,
    isFirst: true,
    unreadBetween: false,
  });
  expect(await since(await someHistory([null, 4]))).toMatchObject({
    committedAt: hour(1),
    lastBelowAt: null,
    isFirst: false,
    unreadBetween: true,
  });
});

test("what is fine now has no beginning", async () => {
  expect(await since(await someHistory([4, 0]))).toBeNull();
});

test("a lower bound below proves nothing, nor does an upper bound above, nor what is not to be trusted", async () => {
  const table = await someHistory([0]);
  await recordSnapshots(database.db, table.tableId, snapshots.slice(0, 6));
  await store(table, 1, 5, { trust: { level: "partial", direction: "at most", reasons: ["R."] } });
  await store(table, 2, 6, { trust: { level: "untrusted", direction: null, reasons: ["R."] } });
  await store(table, 3, 7);
  await store(table, 4, 0, { trust: { level: "partial", direction: "at least", reasons: ["R."] } });
  await store(table, 5, 8);
  expect(await since(table)).toMatchObject({ committedAt: hour(3), lastBelowAt: hour(0) });
});

test("what was last seen comes with what its reading cost", async () => {
  const table = await someHistory([0, 2]);
  const seen = await findLatestObservation(database.db, table.keyVersionId);
  expect(seen).toMatchObject({
    snapshotId: snapshots[1]?.snapshotId,
    engine: "DuckDB",
    cost: { bytes: 1200, ms: 80.5, engineVersion: "1.5.5" },
  });
});

test("a snapshot is found by its id: its facts, or that it is known without them", async () => {
  const table = await someHistory([0, null]);
  const [read, unread] = snapshots.map(({ snapshotId }) => snapshotId);
  expect(await findFactsVersion(database.db, { tableKeyId: table.tableKeyId, snapshotId: read ?? "" })).toMatchObject({ isCurrent: true });
  expect(await findFactsVersion(database.db, { tableKeyId: table.tableKeyId, snapshotId: unread ?? "" })).toBeNull();
  expect(await findSnapshot(database.db, table.tableId, unread ?? "")).toMatchObject({ expiredAt: null });
  expect(await findSnapshot(database.db, table.tableId, "17")).toBeNull();
  expect(await countHistory(database.db, table.tableId, table.keyVersionId)).toEqual({ read: 1, retained: 2 });
});

test("the series of a page holds points, gaps with a word, and commits", async () => {
  const table = await someHistory([0, null, 7]);
  const query = { tableId: table.tableId, range: "2026-03-01T00:00:00Z~2026-03-02T00:00:00Z", by: "commit" as const };
  const { meta, columns } = await getTableSeries(database.db, query, hour(3));
  expect(readPoints(columns).map(({ at, version, values }) => [at, version, values.surplus_rows?.last])).toEqual([
    [hour(0).getTime(), 1, 0],
    [hour(2).getTime(), 1, 7],
  ]);
  expect(meta.gaps).toEqual([{ from: hour(0).toISOString(), to: hour(2).toISOString(), word: "not read yet" }]);
  expect(meta.commits.reduce((sum, count) => sum + count, 0)).toBe(3);
});

test("a history that is read again for a new key version takes the old one's place, which stays before it", async () => {
  const table = await someHistory([1, 2, 3]);
  const next = await ensureKeyVersion(database.db, table.tableKeyId, { contentHash: `next ${table.keyVersionId}`, content: {} });
  for (const at of [1, 2]) await store({ ...table, keyVersionId: next.id }, at, 10 + at);
  const query = { tableId: table.tableId, range: "2026-03-01T00:00:00Z~2026-03-02T00:00:00Z", by: "commit" as const };
  const { meta, columns } = await getTableSeries(database.db, query, hour(3));
  expect(readPoints(columns).map(({ version, values }) => [version, values.surplus_rows?.last])).toEqual([
    [1, 1],
    [2, 11],
    [2, 12],
  ]);
  expect(meta.events).toMatchObject([{ kind: "version", label: "key version 2", at: hour(1).toISOString() }]);
  expect(meta.gaps).toEqual([]);
});

test("a series of a key that the table has not is refused by name", async () => {
  const { tableId } = await someHistory([0]);
  await expect(getTableSeries(database.db, { tableId, key: "nope", by: "commit" }, hour(3))).rejects.toMatchObject({ code: "unknown_key" });
});
