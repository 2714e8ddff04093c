import { expect, test } from "vitest";
import { loadConfig } from "#lib/config/load-config.ts";
import { takeEntries } from "#lib/config/take-entries.ts";
import { ENTERED_DEFAULTS } from "#lib/contracts/entered-bounds.ts";

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
    },
    { name: "other", kind: "apicurio", url: "http://apicurio:8080", auth: { kind: "bearer", token: { from: "file", path: "token" } } },
    { name: "open", kind: "confluent", url: "http://localhost:8081", auth: { kind: "none" } },
  ]);
});

test("a registry that is not there is named with its line, and with the one that was meant", () => {
  expect(faults(`${REGISTRIES}tables:\n  - { name: a, location: /lake/a, key: id, schema_registry: shpo }\n`)).toEqual([
    '6 tables[0].schema_registry: The configuration file has no schema registry "shpo": it has shop, other, open. Did you mean shop? Schema registries stand in its list schema_registries.',
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

test("an entered table may name a registry of the file, and no other", () => {
  const file = { defaults: null, tables: [], catalogs: [], stores: [], registries: ["shop"] };
  const entry = (name: string) => ({ kind: "table" as const, written: { name, location: "/lake/a", key: "id", schema_registry: name } });
  const taken = takeEntries({
    file,
    entries: [entry("shop"), entry("elsewhere")],
    bounds: { ...ENTERED_DEFAULTS, addresses: null, secrets: [], places: null },
  });
  expect(taken.tables.map(({ schemaRegistry }) => schemaRegistry)).toEqual(["shop"]);
  expect(taken.faults[1]?.map(({ path }) => path)).toEqual(["schema_registry"]);
});
