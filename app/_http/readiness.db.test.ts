import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readReadiness } from "#app/_http/readiness.ts";
import { openDatabase, type Database } from "#db/client.ts";
import { noteWorker } from "#db/queries/workers.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { env } from "#lib/env.ts";

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

test("one whose data folder lies on a full disk is not", async () => {
  const { dataDir } = env();
  mkdirSync(dataDir, { recursive: true });
  const probe = join(dataDir, "space.probe");
  // A device on which each write fails as it does on a full disk.
  symlinkSync("/dev/full", probe);
  try {
    expect(await readReadiness({ probeEveryMs: 0 })).toMatchObject({
      ready: false,
      parts: {
        postgres: { ok: true },
        storage: { ok: false, message: `Nothing can be stored in ${dataDir}: its disk is full. Free some space there.` },
      },
    });
  } finally {
    rmSync(probe, { force: true });
  }
});
