import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readReadiness } from "#app/_http/readiness.ts";
import { openDatabase, type Database } from "#db/client.ts";
import { withAdvisoryLock } from "#db/queries/advisory-lock.ts";
import { noteWorker } from "#db/queries/workers.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { env } from "#lib/env.ts";
import { KeyHashes } from "#lib/key-hash.ts";

let database: TestDatabase;
let opened: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase({ url: database.url, connectionsMax: 1 });
  Object.assign(globalThis, { bergwatchDatabase: opened });
  await noteWorker(database.db, { id: "w", host: "h", processId: 1, fault: null });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

test("a service that can store is ready", async () => {
  expect(await readReadiness({ probeEveryMs: 0 })).toMatchObject({
    ready: true,
    parts: { storage: { ok: true, message: "Results can be stored." } },
  });
});

test("one whose Postgres answers and takes no writes is not", async () => {
  await opened.db.execute("set default_transaction_read_only = on");
  expect(await readReadiness({ probeEveryMs: 0 })).toMatchObject({
    ready: false,
    parts: { postgres: { ok: true }, storage: { ok: false, message: expect.stringMatching(/only lets this user read/) } },
  });
  await opened.db.execute("set default_transaction_read_only = off");
});

test.each(["answers", "is away"])("one whose data folder lies on a full disk is not, and says so while Postgres %s", async (how) => {
  const { dataDir } = env();
  mkdirSync(dataDir, { recursive: true });
  const probe = join(dataDir, "space.probe");
  const away = openDatabase({ url: "postgres://nobody@127.0.0.1:1/none", connectionsMax: 1 });
  if (how === "is away") Object.assign(globalThis, { bergwatchDatabase: away });
  // A device on which each write fails as it does on a full disk.
  symlinkSync("/dev/full", probe);
  try {
    expect(await readReadiness({ probeEveryMs: 0 })).toMatchObject({
      ready: false,
      parts: {
        postgres: { ok: how === "answers" },
        storage: { ok: false, message: `Nothing can be stored in ${dataDir}: its disk is full. Free some space there.` },
      },
    });
  } finally {
    rmSync(probe, { force: true });
    Object.assign(globalThis, { bergwatchDatabase: opened });
    await away.close();
  }
});

test("one where a silent worker still holds a lock is not, and it says whose session to end", async () => {
  await noteWorker(database.db, { id: "frozen", host: "h2", processId: 2, fault: null });
  const held = await withAdvisoryLock(database, { kind: "table", name: "t", workerId: "frozen", lost: "" }, async () => {
    await database.db.execute("update workers set seen_at = now() - interval '50 seconds' where id = 'frozen'");
    const silent = (await readReadiness({ probeEveryMs: 0 })).parts.locks;
    await database.db.execute("update locks set end_refused = true");
    return [silent, (await readReadiness({ probeEveryMs: 0 })).parts.locks];
  });
  expect(held).toMatchObject({
    value: [
      { ok: false, message: expect.stringMatching(/^The worker frozen on h2 has given no sign for 50 s and still holds a lock/) },
      { ok: false, message: expect.stringMatching(/grant that role pg_signal_backend, or end Postgres's process \d+\.$/) },
    ],
  });
  expect((await readReadiness({ probeEveryMs: 0 })).parts.locks.ok).toBe(true);
});

test("a program that is not started again makes it unready, one that was restarted does not", async () => {
  const told = async (isRunning: boolean) => {
    Object.assign(globalThis, { bergwatchNotes: { type: "notes", notes: [{ sentence: "The worker ended.", isRunning }] } });
    return await readReadiness({ probeEveryMs: 0 });
  };
  expect(await told(true)).toMatchObject({ ready: true, parts: { processes: { ok: true, message: "The worker ended." } } });
  expect(await told(false)).toMatchObject({ ready: false, parts: { processes: { ok: false, message: "The worker ended." } } });
  Object.assign(globalThis, { bergwatchNotes: undefined });
});

test("a web server with another secret of key hashes than the database is not ready", async () => {
  const others = new KeyHashes(["the-secret-of-another-installation-long-enough"]);
  const value = JSON.stringify({ level: 1, fingerprint: others.fingerprint(), sealed: true });
  await database.db.execute(`insert into service_states (name, value) values ('key_secret', '${value}')`);
  expect(await readReadiness({ probeEveryMs: 0 })).toMatchObject({
    ready: false,
    parts: { keySecret: { ok: false, message: expect.stringMatching(/another secret of key hashes/) } },
  });
  await database.db.execute("delete from service_states where name = 'key_secret'");
  expect((await readReadiness({ probeEveryMs: 0 })).parts.keySecret.ok).toBe(true);
});
