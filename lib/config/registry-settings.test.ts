import { expect, test } from "vitest";
import { loadConfig } from "#lib/config/load-config.ts";
import { takeEntries } from "#lib/config/take-entries.ts";
import { ENTERED_DEFAULTS } from "#lib/contracts/entered-bounds.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";

const FILE = "/etc/bergwatch/bergwatch.yaml";
const REGISTRIES = `schema_registries:
  - { name: shop, url: "https://registry.example.org/", auth: { basic: { username: bergwatch, password: "\${REGISTRY_PASSWORD}" } } }
  - { name: other, kind: apicurio, url: "http://apicurio:8080", auth: { bearer: { token: { file: token } } } }
  - { name: open, url: "http://localhost:8081" }
`;

function faults(text: string): string[] {
  const loaded = loadConfig(text, { file: FILE });
  return loaded.ok ? [] : loaded.faults.map(({ line, path, message }) => `${line} ${path}: ${message}`);
}

test("a file's schema registries, and a table that names one and a measure", () => {
  const loaded = loadConfig(
    `${REGISTRIES}defaults: { schema_registry: open }
tables:
  - { name: a, location: /lake/a, key: id, schema_registry: shop, measure: amount }
  - { name: b, location: /lake/b, key: id }
`,
    { file: FILE },
  );
  expect(loaded.ok ? [] : loaded.faults).toEqual([]);
  if (!loaded.ok) return;
  expect(loaded.config.tables.map(({ schemaRegistry, measure }) => [schemaRegistry, measure])).toEqual([
    ["shop", "amount"],
    ["open", null],
  ]);
  expect(loaded.config.parts.registries).toEqual(["shop", "other", "open"]);
  expect(loaded.config.service.sources.registries).toEqual([
    {
      name: "shop",
      kind: "confluent",
      url: "https://registry.example.org",
      auth: { kind: "basic", username: { from: "text", text: "bergwatch" }, password: { from: "environment", name: "REGISTRY_PASSWORD" } },
      entered: false,
    },
    {
      name: "other",
      kind: "apicurio",
      url: "http://apicurio:8080",
      auth: { kind: "bearer", token: { from: "file", path: "token" } },
      entered: false,
    },
    { name: "open", kind: "confluent", url: "http://localhost:8081", auth: { kind: "none" }, entered: false },
  ]);
});

test("a registry that is not there is named with its line, and with the one that was meant", () => {
  expect(faults(`${REGISTRIES}tables:\n  - { name: a, location: /lake/a, key: id, schema_registry: shpo }\n`)).toEqual([
    '6 tables[0].schema_registry: The configuration file has no schema registry "shpo": it has shop, other, open. Did you mean shop? Add it to schema_registries.',
  ]);
});

test("two registries of one name, a secret in clear and a secret in the address are faults, and no message repeats the secret", () => {
  const said = faults(`schema_registries:
  - { name: shop, url: "https://u:hunter22@registry.example.org" }
  - { name: Shop, url: "https://registry.example.org", auth: { basic: { username: u, password: hunter22 } } }
  - { name: third, url: "https://registry.example.org", auth: { bearer: hunter22 } }
tables: []
`);
  expect(said.map((one) => one.split(":")[0])).toEqual([
    "2 schema_registries[0].url",
    "3 schema_registries[1].name",
    "3 schema_registries[1].auth.basic.password",
    "4 schema_registries[2].auth.bearer",
  ]);
  expect(said.join()).not.toContain("hunter22");
});

const BOUNDS = { ...ENTERED_DEFAULTS, addresses: ["*.example.org"], secrets: ["BERGWATCH_SECRET_*"], places: null };
const FILE_PARTS = { defaults: null, tables: [], catalogs: [], stores: [], registries: ["shop"] };
const table = (name: string) => ({ kind: "table" as const, written: { name, location: "/lake/a", key: "id", schema_registry: name } });
const registry = (written: WrittenEntry) => ({ kind: "schema_registry" as const, written });

test("an entered table may name a registry of the file, or one that was entered, right or not: without it, it is read all the same", () => {
  const mine = registry({ name: "mine", url: "https://r.example.org/", auth: { bearer: { token: "${BERGWATCH_SECRET_R}" } } });
  const broken = registry({ name: "broken", url: "https://elsewhere.example" });
  const entries = [table("shop"), table("mine"), table("broken"), table("elsewhere"), mine, broken];
  const taken = takeEntries({ file: FILE_PARTS, entries, bounds: BOUNDS });
  expect(taken.tables.map(({ schemaRegistry }) => schemaRegistry)).toEqual(["shop", "mine", "broken"]);
  expect(taken.registries).toEqual([
    {
      name: "mine",
      kind: "confluent",
      url: "https://r.example.org",
      auth: { kind: "bearer", token: { from: "environment", name: "BERGWATCH_SECRET_R" } },
      entered: true,
    },
  ]);
  expect(taken.faults[3]).toEqual([
    {
      path: "schema_registry",
      message:
        'Neither the settings nor the configuration file have a schema registry "elsewhere": there are shop, mine, broken. Enter it first.',
    },
  ]);
});

test.each<[string, WrittenEntry, string, RegExp]>([
  ["an address that is none", { url: "registry" }, "url", /is not a web address/],
  ["a host that is not listed", { url: "https://r.example" }, "url", /may not be entered here/],
  ["a cloud's metadata", { url: "http://169.254.169.254" }, "url", /hands out this machine's own credentials/],
  ["a password in clear", { auth: { basic: { username: "u", password: "hunter22" } } }, "auth.basic.password", /./],
  [
    "a user of another's",
    { auth: { basic: { username: "${HOME}", password: "${BERGWATCH_SECRET_P}" } } },
    "auth.basic.username",
    /may not be/,
  ],
  ["a password of another's", { auth: { basic: { username: "u", password: "${HOME}" } } }, "auth.basic.password", /may not be referred to/],
  ["a token of another's", { auth: { bearer: { token: { file: "/etc/passwd" } } } }, "auth.bearer.token", /may not be referred to/],
  ["a name of the file's", { name: "Shop" }, "name", /The configuration file has a schema registry named "Shop" already/],
])("a registry that was entered with %s is out of use by itself, told at its key, and no secret is repeated", (_, more, path, message) => {
  const taken = takeEntries({
    file: FILE_PARTS,
    entries: [registry({ name: "mine", url: "https://r.example.org", ...more }), table("shop")],
    bounds: BOUNDS,
  });
  expect(taken.registries).toEqual([]);
  expect(taken.faults).toEqual([[{ path, message: expect.stringMatching(message) as string }], []]);
  expect(JSON.stringify(taken.faults)).not.toContain("hunter22");
});
