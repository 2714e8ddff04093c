import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as list, POST as save } from "./route.ts";
import { POST as remove } from "./removed/route.ts";
import { GET as yaml } from "./yaml/route.ts";
import { openDatabase } from "#db/client.ts";
import { tellServiceState } from "#db/queries/service-states.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { boundsOf } from "#lib/config/entered-settings.ts";
import { loadConfig } from "#lib/config/load-config.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { ENTERED_DEFAULTS } from "#lib/contracts/entered-bounds.ts";
import { SaveEntriesAnswer } from "#lib/contracts/settings-entries.ts";
import { env } from "#lib/env.ts";

/** Pasted secrets, from the request to the file and its end. */

const HOOK = (name: string) => `https://hooks.slack.com/services/T0/B0/${name}`;
const SECRETS = ["first-secret-11", "second-secret-22", "sign-secret-33"];

let database: TestDatabase;
let dataDir = "";
const shown: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(globalThis, { bergwatchDatabase: openDatabase({ url: database.url }) });
});
afterAll(async () => {
  await (globalThis as { bergwatchDatabase?: { close: () => Promise<void> } }).bergwatchDatabase?.close();
  await database.drop();
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "bergwatch-pasted-"));
  Object.assign(env(), { host: "127.0.0.1", dataDir });
  vi.spyOn(process.stdout, "write").mockImplementation((text) => shown.push(String(text)) > 0);
  await database.db.execute("truncate settings_entries, service_states");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(dataDir, { recursive: true });
});

const context = { params: Promise.resolve({}) };
const at = (path: string) => `http://127.0.0.1:3000/api/settings/entries${path}`;
const post = (body: unknown, headers: Record<string, string> = {}) =>
  new Request(at(""), { method: "POST", body: JSON.stringify(body), headers: { host: "127.0.0.1:3000", ...headers } });
const files = async () => await readdir(join(dataDir, "secrets/pasted")).catch(() => []);
const contents = async () =>
  await Promise.all((await files()).map(async (file) => (await readFile(join(dataDir, "secrets/pasted", file), "utf8")).trim()));
async function keep(answer: Response): Promise<string> {
  const text = await answer.text();
  shown.push(text);
  return text;
}
async function saveAll(...entries: object[]): Promise<SaveEntriesAnswer> {
  return SaveEntriesAnswer.parse(JSON.parse(await keep(await save(post({ entries }), context))));
}
const slack = (secret: string, more: object = {}) => ({
  kind: "channel",
  version: null,
  written: { name: "orders" },
  pasted: { "slack_webhook.url": HOOK(secret) },
  ...more,
});
const reference = async () => ({ file: join(dataDir, "secrets/pasted", (await files())[0] ?? "") });

test("a pasted secret is in its file alone: in no row, answer, export or log", async () => {
  const own = { "webhook.url": HOOK("second-secret-22"), "webhook.secret": "sign-secret-33" };
  expect(await saveAll(slack("first-secret-11"), { kind: "channel", version: null, written: { name: "own" }, pasted: own })).toMatchObject({
    saved: true,
    entries: [{ written: { slack_webhook: { url: { file: expect.stringMatching(/secrets\/pasted\/channel-/) } } } }, {}],
  });
  expect((await contents()).toSorted()).toEqual([HOOK("first-secret-11"), HOOK("second-secret-22"), "sign-secret-33"]);
  // Faults, too.
  expect(await saveAll(slack("first-secret-11"))).toMatchObject({ saved: false });
  expect(await saveAll(slack(`x first-secret-11`, { written: { name: 5 } }))).toMatchObject({ saved: false });
  await keep(await save(post({ entries: [{ ...slack("first-secret-11"), pasted: { other: "first-secret-11" } }] }), context));
  await keep(await list(new Request(at("")), context));
  const exported = await keep(await yaml(new Request(at("/yaml")), context));
  expect(loadConfig(exported, { file: "/etc/b.yaml" })).toMatchObject({
    ok: true,
    config: { service: { notifications: { channels: [{}, {}] } } },
  });
  const { rows } = await database.db.execute("select to_jsonb(t) from settings_entries t");
  expect(rows).toHaveLength(2);
  const all = JSON.stringify([rows, shown]);
  for (const secret of SECRETS) expect(all).not.toContain(secret);
});

test("a save that is refused leaves no file", async () => {
  await saveAll(slack("first-secret-11", { written: { name: "" } }));
  await saveAll(slack("first-secret-11"), slack("second-secret-22"));
  await saveAll(slack("first-secret-11", { version: 7 }));
  expect(await files()).toEqual([]);
});

test("a replaced secret's file goes, and the last one with the channel", async () => {
  await saveAll(slack("first-secret-11"));
  await saveAll(slack("second-secret-22", { version: 1 }));
  expect(await contents()).toEqual([HOOK("second-secret-22")]);
  // Another change keeps it.
  await saveAll({ kind: "channel", version: 2, written: { name: "orders", slack_webhook: { url: await reference() } } });
  expect(await contents()).toEqual([HOOK("second-secret-22")]);
  await keep(await remove(post({ kind: "channel", name: "orders", version: 3 }), context));
  expect(await files()).toEqual([]);
});

test("a file that another channel or the configuration file refers to stays, as does one that nobody pasted", async () => {
  await saveAll(slack("first-secret-11"));
  const url = await reference();
  await saveAll({ kind: "channel", version: null, written: { name: "twin", slack_webhook: { url } } });
  await keep(await remove(post({ kind: "channel", name: "orders", version: 1 }), context));
  expect(await contents()).toEqual([HOOK("first-secret-11")]);
  const channels = [{ kind: "slack_webhook" as const, name: "moved", quietHours: null, url: { from: "file" as const, path: url.file } }];
  await tellServiceState(database.db, "configuration", {
    file: "/etc/bergwatch.yaml",
    state: "applied",
    at: "2026-03-01T10:00:00.000Z",
    message: "",
    faults: [],
    service: { ...SERVICE_DEFAULTS, notifications: { channels, routes: [], digest: null } },
  });
  await keep(await remove(post({ kind: "channel", name: "twin", version: 1 }), context));
  expect(await contents()).toEqual([HOOK("first-secret-11")]);
  const mine = join(dataDir, "secrets/mine");
  await writeFile(mine, HOOK("second-secret-22"));
  await saveAll({ kind: "channel", version: null, written: { name: "mine", slack_webhook: { url: { file: mine } } } });
  await keep(await remove(post({ kind: "channel", name: "mine", version: 1 }), context));
  expect(await readFile(mine, "utf8")).toBe(HOOK("second-secret-22"));
});

test("another site's page stores nothing, and neither does a server whose workers read secrets elsewhere", async () => {
  const foreign = await save(post({ entries: [slack("first-secret-11")] }, { origin: "https://evil.example" }), context);
  expect([foreign.status, await keep(foreign)]).toEqual([400, expect.stringMatching(/another site/)]);
  const bounds = boundsOf(ENTERED_DEFAULTS, { host: "127.0.0.1", dataDir: "/var/worker" });
  await tellServiceState(database.db, "configuration", {
    file: "/etc/bergwatch.yaml",
    state: "absent",
    at: "2026-03-01T10:00:00.000Z",
    message: "",
    faults: [],
    service: { ...SERVICE_DEFAULTS, sources: { ...SERVICE_DEFAULTS.sources, bounds } },
  });
  const apart = await save(post({ entries: [slack("first-secret-11")] }), context);
  expect([apart.status, await keep(apart)]).toEqual([400, expect.stringMatching(/the worker reads them from \/var\/worker\/secrets/)]);
  expect(await files()).toEqual([]);
});
