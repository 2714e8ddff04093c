import { afterAll, beforeAll, expect, test } from "vitest";
import { eq, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { verdicts } from "../schema/verdicts.ts";
import { someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import {
  listExpected,
  listNewestVerdicts,
  listRunVerdicts,
  listTableVerdicts,
  listVerdictsAt,
  storeVerdicts,
  toVerdict,
  VERDICT_COLUMNS,
  type StoredVerdict,
} from "./verdicts.ts";
import { someFinding, someVerdict } from "#lib/testing/incidents.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const hour = (at: number): Date => new Date(Date.UTC(2026, 2, 1, at));

function stored(keyVersionId: number, at: number, changes: Partial<StoredVerdict> = {}): StoredVerdict {
  return { ...someVerdict(), runId: randomUUID(), keyVersionId, observedAt: hour(at), judgedAt: hour(at), ...changes };
}

const ALERT: Partial<StoredVerdict> = {
  state: "alert",
  severity: "alert",
  metric: "surplus_rows",
  value: 163,
  limit: 1,
  sentence: "163 keys are duplicated (163 extra rows).",
  findings: [{ ...someFinding({ value: 163 }), since: null }],
};

test("the newest verdict of a key is read alike by its version, its table, its run and a join", async () => {
  const { db } = database;
  const { keyVersionId, tableId } = await someTable(db);
  const [older, newer] = [stored(keyVersionId, 1), stored(keyVersionId, 2, ALERT)];
  await storeVerdicts(db, [newer, older]);
  expect((await listNewestVerdicts(db, [keyVersionId])).get(keyVersionId)).toEqual(newer);
  expect(await listTableVerdicts(db, tableId)).toEqual([newer]);
  expect((await listRunVerdicts(db, newer.runId)).get(keyVersionId)).toEqual(newer);
  const [row] = await db.select(VERDICT_COLUMNS).from(verdicts).where(eq(verdicts.runId, newer.runId));
  expect(row && toVerdict(row)).toEqual(newer);
});

test("what people saw at a moment is the newest verdict up to it", async () => {
  const { db } = database;
  const { keyVersionId } = await someTable(db);
  const [older, newer] = [stored(keyVersionId, 1), stored(keyVersionId, 3, ALERT)];
  await storeVerdicts(db, [older, newer]);
  const at = async (moment: number) => (await listVerdictsAt(db, [keyVersionId], hour(moment))).get(keyVersionId);
  expect([await at(0), await at(2), await at(3)]).toEqual([undefined, older, newer]);
});

test("judged again, an observation has one verdict", async () => {
  const { db } = database;
  const { keyVersionId, tableId } = await someTable(db);
  const first = stored(keyVersionId, 1, ALERT);
  const again: StoredVerdict = { ...stored(keyVersionId, 1), runId: first.runId, judgedAt: hour(5) };
  await storeVerdicts(db, [first]);
  await storeVerdicts(db, [again]);
  expect(await listTableVerdicts(db, tableId)).toEqual([again]);
  const { rows } = await db.execute(sql`select from verdicts where key_version_id = ${keyVersionId}`);
  expect(rows).toHaveLength(1);
});

test("a state that contradicts its severity is refused", async () => {
  const { keyVersionId } = await someTable(database.db);
  await expect(storeVerdicts(database.db, [stored(keyVersionId, 1, { state: "alert", severity: "warn" })])).rejects.toThrow("verdicts");
  await expect(storeVerdicts(database.db, [stored(keyVersionId, 1, { severity: "warn" })])).rejects.toThrow("verdicts");
});

test("what was expected is told where a verdict says so, until the next verdict, and nowhere else", async () => {
  const { db } = database;
  const { keyVersionId, tableKeyId } = await someTable(db);
  const beyond = (high: number): Partial<StoredVerdict> => {
    const finding = someFinding({ check: "partitions_per_key", metric: "multi_partition_keys", limit: null, expected: { low: 0, high } });
    return {
      ...ALERT,
      findings: [
        { ...someFinding({ value: 163 }), since: null },
        { ...finding, since: null },
      ],
    };
  };
  const told = [stored(keyVersionId, 1), stored(keyVersionId, 2, beyond(5)), stored(keyVersionId, 3, beyond(5))];
  await storeVerdicts(db, [...told, stored(keyVersionId, 4, beyond(9)), stored(keyVersionId, 5), stored(keyVersionId, 6, beyond(7))]);
  const ask = async (from: number, to: number, metric: "multi_partition_keys" | "surplus_rows" = "multi_partition_keys") =>
    (await listExpected(db, { tableKeyId, metric, from: hour(from), to: hour(to) })).map((span) => [
      span.from.getUTCHours(),
      span.to?.getUTCHours() ?? null,
      span.high,
    ]);
  const all = [
    [2, 4, 5],
    [4, 5, 9],
    [6, null, 7],
  ];
  expect(await ask(0, 10)).toEqual(all);
  expect(await ask(3.5, 10)).toEqual([[3, 4, 5], ...all.slice(1)]);
  expect(await ask(0, 10, "surplus_rows")).toEqual([]);
});
