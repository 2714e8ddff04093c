import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readEntryViews } from "#db/queries/entry-documents.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { removeEntry, saveEntries } from "#db/queries/settings-entries.ts";
import { listTables } from "#db/queries/tables.ts";
import { someDefinition } from "#db/testing/factories.ts";
import { ensureTables, setSamples, type ConfigurationDeps } from "#jobs/configuration.ts";
import { markConfiguration, watchConfiguration } from "#jobs/config-watch.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { entryName } from "#lib/config/entry-name.ts";
import { readConfigFile } from "#lib/config/read-config-file.ts";
import type { ServiceSettings } from "#lib/contracts/table-definition.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import type { EntryKind } from "#lib/names.ts";

let world: TaskWorld;
let folder = "";
let deps: ConfigurationDeps;
beforeEach(async () => {
  world = await createTaskWorld();
  folder = await mkdtemp(join(tmpdir(), "bergwatch-entries-"));
  const sample = someDefinition({ name: "sample.orders" });
  const listSampleTables = async () => await Promise.resolve([sample]);
  const machine = { host: "127.0.0.1", dataDir: folder };
  deps = { ...world.deps, file: join(folder, "bergwatch.yaml"), readFile: readConfigFile, listSampleTables, machine };
});
afterEach(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

async function enter(kind: EntryKind, written: WrittenEntry, version: number | null = null): Promise<void> {
  const name = entryName(kind, written) ?? "";
  const change = { kind, name, written, version, formerName: name };
  expect(await saveEntries(world.database.db, [change], { by: "ann", now: world.clock.now })).toMatchObject({ saved: true });
}
const table = (name: string, more: WrittenEntry = {}): WrittenEntry => ({ name, location: `/lake/${name}`, key: "id", ...more });
const lake = (name: string, more: WrittenEntry = {}): WrittenEntry => ({ name, uri: "https://catalog.example.org", ...more });
const remove = async (kind: EntryKind, name: string, version = 1) => await removeEntry(world.database.db, { kind, name, version });
const watched = async () => (await listTables(world.database.db)).map(({ name, source }) => `${name} ${source}`);
const states = async () =>
  Object.fromEntries(
    (await readEntryViews(world.database.db)).map(({ kind, name, origin, state, faults }) => [
      `${kind} ${name} of ${origin.from}`,
      faults.length === 0 ? state : `${state}: ${faults.map(({ path, message }) => `${path} ${message}`).join(" ")}`,
    ]),
  );
const hook = (name: string): WrittenEntry => ({ name, slack_webhook: { url: { env: "BERGWATCH_SECRET_HOOK" } } });
const channels = (settings: ServiceSettings) =>
  settings.notifications.channels.map(({ name, entered }) => `${name}${entered ? " entered" : ""}`);
const write = async (text: string) => await writeFile(deps.file, text);

test("the samples stay beside a table that was entered until a person dismisses them", async () => {
  await ensureTables(deps);
  expect(await watched()).toEqual(["sample.orders sample"]);
  await enter("table", table("orders", { owner: "shop" }));
  await ensureTables(deps);
  expect(await watched()).toEqual(["orders settings", "sample.orders sample"]);
  expect((await listTables(world.database.db))[0]).toMatchObject({ owner: "shop", nextObservationDueAt: world.clock.now });
  expect(await states()).toMatchObject({ "table orders of settings": "in use" });
  await setSamples(deps, { shown: false, by: "Ana K." });
  await ensureTables(deps);
  expect(await watched()).toEqual(["orders settings"]);
  await remove("table", "orders");
  await ensureTables(deps);
  expect(await watched()).toEqual([]);
});

test("file and entries hold together: defaults of the file, catalogs of both, and each table with where it comes from", async () => {
  await write(`
tables: [{ name: a, catalog: ours, table: shop.a, key: id }]
catalogs: [{ name: ours, uri: https://ours.example.org }]
defaults: { tags: [all], schedule: { every: 6h } }
`);
  await enter("catalog", lake("theirs", { places: ["s3://theirs"] }));
  await enter("store", { scope: "s3://raw", anonymous: true });
  await enter("table", { name: "b", catalog: "theirs", table: "shop.b", key: "id", tags: ["own"] });
  await enter("table", { name: "c", catalog: "ours", table: "shop.c", key: "id" });
  const { sources } = await ensureTables(deps);
  expect(sources.catalogs).toMatchObject([
    { name: "ours", entered: false },
    { name: "theirs", entered: true, places: ["s3://theirs"] },
  ]);
  expect(sources.stores).toMatchObject([{ scope: "s3://raw", entered: true }]);
  expect(sources.bounds).toMatchObject({ allowed: true, addresses: null });
  const tables = await listTables(world.database.db);
  expect(tables.map(({ name, source, tags }) => [name, source, tags])).toEqual([
    ["a", "file", ["all"]],
    ["b", "settings", ["all", "own"]],
    ["c", "settings", ["all"]],
  ]);
  expect(tables[1]?.definition.schedule).toEqual({ by: "interval", everySeconds: 21_600 });
  expect(await states()).toEqual({
    "catalog ours of file": "in use",
    "catalog theirs of settings": "in use",
    "store s3://raw of settings": "in use",
    "table a of file": "in use",
    "table b of settings": "in use",
    "table c of settings": "in use",
  });
});

test("schema registries of file and settings are both in use, one with a fault hurts no table, and one that was removed goes", async () => {
  await write(`
tables: [{ name: a, location: /lake/a, key: id, schema_registry: ours }]
schema_registries: [{ name: ours, url: https://ours.example.org }]
`);
  await enter("schema_registry", { name: "theirs", url: "https://theirs.example.org" });
  await enter("schema_registry", { name: "broken", url: "http://169.254.169.254" });
  await enter("table", table("b", { schema_registry: "theirs" }));
  await enter("table", table("c", { schema_registry: "broken" }));
  expect((await ensureTables(deps)).sources.registries).toMatchObject([
    { name: "ours", entered: false },
    { name: "theirs", entered: true },
  ]);
  expect(await watched()).toEqual(["a file", "b settings", "c settings"]);
  expect(await states()).toMatchObject({
    "schema_registry ours of file": "in use",
    "schema_registry theirs of settings": "in use",
    "schema_registry broken of settings": expect.stringMatching(/^faulty: url .* hands out this machine's own credentials/),
    "table c of settings": "in use",
  });
  // A file with a fault keeps what there was, but for what is removed.
  await write("tables: [");
  await remove("schema_registry", "theirs");
  expect((await ensureTables(deps)).sources.registries).toMatchObject([{ name: "ours" }]);
});

test("the file wins a name, with the table's numbers; what was entered says so, and comes back when the file lets go", async () => {
  await enter("table", table("orders"));
  await ensureTables(deps);
  const [before] = await listTables(world.database.db);
  await write("tables: [{ name: Orders, location: /lake/elsewhere, key: id }]");
  await ensureTables(deps);
  expect(await listTables(world.database.db)).toMatchObject([{ id: before?.id, name: "Orders", source: "file" }]);
  expect(await states()).toMatchObject({
    "table orders of settings": expect.stringMatching(/^faulty: name The configuration file has a table named "orders" already/),
  });
  await write("tables: []");
  await ensureTables(deps);
  expect(await listTables(world.database.db)).toMatchObject([{ id: before?.id, name: "orders", source: "settings" }]);
  expect(await states()).toEqual({ "table orders of settings": "in use" });
});

test("a faulty entry hurts no other, and is in use once it is mended", async () => {
  await enter("catalog", lake("broken", { uri: "nowhere" }));
  await enter("table", { name: "b", catalog: "broken", table: "shop.b", key: "id" });
  await enter("table", table("c", { keyy: "id" }));
  await enter("table", table("d"));
  await ensureTables(deps);
  expect(await watched()).toEqual(["d settings"]);
  expect(await states()).toMatchObject({
    "catalog broken of settings": expect.stringMatching(/^faulty: uri The address is not a web address/),
    "table b of settings": expect.stringMatching(/^faulty: catalog The catalog "broken" is not in use: its entry has an error/),
    "table c of settings": expect.stringMatching(/^faulty: keyy The key "keyy" is not known here/),
    "table d of settings": "in use",
  });
  await enter("catalog", lake("broken"), 1);
  await enter("table", table("c"), 1);
  await ensureTables(deps);
  expect(await watched()).toEqual(["b settings", "c settings", "d settings"]);
});

test("while the file is faulty entries go on by what it said last, removed ones go, and new ones say what they wait for", async () => {
  await write("tables: []\ndefaults: { owner: shop }\ncatalogs: [{ name: ours, uri: https://ours.example.org }]\n");
  await enter("table", table("kept"));
  await enter("table", table("gone"));
  await enter("catalog", lake("theirs"));
  await enter("catalog", lake("left"));
  await ensureTables(deps);
  await write("tables: [");
  await remove("table", "gone");
  await remove("catalog", "left");
  await enter("table", table("new"));
  const { sources } = await ensureTables(deps);
  expect(sources.catalogs.map(({ name }) => name)).toEqual(["ours", "theirs"]);
  expect(await watched()).toEqual(["kept settings"]);
  expect((await listTables(world.database.db))[0]).toMatchObject({ owner: "shop" });
  expect(await states()).toMatchObject({
    "table kept of settings": "in use",
    "table new of settings": expect.stringMatching(/^waiting:  It waits until the errors in .*bergwatch\.yaml are fixed/),
  });
  await write("tables: []");
  await ensureTables(deps);
  expect(await watched()).toEqual(["kept settings", "new settings"]);
});

test("when the file is gone what it named is watched on, and what was entered beside it", async () => {
  await write("tables: [{ name: a, location: /lake/a, key: id }]\ndefaults: { owner: shop }\n");
  await enter("table", table("b"));
  await ensureTables(deps);
  await rm(deps.file);
  await enter("table", table("c"));
  await enter("table", table("A"));
  await ensureTables(deps);
  expect(await watched()).toEqual(["a file", "b settings", "c settings"]);
  expect((await listTables(world.database.db)).map(({ owner }) => owner)).toEqual([null, "shop", "shop"].map(() => "shop"));
  expect(await states()).toMatchObject({ "table A of settings": expect.stringMatching(/^faulty: name The configuration file has/) });
  expect((await findServiceState(world.database.db, "configuration"))?.message).toMatch(/no longer exists; its table is still watched\./);
});

test("a file that allows nothing to be entered puts what was entered out of use", async () => {
  await enter("table", table("orders"));
  await ensureTables(deps);
  await write("tables: []\nentered: { allowed: false }\n");
  await ensureTables(deps);
  expect(await watched()).toEqual([]);
  expect(await states()).toMatchObject({ "table orders of settings": expect.stringMatching(/entered\.allowed: false/) });
});

test("where the pages are served to other machines only what the file lists is taken over", async () => {
  deps = { ...deps, machine: { host: "0.0.0.0", dataDir: folder } };
  await enter("catalog", lake("theirs"));
  await enter("table", table("b"));
  const { sources } = await ensureTables(deps);
  expect(sources.catalogs).toEqual([]);
  expect(await watched()).toEqual([]);
  await write('tables: []\nentered: { addresses: ["*.example.org"], places: [/lake] }\n');
  expect((await ensureTables(deps)).sources.catalogs).toMatchObject([{ name: "theirs" }]);
  expect(await watched()).toEqual(["b settings"]);
});

test("what was entered is taken over without a restart, by every worker, and the same again changes nothing", async () => {
  const ending = new AbortController();
  const told: string[][] = [[], []];
  const applied = await markConfiguration(deps);
  const watching = [0, 1].map(async (worker) => {
    await watchConfiguration(deps, {
      signal: ending.signal,
      applied,
      everyMs: 20,
      onSettings: ({ sources }) => void (told[worker] = sources.catalogs.map(({ name }) => name)),
    });
  });
  await enter("catalog", lake("one"));
  await vi.waitFor(() => expect(told).toEqual([["one"], ["one"]]), { timeout: 10_000 });
  await remove("catalog", "one");
  await vi.waitFor(() => expect(told).toEqual([[], []]), { timeout: 10_000 });
  ending.abort();
  await Promise.all(watching);
  await enter("table", table("orders"));
  await ensureTables(deps);
  const before = await listTables(world.database.db);
  await ensureTables(deps);
  expect(await listTables(world.database.db)).toEqual(before);
});

test("a channel that was entered stands beside the file's, which goes first; routes may name it; it goes when it is removed", async () => {
  await enter("channel", hook("mine"));
  expect(channels(await ensureTables(deps))).toEqual(["mine entered"]);
  await enter("channel", hook("ours"));
  const channel = (name: string) => ({ name, slack_webhook: { url: { env: "HOOK" } } });
  await write(JSON.stringify({ notifications: { channels: [channel("Ours")], routes: [{ to: ["MINE", "ours"] }] } }));
  const settings = await ensureTables(deps);
  expect(channels(settings)).toEqual(["Ours", "mine entered"]);
  expect(settings.notifications.routes).toMatchObject([{ to: ["mine", "Ours"] }]);
  expect(await states()).toMatchObject({
    "channel Ours of file": "in use",
    "channel mine of settings": "in use",
    "channel ours of settings": expect.stringMatching(/^faulty: name The configuration file has a channel named "ours" already/),
  });
  await remove("channel", "ours");
  await write(JSON.stringify({ notifications: { channels: [channel("Ours")] } }));
  await remove("channel", "mine");
  expect(channels(await ensureTables(deps))).toEqual(["Ours"]);
});

test("while the file has a fault a channel that was removed goes, and a new one waits", async () => {
  await enter("channel", hook("a"));
  await enter("channel", hook("b"));
  await ensureTables(deps);
  await write("tables: 5");
  await remove("channel", "a");
  await enter("channel", hook("c"));
  expect(channels(await ensureTables(deps))).toEqual(["b entered"]);
  expect(await states()).toMatchObject({ "channel c of settings": expect.stringMatching(/^waiting: .*until the errors in/) });
});

test("a file without tables keeps the samples, and keeps what the file named before as a fault", async () => {
  await ensureTables(deps);
  await write("service: { pollers: 2 }");
  expect(await ensureTables(deps)).toMatchObject({ pollersMax: 2 });
  expect(await watched()).toEqual(["sample.orders sample"]);
  await write(JSON.stringify({ tables: [table("orders")] }));
  await ensureTables(deps);
  expect(await watched()).toEqual(["orders file", "sample.orders sample"]);
  await write("service: { pollers: 3 }");
  expect(await ensureTables(deps)).toMatchObject({ pollersMax: 4 });
  expect(await watched()).toEqual(["orders file", "sample.orders sample"]);
  const told = await findServiceState(world.database.db, "configuration");
  expect(told).toMatchObject({
    state: "faulty",
    faults: [{ path: "tables", message: expect.stringMatching(/1 table of this file is being watched/) }],
  });
});
