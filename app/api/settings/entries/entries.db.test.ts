import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GET as list, POST as save } from "./route.ts";
import { POST as remove } from "./removed/route.ts";
import { GET as yaml } from "./yaml/route.ts";
import { openDatabase } from "#db/client.ts";
import { tellServiceState } from "#db/queries/service-states.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { loadConfig } from "#lib/config/load-config.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { EntryList, SaveEntriesAnswer } from "#lib/contracts/settings-entries.ts";
import { env } from "#lib/env.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(globalThis, { bergwatchDatabase: openDatabase({ url: database.url }) });
});
afterAll(async () => {
  await (globalThis as { bergwatchDatabase?: { close: () => Promise<void> } }).bergwatchDatabase?.close();
  Object.assign(globalThis, { bergwatchDatabase: undefined });
  await database.drop();
});
beforeEach(async () => {
  env().host = "127.0.0.1";
  await database.db.execute("truncate settings_entries, service_states");
});

const context = { params: Promise.resolve({}) };
const at = (path: string) => `http://127.0.0.1:3000/api/settings/entries${path}`;
const post = (body: unknown, headers: Record<string, string> = {}) =>
  new Request(at(""), { method: "POST", body: JSON.stringify(body), headers: { host: "127.0.0.1:3000", ...headers } });
const listed = async () => EntryList.parse(await (await list(new Request(at("")), context)).json());
async function saveAll(entries: unknown[], by?: string): Promise<SaveEntriesAnswer> {
  return SaveEntriesAnswer.parse(await (await save(post({ entries, by }), context)).json());
}
const orders = { kind: "table", version: null, written: { name: "orders", location: "/lake/orders", key: "id" } };
const told = async (changes: object) =>
  await tellServiceState(database.db, "configuration", {
    file: "/etc/bergwatch.yaml",
    state: "applied",
    at: "2026-03-01T10:00:00.000Z",
    message: "",
    faults: [],
    service: SERVICE_DEFAULTS,
    ...changes,
  });

test("what is saved is listed with who saved it, waits for a worker, and is exported as a file that says the same", async () => {
  expect(await saveAll([orders], "ann")).toMatchObject({ saved: true, entries: [{ name: "orders", state: "waiting" }] });
  expect(await listed()).toMatchObject({
    refused: null,
    entries: [{ kind: "table", origin: { from: "settings", version: 1, changedBy: "ann" }, written: orders.written }],
  });
  const answer = await yaml(new Request(at("/yaml")), context);
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="bergwatch.yaml"');
  expect(loadConfig(await answer.text(), { file: "/etc/b.yaml" })).toMatchObject({ ok: true, config: { tables: [{ name: "orders" }] } });
});

test("most of what is wrong is answered with its key before it is stored, by what the file has too", async () => {
  await told({ parts: { defaults: null, tables: ["Orders"], catalogs: ["lake"], stores: [] } });
  const of = (name: string, catalog: string) => ({ kind: "table", version: null, written: { name, catalog, table: "a.b", key: "id" } });
  expect(await saveAll([of("a", "lake"), orders, of("b", "lak")])).toEqual({
    saved: false,
    faults: [
      { entry: 1, path: "name", message: expect.stringMatching(/The configuration file has a table named "orders" already/) },
      { entry: 2, path: "catalog", message: expect.stringMatching(/a catalog "lak": there are lake/) },
    ],
  });
  expect((await listed()).entries.filter(({ origin }) => origin.from === "settings")).toEqual([]);
});

test("of two changes of one version the later is told who was first", async () => {
  await saveAll([orders], "ann");
  await saveAll([{ ...orders, version: 1 }], "bob");
  expect(await saveAll([{ ...orders, version: 1 }], "cid")).toMatchObject({
    saved: false,
    faults: [{ entry: 0, message: expect.stringMatching(/was changed meanwhile, by bob on/) }],
  });
});

test("what is removed is gone, but not while it is needed, nor by another site's page", async () => {
  const lake = { kind: "catalog", version: null, written: { name: "lake", uri: "https://lake.example.org" } };
  await saveAll([lake, { kind: "table", version: null, written: { name: "b", catalog: "lake", table: "a.b", key: "id" } }]);
  const body = (kind: string, name: string) => ({ kind, name, version: 1 });
  const foreign = await remove(post(body("table", "b"), { origin: "https://evil.example" }), context);
  expect([foreign.status, await foreign.text()]).toEqual([400, expect.stringMatching(/another site/)]);
  const needed = await remove(post(body("catalog", "lake")), context);
  expect([needed.status, await needed.text()]).toEqual([400, expect.stringMatching(/is needed by a table: b/)]);
  await remove(post(body("table", "b")), context);
  expect(EntryList.parse(await (await remove(post(body("catalog", "lake")), context)).json()).entries).toEqual([]);
});

test("a page that other machines reach takes only what the file lists, though the worker was told otherwise", async () => {
  env().host = "0.0.0.0";
  expect(await saveAll([orders])).toMatchObject({
    saved: false,
    faults: [{ path: "location", message: expect.stringMatching(/may not be entered here/) }],
  });
  await told({ service: { ...SERVICE_DEFAULTS, entered: { allowed: true, addresses: null, secrets: [], places: ["/lake"] } } });
  expect(await saveAll([orders])).toMatchObject({ saved: true });
});

test("a secret in the place of a reference is refused, and neither repeated nor stored", async () => {
  const auth = { oauth2: { client_id: "me", client_secret: "hunter2" } };
  const answer = await saveAll([
    { kind: "catalog", version: null, written: { name: "lake", uri: "https://user:hunter2@lake.example.org", auth } },
  ]);
  expect(answer).toMatchObject({ saved: false, faults: [{ path: "uri" }, { path: "auth.oauth2.client_secret" }] });
  const { rows } = await database.db.execute("select to_jsonb(t) from settings_entries t");
  expect(JSON.stringify([answer, rows, await listed()])).not.toContain("hunter2");
});

test("where the file allows nothing the list says so, and nothing is saved", async () => {
  await told({ service: { ...SERVICE_DEFAULTS, entered: { allowed: false, addresses: null, secrets: [], places: null } } });
  expect((await listed()).refused).toMatch(/entered\.allowed: false/);
  const answer = await save(post({ entries: [orders] }), context);
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/entered\.allowed: false/)]);
});

test("two thousand at once are taken", async () => {
  const many = Array.from({ length: 2000 }, (_, at) => ({
    ...orders,
    written: { ...orders.written, name: `t${at}`, location: `/lake/t${at}` },
  }));
  expect(await saveAll(many)).toMatchObject({ saved: true });
  expect((await listed()).entries).toHaveLength(2000);
});
