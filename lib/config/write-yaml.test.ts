import fc from "fast-check";
import { expect, test } from "vitest";
import { boundsOf } from "#lib/config/entered-settings.ts";
import { loadConfig } from "#lib/config/load-config.ts";
import { type GivenEntry, takeEntries } from "#lib/config/take-entries.ts";
import { parseYaml } from "#lib/config/yaml-document.ts";
import { writeYaml } from "#lib/config/write-yaml.ts";
import { ENTERED_DEFAULTS } from "#lib/contracts/entered-bounds.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import { TABLE_KINDS } from "#lib/names.ts";

const OPEN = boundsOf(ENTERED_DEFAULTS, { host: "127.0.0.1", dataDir: "/data" });
const AT = { at: new Date("2026-03-01T10:00:00Z") };

/** Texts that YAML takes for something else, or that break lines and quotes. */
const odd = fc.constantFrom(
  "on",
  "no",
  "null",
  "~",
  "1",
  "0x1F",
  "1e3",
  ".inf",
  "2026-03-01",
  "true",
  "a: b",
  "a #b",
  "- a",
  "*a",
  "&a",
  "!a",
  "%a",
  "@a",
  "`a",
  "|",
  ">-",
  "{a}",
  "[a]",
  "'",
  '"',
  "\\",
  "a\nb",
  "a\n\n  b",
  "é🧊",
  "${HOME}",
  "<<",
  "?",
  "a".repeat(150),
  "=",
  "\u2028",
  "\u0085",
  "\ufeff",
  "\u007f",
);
const text = fc.oneof(odd, fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 })).map((value) => `x${value}x`);
const entry = fc.oneof(
  fc.record({
    kind: fc.constant("table" as const),
    written: fc.record(
      {
        name: text,
        location: text.map((name) => `/lake/${name}`),
        key: fc.oneof(text, fc.uniqueArray(text, { minLength: 1 })),
        kind: fc.constantFrom(...TABLE_KINDS),
        filter: text,
        owner: text,
        tags: fc.uniqueArray(text),
        paused: fc.boolean(),
        limits: fc.dictionary(fc.constantFrom(...METRIC_NAMES), fc.record({ warn: fc.constantFrom(5, "off") })),
        schedule: fc.constantFrom({ every: "6h" }, { cron: "*/15 * * * *" }, { on_snapshot: true, poll: "30s" }),
        masked: fc.uniqueArray(text, { minLength: 1 }),
      },
      { requiredKeys: ["name", "location", "key"] },
    ),
  }),
  fc.record({
    kind: fc.constant("catalog" as const),
    written: fc.record(
      {
        name: fc.stringMatching(/^[a-z0-9][\w.-]{0,10}$/),
        uri: fc.constant("https://catalog.example.org/api"),
        warehouse: text,
        places: fc.uniqueArray(text.map((name) => `s3://b/${name}`)),
        auth: fc.constantFrom(
          "none",
          { bearer: { token: "${BERGWATCH_SECRET_T}" } },
          { oauth2: { client_id: "0123", client_secret: { file: "/data/secrets/x" } } },
        ),
      },
      { requiredKeys: ["name", "uri"] },
    ),
  }),
  fc.record({
    kind: fc.constant("schema_registry" as const),
    written: fc.record(
      {
        name: fc.stringMatching(/^[a-z0-9][\w.-]{0,10}$/),
        url: fc.constant("https://registry.example.org/api"),
        kind: fc.constantFrom("confluent", "apicurio"),
        auth: fc.constantFrom("none", { basic: { username: "0123", password: "${BERGWATCH_SECRET_P}" } }),
      },
      { requiredKeys: ["name", "url"] },
    ),
  }),
  fc.record({
    kind: fc.constant("store" as const),
    written: fc.record({ scope: text.map((name) => `s3://b/${name}`), anonymous: fc.boolean(), region: text }, { requiredKeys: ["scope"] }),
  }),
);

test("what is exported is read to the same definitions, however odd the texts in it", () => {
  let read = 0;
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), (made) => {
      // Without what was left out, as JSON has it.
      const given = JSON.parse(JSON.stringify(made)) as GivenEntry[];
      const faulty = takeEntries({ file: null, entries: given, bounds: OPEN }).faults;
      const entries = given.filter((_, index) => faulty[index]?.length === 0);
      const taken = takeEntries({ file: null, entries, bounds: OPEN });
      const loaded = loadConfig(writeYaml(entries, AT), { file: "/etc/bergwatch.yaml" });
      expect(loaded).toMatchObject({ ok: true });
      if (!loaded.ok) return;
      read += entries.length;
      expect(loaded.config.tables).toEqual(taken.tables);
      const { catalogs, stores, registries = [] } = loaded.config.service.sources;
      const sources = [...taken.catalogs, ...taken.stores, ...taken.registries];
      expect([...catalogs, ...stores, ...registries]).toEqual(sources.map((one) => ({ ...one, entered: false })));
    }),
    { numRuns: 100 },
  );
  // Most of what is made is right, or nothing was tested.
  expect(read).toBeGreaterThan(100);
});

test("a key that YAML takes for a merge is written as a key, though no entry without a fault has it", () => {
  const written = { name: "orders", "<<": { "<<": "<<" } };
  const yaml = parseYaml(writeYaml([{ kind: "table", written }], AT));
  expect("document" in yaml && yaml.document.value).toEqual({ tables: [written] });
});

test("nothing entered is a whole file that watches nothing", () => {
  expect(loadConfig(writeYaml([], AT), { file: "/etc/bergwatch.yaml" })).toMatchObject({ ok: true, config: { tables: [] } });
});

test("each item says what was entered and nothing more, first what it is and where, in whatever order it was kept", () => {
  const written = { key: "id", name: "orders", limits: { ghost_rows: "off" }, location: "/lake/orders" };
  expect(writeYaml([{ kind: "table", written }], AT)).toMatch(
    /\ntables:\n {2}- name: orders\n {4}location: \/lake\/orders\n {4}key: id\n {4}limits:\n {6}ghost_rows: off\n$/,
  );
});
