import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { columnsByRole } from "#lib/column-roles.ts";
import { type CheckInput, defineCheckCommand, type RawOptions, toCheckInput } from "#jobs/commands/check-options.ts";

const TABLE = ["--location", "/lake/orders", "--key", "order_id"];

/** What `check <args>` asks for. Throws what the parser or the rules say. */
function parse(args: string[]): CheckInput {
  let input: CheckInput | undefined;
  const command = defineCheckCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  command.action((_: string | undefined, options: RawOptions) => {
    input = toCheckInput(options);
  });
  new Command().addCommand(command).parse(["check", ...args], { from: "user" });
  if (input === undefined) throw new Error("the command did not run");
  return input;
}

test("a location and a key are enough: the current snapshot, a promised key, no Kafka columns, twenty samples", () => {
  expect(parse(TABLE)).toEqual({
    table: "/lake/orders",
    request: {
      location: "/lake/orders",
      relocated: false,
      snapshot: { by: "current" },
      key: ["order_id"],
      columns: columnsByRole(),
      where: null,
      explain: { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null },
      cdc: false,
      readBy: "own",
      sample: { keysMax: 20, rowsPerKeyMax: 50 },
    },
    promise: "unique",
    keep: "last",
    failOn: null,
    verbose: false,
    masked: [],
    limits: {},
    sources: { catalogs: [], stores: [] },
  });
});

test("every option reaches the request", () => {
  const columns = ["--kafka-partition", "p", "--kafka-key", "k", "--kafka-offset", "o", "--kafka-topic", "t", "--kafka-timestamp", "kt"];
  const cdc = ["--event-time", "e", "--op", "op", "--lsn", "file", "--lsn", "pos", "--source-time", "s", "--deleted", "d"];
  const rest = [
    "--key",
    "line.no",
    "--where",
    "amount > 0",
    "--snapshot",
    "5834977859330697266",
    "--relocated",
    "--samples",
    "3",
    "--read-by",
    "both",
  ];
  const settings = ["--kind", "cdc", "--keep", "first", "--promise", "none", "--fail-on", "alert", "--verbose"];
  expect(parse([...TABLE, ...columns, ...cdc, ...rest, ...settings])).toMatchObject({
    request: {
      relocated: true,
      snapshot: { by: "id", id: "5834977859330697266" },
      key: ["order_id", "line.no"],
      columns: {
        kafkaPartition: "p",
        kafkaKey: "k",
        kafkaOffset: "o",
        kafkaTopic: "t",
        kafkaTimestamp: "kt",
        eventTime: "e",
        op: "op",
        lsn: ["file", "pos"],
        sourceTime: "s",
        deleted: "d",
      },
      where: "amount > 0",
      cdc: true,
      readBy: "both",
      sample: { keysMax: 3 },
    },
    promise: "none",
    keep: "first",
    failOn: "alert",
    verbose: true,
  });
});

test.each(["$$raw-key", "Breed Name", '"a.b".c', "-id", "ключ", 'say "hi"'])("a column may be named %s", (name) => {
  expect(parse(["--location", "/lake", "--key", name, "--kafka-key", name]).request).toMatchObject({
    key: [name],
    columns: { kafkaKey: name },
  });
});

test.each([
  ["upsert", "unique"],
  ["cdc", "unique"],
  ["aggregate", "unique"],
  ["append", "none"],
  ["history", "none"],
  ["events", "none"],
])("a key of a table of kind %s promises to be %s", (kind, promise) => {
  expect(parse([...TABLE, "--kind", kind]).promise).toBe(promise);
});

test.each([
  ["--kind", "cdc"],
  ["--op", "c"],
  ["--lsn", "c"],
  ["--source-time", "c"],
  ["--deleted", "c"],
  ["--unavailable", "c"],
])("%s %s alone asks for the CDC facts", (...option) => {
  expect(parse([...TABLE, ...option]).request.cdc).toBe(true);
});

test("columns that are looked through are asked for with Debezium's own placeholder", () => {
  expect(parse([...TABLE, "--unavailable", "note", "--unavailable", "doc"]).request.unavailable).toEqual({
    columns: ["note", "doc"],
    placeholder: "__debezium_unavailable_value",
  });
});

test("a branch is a choice of snapshot", () => {
  expect(parse([...TABLE, "--branch", "audit"]).request.snapshot).toEqual({ by: "branch", name: "audit" });
});

describe("what is wrong is refused in a sentence that says what to do", () => {
  test.each<[string, string[], RegExp]>([
    ["no location", ["--key", "id"], /--location is missing: name a/],
    ["no key", ["--location", "/lake"], /--key is missing: name the columns/],
    ["two table names", ["a", "b"], /too many arguments/],
    [
      "an unknown option",
      [...TABLE, "--kafka-partitions", "p"],
      /unknown option '--kafka-partitions'\s+\(Did you mean --kafka-partition\?\)/,
    ],
    ["an option without its value", [...TABLE, "--where"], /'--where <condition>' argument missing/],
    ["an option in the place of a column", ["--key", "--location", "/lake"], /column's name is missing after --key/],
    ["an empty location", ["--location", "", "--key", "id"], /It is empty/],
    ["an empty condition", [...TABLE, "--where", " "], /It is empty/],
    ["an empty column", ["--location", "/lake", "--key", ""], /It is empty/],
    ["an empty branch", [...TABLE, "--branch="], /It is empty/],
    ["a kind that is none", [...TABLE, "--kind", "upserts"], /'upserts' is invalid\. Allowed are upsert, cdc/],
    ["a promise that is none", [...TABLE, "--promise", "yes"], /Allowed are unique, none/],
    ["a severity that is none", [...TABLE, "--fail-on", "error"], /Allowed are warn, alert/],
    ["a snapshot that is not a number", [...TABLE, "--snapshot", "0x12"], /whole number of at most 19 digits/],
    ["a snapshot beside a branch", [...TABLE, "--snapshot", "12", "--branch", "b"], /leave one out/],
    ["an offset without its partition", [...TABLE, "--kafka-offset", "o"], /--kafka-offset is given without --kafka-partition/],
    ["a location given twice", [...TABLE, "--location", "/b"], /--location is given twice \("\/lake\/orders" before\)/],
    ["a column of the key given twice", [...TABLE, "--key", "order_id"], /--key names it twice/],
    ["too many samples", [...TABLE, "--samples", "10001"], /from 0 to 10000/],
    ["samples that are no number", [...TABLE, "--samples", "-1"], /from 0 to 10000/],
  ])("%s", (_, args, message) => {
    expect(() => parse(args)).toThrow(message);
  });
});

test("a schema registry that an option names by its address is asked, its secrets by reference", () => {
  const base = { location: "/lake/orders", key: ["order_id"] };
  const input = toCheckInput({
    ...base,
    registryUrl: "https://registry.example.org/",
    registryUserEnv: "USER_ID",
    registryPasswordEnv: "PASS",
  });
  expect(input.request.explain?.registry).toBe("registry.example.org");
  expect(input.sources.registries).toEqual([
    {
      name: "registry.example.org",
      kind: "confluent",
      url: "https://registry.example.org",
      auth: { kind: "basic", username: { from: "environment", name: "USER_ID" }, password: { from: "environment", name: "PASS" } },
      entered: false,
    },
  ]);
});

test.each([
  [{ registryTokenEnv: "TOKEN" }, /--registry-token-env is given without --registry-url/],
  [{ registryUrl: "registry" }, /--registry-url is not a web address/],
  [{ registryUrl: "https://u:hunter22@r.example.org" }, /--registry-url holds more than an address/],
  [
    { registryUrl: "https://r.example.org", registryTokenEnv: "hunter22!" },
    /--registry-token-env is not the name of an environment variable/,
  ],
  [{ registryUrl: "https://r.example.org", registryUserEnv: "U" }, /go together/],
  [{ registryUrl: "https://r.example.org", registryTokenEnv: "T", registryUserEnv: "U", registryPasswordEnv: "P" }, /are both given/],
])("a schema registry that is named wrongly: %o", (options, fault) => {
  const asked = () => toCheckInput({ location: "/lake/orders", key: ["order_id"], ...options });
  expect(asked).toThrow(fault);
  expect(asked).not.toThrow(/hunter22/);
});
