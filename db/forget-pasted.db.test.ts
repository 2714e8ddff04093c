import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sweepPasted } from "./forget-pasted.ts";
import { tellServiceState } from "./queries/service-states.ts";
import { saveEntries } from "./queries/settings-entries.ts";
import { tables } from "./schema/tables.ts";
import { someTable } from "./testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { planPasted, writePasted } from "#lib/config/pasted-secrets.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";

const NOW = new Date();
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

let database: TestDatabase;
let dataDir = "";
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "bergwatch-pasted-"));
  await someTable(database.db);
  await addedAt(ago(600));
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const addedAt = async (at: Date) => void (await database.db.update(tables).set({ createdAt: at }));
const left = async () => (await readdir(join(dataDir, "secrets/pasted"))).toSorted();
const sweep = async () => await sweepPasted(database.db, dataDir, NOW);

/** As a save that died before its entry was stored. */
async function paste(name: string, writtenAt: Date) {
  const asked = {
    kind: "channel",
    version: null,
    written: { name },
    pasted: { "slack_webhook.url": "https://hooks.slack.com/x" },
  } as const;
  const { entry, files } = planPasted(asked, dataDir);
  await writePasted(files);
  const path = files[0]?.path ?? "";
  await utimes(path, writtenAt, writtenAt);
  return { entry, path, file: basename(path) };
}

test("a secret's file that a crash left unused goes after some minutes, and one that is being saved stays", async () => {
  await paste("crashed", ago(60));
  const saving = await paste("saving", ago(1));
  expect(await sweep()).toBe(1);
  expect(await left()).toEqual([saving.file]);
});

test("a file that an entry or the configuration file names stays, and so does one that nobody pasted", async () => {
  const entered = await paste("entered", ago(60));
  const { kind, written, version } = entered.entry;
  expect(
    await saveEntries(database.db, [{ kind, written, version, name: "entered", formerName: "entered" }], { by: null, now: NOW }),
  ).toMatchObject({ saved: true });
  const moved = await paste("moved", ago(60));
  const channels = [{ kind: "slack_webhook" as const, name: "moved", quietHours: null, url: { from: "file" as const, path: moved.path } }];
  await tellServiceState(database.db, "configuration", {
    file: "/etc/bergwatch.yaml",
    state: "applied",
    at: NOW.toISOString(),
    message: "",
    faults: [],
    service: { ...SERVICE_DEFAULTS, notifications: { channels, routes: [], digest: null } },
  });
  await writeFile(join(dataDir, "secrets/pasted/mine"), "secret");
  await utimes(join(dataDir, "secrets/pasted/mine"), ago(60), ago(60));
  expect(await sweep()).toBe(0);
  expect(await left()).toEqual([entered.file, moved.file, "mine"].toSorted());
});

test("files from before the store's first table stay: another store used the data folder", async () => {
  await paste("of another store", ago(60));
  await addedAt(ago(30));
  expect(await sweep()).toBe(0);
  await database.db.execute(sql`truncate tables cascade`);
  expect(await sweep()).toBe(0);
  expect(await left()).toHaveLength(1);
});

test("without a folder of pasted secrets there is nothing to do", async () => {
  expect(await sweep()).toBe(0);
});
