import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../client.ts";
import { openProxy } from "../testing/cuttable-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { withTableLock } from "./table-lock.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const TABLE = { tableId: "11111111-1111-4111-8111-111111111111", workerId: "w" };
const OTHER = { tableId: "22222222-2222-4222-8222-222222222222", workerId: "w" };

test("while one run of a table works another is told that it is busy, at once; other tables are free", async () => {
  const holding = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const first = withTableLock(database, TABLE, async () => {
    holding.resolve();
    await done.promise;
    return "first";
  });
  await holding.promise;
  expect(await withTableLock(database, TABLE, async () => "second")).toEqual({ busy: true });
  expect(await withTableLock(database, OTHER, async () => "other")).toEqual({ busy: false, value: "other" });
  done.resolve();
  expect(await first).toEqual({ busy: false, value: "first" });
  expect(await withTableLock(database, TABLE, async () => "third")).toEqual({ busy: false, value: "third" });
});

test("of many that want the lock at once, never two work at the same time", async () => {
  let working = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++working);
    await new Promise((resolve) => setTimeout(resolve, 5));
    working--;
  };
  await Promise.all(Array.from({ length: 20 }, async () => await withTableLock(database, TABLE, work)));
  expect(most).toBe(1);
});

test("work that throws frees the lock, and its error comes through as it is", async () => {
  const fault = new Error("the work failed");
  await expect(withTableLock(database, TABLE, async () => await Promise.reject(fault))).rejects.toBe(fault);
  expect(await withTableLock(database, TABLE, async () => 1)).toEqual({ busy: false, value: 1 });
});

test("when the connection that holds it breaks, the lock is free for others and the work is told to stop", async () => {
  const way = await openProxy(database.url);
  const remote = openDatabase({ url: way.url });
  try {
    const outcome = withTableLock(remote, TABLE, async (signal) => {
      way.cut();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      signal.throwIfAborted();
    });
    await expect(outcome).rejects.toMatchObject({ code: "store_unreachable", message: expect.stringContaining("table's lock broke") });
    await expect.poll(async () => await withTableLock(database, TABLE, async () => 1)).toEqual({ busy: false, value: 1 });
  } finally {
    await remote.close();
    await way.close();
  }
});

test("a Postgres that does not answer is said as such", async () => {
  const way = await openProxy(database.url);
  await way.close();
  const nowhere = openDatabase({ url: way.url });
  await expect(withTableLock(nowhere, TABLE, async () => 1)).rejects.toMatchObject({ code: "store_unreachable" });
  await nowhere.close();
});

test("locks take no connection of the pool", async () => {
  const small = openDatabase({ url: database.url, connectionsMax: 1 });
  try {
    const held = withTableLock(small, TABLE, async () => (await small.db.execute(sql`select 1 as one`)).rows);
    expect(await held).toEqual({ busy: false, value: [{ one: 1 }] });
  } finally {
    await small.close();
  }
});
