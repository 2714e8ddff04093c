import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tellServiceState } from "#db/queries/service-states.ts";
import { runCommand } from "#jobs/testing/run-command.ts";
import { entryCommands } from "#jobs/testing/entry-commands.ts";
import { takeOver } from "#jobs/testing/take-over.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { loadConfig } from "#lib/config/load-config.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { ErrorDocument } from "#lib/contracts/check-document.ts";
import type { SourceSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";

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

describe("catalogs add writes what the file would say", () => {
  const uri = "https://catalog.example.org/api";
  test.each<[string[], object]>([
    [[], {}],
    [["--warehouse", "prod", "--prefix", "p", "--region", "eu-central-1"], { warehouse: "prod", prefix: "p", region: "eu-central-1" }],
    [["--auth-token-env", "BERGWATCH_SECRET_T"], { auth: { bearer: { token: "${BERGWATCH_SECRET_T}" } } }],
    [
      [
        "--oauth2-client-id",
        "me",
        "--oauth2-client-secret-env",
        "BERGWATCH_SECRET_S",
        "--scope",
        "s",
        "--token-endpoint",
        "https://t.example.org",
      ],
      {
        auth: {
          oauth2: { client_id: "me", client_secret: "${BERGWATCH_SECRET_S}", scope: "s", token_endpoint: "https://t.example.org" },
        },
      },
    ],
    [
      ["--place", "s3://a", "--place", "s3://b", "--access-delegation", "none"],
      { places: ["s3://a", "s3://b"], access_delegation: "none" },
    ],
  ])("%j", async (args, more) => {
    const { exitCode, said, entries: shown } = await entries("catalogs", "add", "lake", "--uri", uri, ...args, "--by", "ann");
    expect(await stored()).toEqual([["catalog", { name: "lake", uri, ...more }]]);
    expect(shown).toMatchObject([
      { kind: "catalog", name: "lake", state: "waiting", origin: { from: "settings", changedBy: "ann", version: 1 } },
    ]);
    expect([exitCode, said]).toEqual([0, ["No worker is running; what was entered is taken over when one starts (npm start)."]]);
  });

  test("with AWS's signature, by the machine's own credentials or named keys", async () => {
    await cli("catalogs", "add", "glue", "--uri", "https://glue.eu-central-1.amazonaws.com/iceberg", "--sigv4");
    const keys = ["--access-key-id-env", "BERGWATCH_SECRET_A", "--secret-access-key-env", "BERGWATCH_SECRET_B"];
    await cli("catalogs", "add", "own", "--uri", uri, "--sigv4", "--sigv4-service", "glue", "--sigv4-region", "eu-central-1", ...keys);
    expect((await stored()).map(([, written]) => written)).toMatchObject([
      { name: "glue", auth: { sigv4: {} } },
      { name: "own", auth: { sigv4: { service: "glue", region: "eu-central-1", access_key_id: "${BERGWATCH_SECRET_A}" } } },
    ]);
  });
});

test.each<[string[], object]>([
  [["gs://raw", "--token-env", "BERGWATCH_SECRET_G"], { scope: "gs://raw", token: "${BERGWATCH_SECRET_G}" }],
  [
    ["abfss://raw@lake.dfs.core.windows.net", "--account-key-env", "BERGWATCH_SECRET_A"],
    { scope: "abfss://raw@lake.dfs.core.windows.net", account_key: "${BERGWATCH_SECRET_A}" },
  ],
  [
    ["abfss://raw@lake.dfs.core.windows.net", "--sas-token-env", "BERGWATCH_SECRET_S"],
    { scope: "abfss://raw@lake.dfs.core.windows.net", sas_token: "${BERGWATCH_SECRET_S}" },
  ],
])("stores add %j writes what the file would say", async (args, entry) => {
  await cli("stores", "add", ...args);
  expect(await stored()).toEqual([["store", entry]]);
});

test("stores and tables are entered, taken over, listed with where they come from, and removed", async () => {
  await writeFile(join(folder, "bergwatch.yaml"), "tables: [{ name: filed, location: /lake/filed, key: id }]");
  await cli("stores", "add", "s3://raw", "--endpoint", "http://minio:9000", "--anonymous", "--path-style");
  const columns = ["--key", "id", "--key", "line", "--kafka-partition", "p", "--kafka-offset", "o", "--lsn", "l", "--op", "op"];
  const about = ["--owner", "shop", "--tag", "a", "--tag", "b", "--mask", "email", "--every", "6h", "--kind", "cdc", "--where", "id > 0"];
  await cli("tables", "add", "orders", "--location", "/lake/orders", ...columns, ...about);
  expect(await stored()).toEqual([
    ["store", { scope: "s3://raw", endpoint: "http://minio:9000", anonymous: true, path_style: true }],
    [
      "table",
      {
        name: "orders",
        location: "/lake/orders",
        key: ["id", "line"],
        kind: "cdc",
        filter: "id > 0",
        owner: "shop",
        tags: ["a", "b"],
        masked: "email",
        kafka: { partition: "p", offset: "o" },
        cdc: { op: "op", lsn: "l" },
        schedule: { every: "6h" },
      },
    ],
  ]);
  await takeOver(world, folder);
  expect((await entries("stores")).entries).toMatchObject([{ name: "s3://raw", state: "in use", origin: { from: "settings" } }]);
  expect(JSON.parse((await cli("tables")).output)).toMatchObject({
    tables: [
      { name: "filed", source: "file" },
      { name: "orders", source: "settings", owner: "shop" },
    ],
  });
  expect(await errorOf("tables", "remove", "filed")).toMatch(/The table filed is in .*bergwatch\.yaml: remove it there/);
  expect(await errorOf("tables", "remove", "nope")).toMatch(/No table named nope was entered: there are orders/);
  expect((await entries("tables", "remove", "Orders")).entries.map(({ name }) => name)).toEqual(["filed"]);
  await takeOver(world, folder);
  expect(JSON.parse((await cli("tables")).output)).toMatchObject({ tables: [{ name: "filed" }] });
});

test("many are entered from a file or not at all, and what is exported is what was entered", async () => {
  const file = join(folder, "many.yaml");
  const text = `
x-shared: &shared { owner: "shop", limits: { commit_lag_seconds: { warn: 15m }, ghost_rows: off } }
catalogs: [{ name: lake, uri: "https://catalog.example.org", auth: { bearer: { token: "\${BERGWATCH_SECRET_T}" } } }]
tables:
  - { name: a, catalog: lake, table: shop.a, key: [id, line], <<: *shared }
  - { name: "on", location: /lake/on, key: "null", schedule: { cron: "0 7 * * *" } }
`;
  await writeFile(file, text.replace("key: [id, line]", "keyy: id"));
  expect(await errorOf("tables", "add", "--from", file)).toMatch(
    /Nothing was entered\. a: keyy: The key "keyy" is not known here\. Did you mean/,
  );
  expect(await stored()).toEqual([]);
  await writeFile(file, text);
  expect((await entries("tables", "add", "--from", file)).entries.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "catalog lake",
    "table a",
    "table on",
  ]);
  const { output } = await cli("config", "export");
  const [exported, original] = [output, text].map((one) => loadConfig(one, { file: "/etc/bergwatch.yaml" }));
  expect(exported?.ok && exported.config.tables).toEqual(original?.ok && original.config.tables);
  expect(exported?.ok && exported.config.service).toEqual(original?.ok && original.config.service);
  const to = join(folder, "out.yaml");
  expect(JSON.parse((await cli("config", "export", "--output", to)).output)).toEqual({ file: to, entries: 3 });
  expect(await readFile(to, "utf8")).toBe(output);
  expect(await errorOf("config", "export", "--output", to)).toMatch(/it is there already/);
});

test("a secret's file is found from where the command is given, for a catalog and for a store", async () => {
  const file = "/no/such/folder/secrets/lake";
  const given = relative(process.cwd(), file);
  const catalog = await entries("catalogs", "add", "lake", "--uri", "https://lake.example.org", "--auth-token-file", given);
  expect(catalog.entries).toMatchObject([{ written: { auth: { bearer: { token: { file } } } } }]);
  const keys = ["--access-key-id-file", given, "--secret-access-key-file", given];
  const store = await entries("stores", "add", "s3://x", "--endpoint", "https://s3.example.org", ...keys);
  expect(store.entries).toMatchObject([{ written: { access_key_id: { file }, secret_access_key: { file } } }]);
});

test.each<[string, string[], RegExp]>([
  [
    "a name that is there",
    ["tables", "add", "orders", "--location", "/lake/x", "--key", "id"],
    /name: There is a table named "orders" already/,
  ],
  [
    "a catalog that nobody has",
    ["tables", "add", "x", "--catalog", "lak", "--table", "a.b", "--key", "id"],
    /a catalog "lak": there are lake\. Did you mean lake\? Enter it first/,
  ],
  ["no key", ["tables", "add", "x", "--location", "/lake/x"], /key is missing/],
  ["no place", ["tables", "add", "x", "--key", "id"], /location is missing/],
  ["a relative place", ["tables", "add", "x", "--location", "lake/x", "--key", "id"], /location: Only an absolute path is taken here/],
  [
    "a secret in clear",
    ["catalogs", "add", "x", "--uri", "https://x.example.org", "--auth-token-env", "hunter2!"],
    /--auth-token-env is not the name of an environment variable/,
  ],
  [
    "a secret that may not be named",
    ["catalogs", "add", "x", "--uri", "https://x.example.org", "--auth-token-env", "DATABASE_URL"],
    /This variable may not be referred to here\. Entries refer to variables named BERGWATCH_SECRET_\*/,
  ],
  [
    "an address of a cloud's credentials",
    ["catalogs", "add", "x", "--uri", "http://169.254.169.254/latest"],
    /uri: 169\.254\.169\.254 hands out this machine's own credentials/,
  ],
  [
    "credentials of the machine for others than AWS",
    ["stores", "add", "s3://x", "--endpoint", "https://s3.evil.example"],
    /may not be used for s3\.evil\.example, which is neither AWS's own nor Azure's/,
  ],
  ["neither a name nor a file", ["tables", "add", "--key", "id"], /Name a table to enter, or a file by --from/],
  ["a file that is not there", ["tables", "add", "--from", "/no/such.yaml"], /\/no\/such\.yaml cannot be read/],
  ["a catalog that is needed", ["catalogs", "remove", "lake"], /The catalog "lake" is needed by a table: of lake\. Remove it first/],
])("%s is refused with a sentence, and nothing is stored", async (_, args, message) => {
  await cli("tables", "add", "orders", "--location", "/lake/orders", "--key", "id");
  await cli("catalogs", "add", "lake", "--uri", "https://lake.example.org");
  await cli("tables", "add", "of lake", "--catalog", "lake", "--table", "a.b", "--key", "id");
  const before = await stored();
  expect(await errorOf(...args)).toMatch(message);
  expect((await cli(...args)).output).not.toContain("hunter2");
  expect(await stored()).toEqual(before);
});

test("where the file allows nothing to be entered, commands say so", async () => {
  const entered = { allowed: false, addresses: null, secrets: [], places: null };
  const service = { ...SERVICE_DEFAULTS, entered };
  await tellServiceState(world.database.db, "configuration", {
    file: "/etc/bergwatch.yaml",
    state: "applied",
    at: world.clock.now.toISOString(),
    message: "",
    faults: [],
    service,
  });
  expect(await errorOf("tables", "add", "x", "--location", "/lake/x", "--key", "id")).toMatch(
    /the configuration file says so \(entered\.allowed: false\)/,
  );
});

describe("check finds what was entered through the service", () => {
  async function check(configFile: string, ...args: string[]) {
    const asked: string[] = [];
    const more = {
      configFile: () => configFile,
      useSources: ({ catalogs, registries = [], bounds }: SourceSettings) =>
        void asked.push(...[...catalogs, ...registries].map(({ name }) => `${name} ${bounds?.allowed}`)),
      gatherFacts: async () => await Promise.reject(new AppError("cancelled", "read")),
    };
    const { output } = await runCommand(world, ["check", ...args], more);
    return { asked, message: ErrorDocument.parse(JSON.parse(output)).error.message };
  }
  const LAKE = ["--catalog", "lake", "--table", "a.b", "--key", "id"];

  test("a catalog by its name, with the bounds that it is used by, and a table by its name", async () => {
    await cli("catalogs", "add", "Lake", "--uri", "https://lake.example.org");
    await cli("tables", "add", "of lake", "--catalog", "Lake", "--table", "a.b", "--key", "id");
    await takeOver(world, folder);
    expect(await check("/no/such.yaml", ...LAKE)).toEqual({ asked: ["Lake true"], message: "read" });
    expect(await check("/no/such.yaml", "of lake")).toEqual({ asked: ["Lake true"], message: "read" });
    expect((await check("/no/such.yaml", "--catalog", "x", ...LAKE.slice(2))).message).toMatch(
      /Neither the configuration file nor the settings have a catalog x: there are Lake\. Enter it by "catalogs add"/,
    );
  });

  test("and the schema registry that a table names", async () => {
    await cli("registries", "add", "shop", "--url", "https://registry.example.org");
    await cli("tables", "add", "keyed", "--location", "/lake/k", "--key", "id", "--schema-registry", "shop", "--managed-by", "tableflow");
    await takeOver(world, folder);
    expect(await check("/no/such.yaml", "keyed")).toEqual({ asked: ["shop true"], message: "read" });
  });

  test("but a catalog of the file is found without a service", async () => {
    const file = join(folder, "bergwatch.yaml");
    await writeFile(file, "tables: []\ncatalogs: [{ name: lake, uri: https://file.example.org }]");
    const alone = { ...world, database: { ...world.database, url: "postgres://nobody@127.0.0.1:1/none" } };
    const more = { configFile: () => file, gatherFacts: async () => await Promise.reject(new AppError("cancelled", "read")) };
    const { output } = await runCommand(alone, ["check", ...LAKE], more);
    expect(ErrorDocument.parse(JSON.parse(output)).error.message).toBe("read");
  });
});
