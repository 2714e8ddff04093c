import { describe, expect, test } from "vitest";
import { boundsOf } from "#lib/config/entered-settings.ts";
import { loadConfig } from "#lib/config/load-config.ts";
import { type GivenEntry, takeEntries } from "#lib/config/take-entries.ts";
import { ENTERED_DEFAULTS } from "#lib/contracts/entered-bounds.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";

const OPEN = boundsOf(ENTERED_DEFAULTS, { host: "127.0.0.1", dataDir: "/data" });
const table = (written: WrittenEntry): GivenEntry => ({
  kind: "table",
  written: { name: "t", location: "/lake/t", key: "id", ...written },
});
const catalog = (written: WrittenEntry): GivenEntry => ({
  kind: "catalog",
  written: { name: "lake", uri: "https://lake.example.org", ...written },
});
const store = (written: WrittenEntry): GivenEntry => ({ kind: "store", written });
const registry = (written: WrittenEntry): GivenEntry => ({
  kind: "schema_registry",
  written: { name: "shop", url: "https://registry.example.org", ...written },
});

function faultsOf(entry: GivenEntry, others: GivenEntry[] = []): string[] {
  const { faults } = takeEntries({ file: null, entries: [...others, entry], bounds: OPEN });
  return (faults.at(-1) ?? []).map(({ path, message }) => `${path}: ${message}`);
}

test("entries amount to what the same items of a file do, but for who wrote them", () => {
  const entries = [
    catalog({ auth: { sigv4: { service: "glue", region: "eu-central-1" } }, uri: "https://glue.eu-central-1.amazonaws.com/iceberg" }),
    store({ scope: "s3://raw", region: "eu-central-1" }),
    table({ kind: "cdc", limits: { surplus_rows: { warn: 5 } }, schedule: { every: "6h" } }),
    { kind: "table" as const, written: { name: "of lake", catalog: "lake", table: "a.b", keys: [{ name: "one", columns: ["x", "y"] }] } },
  ];
  const items = (kind: string) => entries.filter((entry) => entry.kind === kind).map(({ written }) => written);
  const file = { catalogs: items("catalog"), stores: items("store"), tables: items("table") };
  const loaded = loadConfig(JSON.stringify(file), { file: "/etc/bergwatch.yaml" });
  const taken = takeEntries({ file: null, entries, bounds: OPEN });
  expect(taken.faults.flat()).toEqual([]);
  expect(taken.tables).toEqual(loaded.ok && loaded.config.tables);
  const asOfFile = {
    catalogs: taken.catalogs.map((one) => ({ ...one, entered: false })),
    stores: taken.stores.map((one) => ({ ...one, entered: false })),
  };
  expect(asOfFile).toEqual(loaded.ok && loaded.config.service.sources);
});

test("no entered store opens what the file's stores open, by a longer scope neither", () => {
  const file = { defaults: null, tables: [], catalogs: [], stores: ["s3://lake"] };
  const entries = [store({ scope: "s3://lake/shop" }), store({ scope: "s3://lake-of-others" })];
  const taken = takeEntries({ file, entries, bounds: OPEN });
  expect(taken.stores.map(({ scope }) => scope)).toEqual(["s3://lake-of-others"]);
  expect(taken.faults[0]).toEqual([{ path: "scope", message: expect.stringContaining("the file takes precedence") as string }]);
});

test.each<[string, string]>([
  ["s3a://lake", "s3://lake"],
  ["s3a://lake", "s3://lake/shop"],
  ["s3://lake/", "s3n://lake"],
  ["s3://lake", "S3://lake//"],
  ["s3://", "s3a://lake"],
  ["abfss://c@acc.dfs.core.windows.net", "azure://acc.blob.core.windows.net/c/shop"],
])("where the file opens %s, %s is no other store, however it is spelled", (own, scope) => {
  const file = { defaults: null, tables: [], catalogs: [], stores: [own] };
  const { stores, faults } = takeEntries({ file, entries: [store({ scope })], bounds: OPEN });
  expect([stores, faults[0]]).toEqual([[], [{ path: "scope", message: expect.stringContaining("the file takes precedence") as string }]]);
});

test("two stores that differ by spelling alone are one, and the first counts", () => {
  const entries = ["s3://lake", "s3a://lake", "s3://lake/"].map((scope) => store({ scope, anonymous: true }));
  const taken = takeEntries({ file: null, entries, bounds: OPEN });
  expect([taken.stores.length, taken.faults.map((faults) => faults.length)]).toEqual([1, [0, 1, 1]]);
});

test("no secret in the place of a map, a place or an address is repeated", () => {
  const secret = "hunter2-hunter2";
  const proofs = ["bearer", "oauth2", "sigv4"].map((kind) => catalog({ auth: { [kind]: secret } }));
  const scopes = [`https://acc.blob.core.windows.net/c?sv=1&sig=${secret}`, `s3://key:${secret}@lake`, `https://me:${secret}@lake`];
  const entries = [...proofs, ...scopes.flatMap((place) => [store({ scope: place }), table({ location: place })])];
  const bounds = boundsOf(ENTERED_DEFAULTS, { host: "0.0.0.0", dataDir: "/data" });
  for (const entry of entries) {
    const { faults } = takeEntries({ file: null, entries: [entry], bounds });
    expect(faults.flat().length).toBeGreaterThan(0);
    expect(JSON.stringify(faults)).not.toContain(secret);
  }
});

describe("each fault is told at its key", () => {
  test.each<[string, GivenEntry, RegExp]>([
    ["an unknown key", table({ keyy: "id" }), /^keyy: The key "keyy" is not known here\. Did you mean "?key/],
    ["an unknown key further in", table({ schedule: { evry: "6h" } }), /^schedule\.evry: /],
    ["a wrong value", table({ schedule: { cron: "x" } }), /^schedule\.cron: /],
    ["a name that is missing", { kind: "table", written: { location: "/lake/t", key: "id" } }, /^name: name is missing/],
    [
      "text in the place of a proof",
      catalog({ auth: { bearer: "x" } }),
      /^auth\.bearer: A map is expected here, such as token: \$\{NAME\}\.$/,
    ],
    [
      "a client without its id",
      catalog({ auth: { oauth2: { client_secret: "${BERGWATCH_SECRET_A}" } } }),
      /^auth\.oauth2\.client_id: client_id is missing/,
    ],
    ["a place that names a catalog", table({ location: "catalog:lake/a.b" }), /^location: Give a table of a catalog as catalog and table/],
    ["two keys", table({ keys: [{ columns: "id" }] }), /^key: key and keys are both given/],
    ["two places", table({ catalog: "lake", table: "a.b" }), /^location: location is given beside catalog and table/],
    ["an offset without a partition", table({ kafka: { offset: "o" } }), /^kafka\.offset: /],
    ["a relative place", table({ location: "lake/t" }), /^location: Only an absolute path is taken here/],
    [
      "a relative file of a secret",
      catalog({ auth: { bearer: { token: { file: "token" } } } }),
      /^auth\.bearer\.token: Only an absolute path/,
    ],
    [
      "a secret in clear",
      catalog({ auth: { bearer: { token: "hunter2" } } }),
      /^auth\.bearer\.token: Secrets are not written here\. Refer to one/,
    ],
    [
      "half a key pair",
      store({ scope: "s3://x", access_key_id: "${BERGWATCH_SECRET_A}" }),
      /^access_key_id: access_key_id is given without/,
    ],
    ["a NUL character", table({ owner: "a\0b" }), /^: The entry is not taken: it holds a NUL character/],
    ["half a character", table({ owner: "a\ud83d" }), /^: The entry is not taken/],
  ])("%s", (_, entry, message) => {
    const faults = faultsOf(entry);
    expect(faults[0]).toMatch(message);
    expect(faults.join()).not.toContain("hunter2");
  });
});

test("of two of one name the earlier counts, whatever the case, and the file's before all", () => {
  expect(faultsOf(table({ name: "T" }), [table({})])).toEqual([expect.stringMatching(/^name: There is a table named "T" already/)]);
  expect(faultsOf(store({ region: "x" }), [store({ scope: "s3://" })])).toEqual([
    expect.stringMatching(/^scope: There is a store with the scope "s3:\/\/"/),
  ]);
  const file = { defaults: null, tables: ["T"], catalogs: ["Lake"], stores: ["s3://"], registries: ["Shop"] };
  const { faults, ...taken } = takeEntries({ file, entries: [table({}), catalog({}), store({}), registry({})], bounds: OPEN });
  expect(taken).toEqual({ tables: [], catalogs: [], stores: [], registries: [], channels: [] });
  expect(faults.map(([fault]) => fault?.message)).toEqual(
    ["table named", "catalog named", "store with the scope", "schema registry named"].map((what): unknown =>
      expect.stringMatching(`The configuration file has a ${what}`),
    ),
  );
});

test("a table may name a catalog of the file, or one that was entered and is right", () => {
  const of = (name: string) => ({ kind: "table" as const, written: { name, catalog: name, table: "a.b", key: "id" } });
  const file = { defaults: null, tables: [], catalogs: ["ours"], stores: [] };
  const entries = [catalog({ name: "theirs" }), catalog({ name: "broken", uri: "x" }), of("ours"), of("theirs"), of("broken"), of("their")];
  const { tables, faults } = takeEntries({ file, entries, bounds: OPEN });
  expect(tables.map(({ location }) => location)).toEqual(["catalog:ours/a.b", "catalog:theirs/a.b"]);
  expect(faults.slice(4)).toEqual([
    [{ path: "catalog", message: 'The catalog "broken" is not in use: its entry has an error. Fix it first.' }],
    [
      {
        path: "catalog",
        message: expect.stringMatching(
          /Neither the settings nor the configuration file have a catalog "their": there are ours, theirs\. Did you mean/,
        ),
      },
    ],
  ]);
});

test("defaults of the file hold for entries, and what one of them makes wrong is told at the entry", () => {
  const file = {
    defaults: { owner: "shop", kinds: { cdc: { tags: ["c"] } }, limits: { surplus_rows: { warn: 10 } } },
    tables: [],
    catalogs: [],
    stores: [],
  };
  const { tables, faults } = takeEntries({
    file,
    entries: [table({ kind: "cdc" }), table({ name: "u", limits: { surplus_rows: { alert: 5 } } })],
    bounds: OPEN,
  });
  expect(tables).toMatchObject([{ owner: "shop", tags: ["c"] }]);
  expect(faults[1]).toHaveLength(1);
});
