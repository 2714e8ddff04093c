import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDatabase, refuseOldServer, waitForDatabase, type Database, type Db } from "./client.ts";
import { isStoreUnreachable } from "./store-errors.ts";
import { tables } from "./schema/tables.ts";
import { openProxy, type CuttableProxy } from "./testing/cuttable-proxy.ts";
import { someTable } from "./testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
const opened: Pick<Database, "close">[] = [];
const proxies: CuttableProxy[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
  for (const { close } of proxies.splice(0)) await close();
});
afterAll(async () => await database.drop());

async function proxy(options?: { mute: boolean }): Promise<CuttableProxy> {
  const made = await openProxy(database.url, options);
  proxies.push(made);
  return made;
}

function open(url: string): { opened: Database; said: string[] } {
  const said: string[] = [];
  const made = openDatabase({ url, onLost: (sentence) => said.push(sentence), onBack: (sentence) => said.push(sentence) });
  opened.push(made);
  return { opened: made, said };
}

/** Statements that sleep in the test's database. */
async function sleepers(): Promise<unknown> {
  const { rows } = await database.db.execute(sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`);
  return rows[0]?.["n"];
}

/** 1, when Postgres answers. */
async function one(db: Db): Promise<unknown> {
  return await db.execute(sql`select 1 as one`).then(
    ({ rows }) => rows[0]?.["one"],
    () => null,
  );
}

test("times come back as they went, whatever the zone of this process and of Postgres", async () => {
  await database.db.execute(sql.raw(`alter database ${new URL(database.url).pathname.slice(1)} set timezone to 'America/New_York'`));
  const { opened: other } = open(database.url);
  const { tableId } = await someTable(other.db);
  const at = new Date("2026-03-29T01:30:00.250Z");
  await other.db.update(tables).set({ lastObservedAt: at });
  const [row] = await other.db.select({ at: tables.lastObservedAt }).from(tables);
  expect(row?.at).toEqual(at);
  const { rows } = await other.db.execute(sql`select last_observed_at::text as at from tables where id = ${tableId}`);
  expect(rows).toEqual([{ at: "2026-03-29 01:30:00.25+00" }]);
});

test("a statement that takes too long is ended", async () => {
  const hasty = openDatabase({ url: database.url, statementTimeoutMs: 50 });
  opened.push(hasty);
  await expect(hasty.db.execute(sql`select pg_sleep(5)`)).rejects.toMatchObject({ cause: { code: "57014" } });
});

test("a connection that breaks fails the statement that was on it, later ones connect anew, and both is said once", async () => {
  const way = await proxy();
  const { opened: broken, said } = open(way.url);
  await broken.db.execute(sql`select 1`);
  const waiting = broken.db.execute(sql`select pg_sleep(30)`);
  waiting.catch(() => {});
  await expect.poll(async () => await sleepers()).toBe(1);
  way.refuse(true);
  way.cut();
  await expect(waiting).rejects.toMatchObject({ cause: { message: "Connection terminated unexpectedly" } });
  await expect.poll(() => said.length).toBe(1);
  way.refuse(false);
  await expect.poll(async () => await one(broken.db), { timeout: 20_000 }).toBe(1);
  await expect
    .poll(() => said, { timeout: 20_000 })
    .toEqual([
      expect.stringMatching(/^A connection to Postgres at 127\.0\.0\.1:\d+\/test_\w+ broke; statements will reconnect\.$/),
      expect.stringMatching(/^Postgres at 127\.0\.0\.1:\d+\/test_\w+ answers again after \d+ s\.$/),
    ]);
});

test("a transaction whose connection breaks is undone and its promise ends", async () => {
  const way = await proxy();
  const { opened: broken } = open(way.url);
  const outcome = broken.db.transaction(async (tx) => {
    await tx.execute(sql`create table half_done (id int)`);
    way.cut();
    await tx.execute(sql`select 1`);
  });
  expect(await outcome.catch((error: unknown) => isStoreUnreachable(error))).toBe(true);
  const { rows } = await database.db.execute(sql`select to_regclass('half_done')::text as found`);
  expect(rows).toEqual([{ found: null }]);
});

test("a pool whose every connection broke in a transaction serves the next ones", async () => {
  const way = await proxy();
  const broken = openDatabase({ url: way.url, connectionsMax: 2 });
  opened.push(broken);
  for (let round = 0; round < 3; round++) {
    const begun = Promise.withResolvers<void>();
    let open = 0;
    const under = Array.from({ length: 2 }, async () => {
      await broken.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        if (++open === 2) begun.resolve();
        await tx.execute(sql`select pg_sleep(30)`);
      });
    });
    await begun.promise;
    way.cut();
    expect((await Promise.allSettled(under)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  }
  expect(await broken.db.transaction(async (tx) => await one(tx))).toBe(1);
});

test("a pool whose connections broke a moment before their transactions began serves the next ones", async () => {
  const way = await proxy();
  const broken = openDatabase({ url: way.url, connectionsMax: 2 });
  opened.push(broken);
  const statuses: string[] = [];
  for (let round = 0; round < 5; round++) {
    await Promise.all([one(broken.db), one(broken.db)]);
    way.cut();
    const begun = await Promise.allSettled([0, 1].map(async () => await broken.db.transaction(async (tx) => await one(tx))));
    statuses.push(...begun.map(({ status }) => status));
  }
  // The pool may notice a break in time and take a new connection; that some transactions met it is what this test is about.
  expect(statuses).toContain("rejected");
  expect(await broken.db.transaction(async (tx) => await one(tx))).toBe(1);
});

test("waiting for Postgres ends when it lets us in, also when it comes late", async () => {
  const way = await proxy();
  way.refuse(true);
  setTimeout(() => way.refuse(false), 300);
  await expect(waitForDatabase(way.url, { timeoutMs: 20_000 })).resolves.toBeUndefined();
});

test("a Postgres that accepts and stays silent is said after the time given", async () => {
  const way = await proxy({ mute: true });
  await expect(waitForDatabase(way.url, { timeoutMs: 300 })).rejects.toMatchObject({
    code: "store_unreachable",
    message: expect.stringMatching(/^Postgres at 127\.0\.0\.1:\d+\/test_\w+ does not answer \(no answer\); check that it runs/),
  });
});

test("nobody at the address is said after the time given", async () => {
  const way = await proxy();
  await way.close();
  await expect(waitForDatabase(way.url, { timeoutMs: 300 })).rejects.toMatchObject({
    code: "store_unreachable",
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

test.each([
  ["a wrong password", (url: URL) => (url.password = "guess"), /does not accept the password; check DATABASE_URL\.$/],
  ["a database that does not exist", (url: URL) => (url.pathname = "/nowhere"), /has no such database; check DATABASE_URL\.$/],
])("%s is said at once", async (_, spoil, message) => {
  const url = new URL(database.url);
  spoil(url);
  await expect(waitForDatabase(url.href)).rejects.toMatchObject({ code: "store_refused", message: expect.stringMatching(message) });
});

test("what is no address of Postgres is said before anything is tried", async () => {
  await expect(waitForDatabase("mysql://localhost")).rejects.toMatchObject({ code: "usage" });
  expect(() => openDatabase({ url: "localhost:5432" })).toThrow("DATABASE_URL is not a Postgres address");
});

test("a Postgres older than 15 is refused by its version", () => {
  expect(() => refuseOldServer({ number: 140_011, version: "14.11" }, database.url)).toThrow(
    /is version 14\.11; Bergwatch needs 15 or newer\. Upgrade it, or leave DATABASE_URL empty/,
  );
  expect(() => refuseOldServer({ number: 150_000, version: "15.0" }, database.url)).not.toThrow();
});
