import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runCommand } from "#jobs/testing/run-command.ts";
import { entryCommands } from "#jobs/testing/entry-commands.ts";
import { takeOver } from "#jobs/testing/take-over.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { EntriesDocument } from "#lib/contracts/entry-documents.ts";

let world: TaskWorld;
let folder = "";
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => {
  await world.database.db.execute("truncate settings_entries, service_states, tables cascade");
  folder = await mkdtemp(join(tmpdir(), "bergwatch-commands-"));
});
afterEach(async () => await rm(folder, { recursive: true }));

const { cli, entries, errorOf, stored } = entryCommands(() => world);

test.each<[string[], object]>([
  [[], {}],
  [["--kind", "apicurio", "--auth-token-file", "/s/token"], { kind: "apicurio", auth: { bearer: { token: { file: "/s/token" } } } }],
  [
    ["--username", "me", "--password-env", "BERGWATCH_SECRET_P"],
    { auth: { basic: { username: "me", password: "${BERGWATCH_SECRET_P}" } } },
  ],
  [
    ["--username-env", "BERGWATCH_SECRET_U", "--password-env", "BERGWATCH_SECRET_P"],
    { auth: { basic: { username: "${BERGWATCH_SECRET_U}", password: "${BERGWATCH_SECRET_P}" } } },
  ],
])("registries add writes what the file would say: %j", async (args, more) => {
  const file = args.includes("/s/token") ? join(folder, "secrets/token") : null;
  const given = args.map((arg) => (arg === "/s/token" && file !== null ? file : arg));
  const machine = { host: "127.0.0.1", dataDir: folder };
  const url = "https://registry.example.org";
  const { output } = await runCommand(world, ["registries", "add", "shop", "--url", url, ...given], {
    say: () => {},
    machine: () => machine,
  });
  expect(EntriesDocument.parse(JSON.parse(output)).entries).toMatchObject([{ kind: "schema_registry", name: "shop", state: "waiting" }]);
  const written = JSON.parse(JSON.stringify({ name: "shop", url, ...more }).replaceAll("/s/token", file ?? "")) as object;
  expect(await stored()).toEqual([["schema_registry", written]]);
});

test("registries are listed with those of the file, named by tables, exported, and not removed while a table names one", async () => {
  await writeFile(join(folder, "bergwatch.yaml"), "tables: []\nschema_registries: [{ name: ours, url: https://ours.example.org }]");
  await cli("registries", "add", "shop", "--url", "https://registry.example.org");
  await cli("tables", "add", "keyed", "--location", "/lake/k", "--key", "id", "--schema-registry", "shop");
  await takeOver(world, folder);
  expect((await entries("registries")).entries.map(({ name, origin, state }) => `${name} ${origin.from} ${state}`)).toEqual([
    "ours file in use",
    "shop settings in use",
  ]);
  expect((await cli("config", "export")).output).toContain("schema_registries:\n  - name: shop\n    url: https://registry.example.org\n");
  expect(await errorOf("registries", "remove", "ours")).toMatch(/The schema registry ours is in .*bergwatch\.yaml: remove it there/);
  expect(await errorOf("registries", "remove", "shop")).toMatch(/The schema registry "shop" is needed by a table: keyed/);
  expect(await errorOf("registries", "remove", "pond")).toBe("No schema registry named pond was entered: there are shop.");
  await cli("tables", "remove", "keyed");
  expect((await entries("registries", "remove", "shop")).entries).toMatchObject([{ name: "ours" }]);
});
