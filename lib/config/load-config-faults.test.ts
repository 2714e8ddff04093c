import { describe, expect, test } from "vitest";
import type { ConfigFault } from "#lib/config/config.ts";
import { loadConfig } from "#lib/config/load-config.ts";

/** The faults of a wrong file. */
function faults(text: string): ConfigFault[] {
  const loaded = loadConfig(text, { file: "/etc/bergwatch/bergwatch.yaml" });
  if (loaded.ok) throw new Error("the file has no fault");
  return loaded.faults;
}

/** One table with these lines (two spaces are put before each) after its name, place and key. */
function table(...lines: string[]): string {
  return ["tables:", "- name: orders", "  location: /lake/orders", "  key: order_id", ...lines.map((line) => `  ${line}`)].join("\n");
}

/** The same with other keys. */
function keyed(key: string): string {
  return table().replace("key: order_id", key);
}

/** The only fault of a file, as `line:column path`, with a message like this. */
function oneFault(place: string, message: RegExp) {
  const [, line, column, path] = /^(\d+):(\d+) (.*)$/.exec(place) ?? [];
  return [{ line: Number(line), column: Number(column), path, message: expect.stringMatching(message) }];
}

describe("a fault names its line and column, its path, what is wrong and what to do", () => {
  test.each<[string, string, string, RegExp]>([
    ["an unknown key", table("limts: {}"), "5:3 tables[0].limts", /The key "limts" is not known here\. Did you mean limits\?/],
    ["a key in another spelling", table("eventTime: ts"), "5:3 tables[0].eventTime", /Did you mean event_time\?/],
    ["a key of another product", table("where: a"), "5:3 tables[0].where", /Did you mean filter\?/],
    ["a key unlike all", table("schedule: { zzzzzz: 1 }"), "5:15 tables[0].schedule.zzzzzz", /Known are cron, time_zone, every/],
    ["an odd key", table('"a b": 1'), '5:3 tables[0]["a b"]', /"a b" is not known/],
    ["a word that is none of the allowed", table("kind: upserts"), "5:9 tables[0].kind", /Allowed are upsert, .*Did you mean upsert\?/],
    ["no name", "tables:\n- location: /a\n  key: id", "2:3 tables[0].name", /name is missing: say what the table is called/],
    ["no location", "tables:\n- name: a\n  key: id", "2:3 tables[0].location", /location is missing: name a/],
    ["no key", "tables:\n- name: a\n  location: /a", "2:3 tables[0].key", /key is missing: name the columns/],
    [
      "a name of two tables",
      `${table()}\n- { name: orders, location: /b, key: id }`,
      "5:11 tables[1].name",
      /is already on line 2\. Give each/,
    ],
    [
      "a name in another case",
      `${table()}\n- { name: Orders, location: /b, key: id }`,
      "5:11 tables[1].name",
      /already on line 2 \("orders"; case/,
    ],
    ["a name like an option", table().replace("orders", "--x"), "2:9 tables[0].name", /begins with a dash/],
    ["an empty name", table().replace("orders", '" "'), "2:9 tables[0].name", /The table's name is empty/],
    ["a number for text", table().replace("orders", "12"), "2:9 tables[0].name", /Put it in quotes: "12"/],
    ["an empty value", table("filter:"), "5:3 tables[0].filter", /filter is empty\. Give it a value, or take the line out/],
    ["an empty filter", table('filter: " "'), "5:11 tables[0].filter", /The filter is empty/],
    ["a tag twice", table("tags: [a, b, a]"), "5:16 tables[0].tags[2]", /The tag a is named twice/],
    ["a home folder", table().replace("/lake", "~"), "3:13 tables[0].location", /~ is not expanded/],
    ["a variable outside a secret", table().replace("/lake", "${LAKE}"), "3:13 tables[0].location", /Variables are not expanded here/],
    ["an offset without its partition", table("kafka: { offset: o }"), "5:20 tables[0].kafka.offset", /offset is set without partition/],
    ["half a row", table("sample: { rows_per_key: 1.5 }"), "5:27 tables[0].sample.rows_per_key", /a whole number is expected/],
    ["a size without a unit", table("budgets: { run: { bytes: 5 } }"), "5:28 tables[0].budgets.run.bytes", /"5" is not a size/],
    ["a table that is text", "tables: [orders]", "1:10 tables[0]", /"orders" is text, and a map/],
  ])("%s", (_, text, place, message) => {
    expect(faults(text)).toEqual(oneFault(place, message));
  });

  test.each<[string, string, string, RegExp]>([
    ["key and keys", table("keys: [{ columns: a }]"), "4:3 tables[0].key", /key and keys are both given/],
    ["an empty key", keyed("key: []"), "4:8 tables[0].key", /The list is empty/],
    ["a key that is nothing", keyed("key:"), "4:3 tables[0].key", /key is empty/],
    ["a key column without a name", keyed('key: [a, ""]'), "4:12 tables[0].key[1]", /The column's name is empty/],
    ["a key column twice", keyed("key: [a, b, a]"), "4:15 tables[0].key[2]", /The column a is named twice/],
    ["a column that is no path", keyed('key: "a..b"'), "4:8 tables[0].key", /"a\.\.b" is not a column/],
    ["a map for a key", keyed("key: { columns: a }"), "4:8 tables[0].key", /A column's name or a list of names is expected/],
    ["a key without columns", keyed("keys: [{ name: a }]"), "4:10 tables[0].keys[0].columns", /columns is missing: name the key's columns/],
    [
      "two keys of one name",
      keyed("keys: [{ name: a, columns: b }, { name: A, columns: c }]"),
      "4:43 tables[0].keys[1].name",
      /called "A"/,
    ],
    [
      "two keys of the same columns",
      keyed("keys: [{ columns: c }, { name: b, columns: [c] }]"),
      "4:46 tables[0].keys[1].columns",
      /the key "c"/,
    ],
  ])("%s", (_, text, place, message) => {
    expect(faults(text)).toEqual(oneFault(place, message));
  });

  test.each<[string, string, string, RegExp]>([
    [
      "a bad cron expression",
      table('schedule: { cron: "61 * * * *" }'),
      "5:21 tables[0].schedule.cron",
      /is not a cron expression: .*61.*0-59/,
    ],
    [
      "seconds in a cron",
      table('schedule: { cron: "0 0 * * * *" }'),
      "5:21 tables[0].schedule.cron",
      /has 6 fields, and five .*Seconds are not/,
    ],
    ["a day that never comes", table('schedule: { cron: "0 0 30 2 *" }'), "5:21 tables[0].schedule.cron", /is not a cron expression/],
    ["a step that never comes", table('schedule: { cron: "*/90 * * * *" }'), "5:21 tables[0].schedule.cron", /longer than its field/],
    ["a cron word", table('schedule: { cron: "@dayly" }'), "5:21 tables[0].schedule.cron", /Did you mean @daily\?/],
    ["chance in a cron", table('schedule: { cron: "H * * * *" }'), "5:21 tables[0].schedule.cron", /H is not taken/],
    ["a bad zone", table("schedule: { time_zone: Europe/Berln }"), "5:26 tables[0].schedule.time_zone", /Did you mean Europe\/Berlin\?/],
    [
      "an offset for a zone",
      table('schedule: { time_zone: "+02:00" }'),
      "5:26 tables[0].schedule.time_zone",
      /Write a name of the IANA list/,
    ],
    [
      "two schedules",
      table('schedule: { cron: "@daily", every: 1h }'),
      "5:38 tables[0].schedule.every",
      /cron and every exclude each other/,
    ],
    ["a zone without a clock", table("schedule: { every: 1h, time_zone: UTC }"), "5:37 tables[0].schedule.time_zone", /belongs to cron/],
    [
      "a switch of one position",
      table("schedule: { on_snapshot: false }"),
      "5:28 tables[0].schedule.on_snapshot",
      /the only value is true/,
    ],
    [
      "a span without a unit",
      table("schedule: { every: 15 }"),
      "5:22 tables[0].schedule.every",
      /"15" is not a span of time\. Write a number with/,
    ],
    ["a span in words", table("schedule: { every: 15 minutes }"), "5:22 tables[0].schedule.every", /"15 minutes" is not a span of time/],
    ["a span that is too short", table("schedule: { every: 1s }"), "5:22 tables[0].schedule.every", /1s is too short: at least 1m/],
  ])("%s", (_, text, place, message) => {
    expect(faults(text)).toEqual(oneFault(place, message));
  });

  test.each<[string, string, string, RegExp]>([
    ["an unknown metric", table("limits: { surplus_row: 1 }"), "5:13 tables[0].limits.surplus_row", /Did you mean surplus_rows\?/],
    [
      "a warning above the alert",
      table("limits: { surplus_rows: { warn: 5, alert: 2 } }"),
      "5:27 tables[0].limits.surplus_rows",
      /warn 5 is above alert 2/,
    ],
    [
      "one above the check's own",
      table("limits: { surplus_rows: { warn: 500 } }"),
      "5:27 tables[0].limits.surplus_rows",
      /above alert 100 \(the check's own\)/,
    ],
    ["a limit below zero", table("limits: { surplus_rows: { warn: -1 } }"), "5:35 tables[0].limits.surplus_rows.warn", /-1 is too small/],
    [
      "a limit of another unit",
      table("limits: { surplus_rows: { warn: 5m } }"),
      "5:35 tables[0].limits.surplus_rows.warn",
      /A number is expected, or the word off/,
    ],
    [
      "a limit that is no span",
      table("limits: { commit_lag_seconds: { warn: 5x } }"),
      "5:41 tables[0].limits.commit_lag_seconds.warn",
      /"5x" is not a limit/,
    ],
    [
      "a number for limits",
      table("limits: { surplus_rows: 5 }"),
      "5:27 tables[0].limits.surplus_rows",
      /A map such as \{ warn: 1, alert: 100 \}/,
    ],
  ])("%s", (_, text, place, message) => {
    expect(faults(text)).toEqual(oneFault(place, message));
  });

  test.each<[string, string, string, RegExp]>([
    ["tables that are a map", "tables: { orders: {} }", "1:9 tables", /This is a map, and a list is expected/],
    ["tables that are nothing", "tables:", "1:1 tables", /tables is empty/],
    ["a file that is a list", "- name: orders", "1:1 ", /The file is not a map of keys/],
    ["a file that is text", "tables:[]", "1:1 ", /Is a space missing behind a colon\?/],
    ["an empty file", "", "1:1 ", /The file is empty\. Write tables, or "tables: \[\]" to watch none/],
    ["a file of comments", "# tables: []\n", "1:1 ", /The file is empty/],
    ["a default", "tables: []\ndefaults: { kinds: { upserts: {} } }", "2:22 defaults.kinds.upserts", /Did you mean upsert\?/],
    ["a default that only a table may set", "tables: []\ndefaults: { key: id }", "2:13 defaults.key", /"key" is not known here/],
    ["a retention", "tables: []\nservice: { retention: { facts: 1h } }", "2:32 service.retention.facts", /at least 1d/],
  ])("%s", (_, text, place, message) => {
    expect(faults(text)).toEqual(oneFault(place, message));
  });
});

test("all faults are told at once, in the order of their lines", () => {
  const text = `tables:
  - name: a
    location: /a
    key: [id, id]
    limts: {}
    schedule: { cron: "61 * * * *", every: 5 }
  - name: A
    key: x
    kafka: { offset: o }
  - { name: b, location: /b, key: id, kafka: { offset: o } }
service: { pollers: 0 }
service: {}
`;
  expect(faults(text).map(({ line, path }) => `${line} ${path}`)).toEqual([
    "4 tables[0].key[1]",
    "5 tables[0].limts",
    "6 tables[0].schedule.cron",
    "6 tables[0].schedule.every",
    "6 tables[0].schedule.every",
    "7 tables[1].location",
    "7 tables[1].name",
    "10 tables[2].kafka.offset",
    "12 ",
  ]);
});

test("more than a hundred faults are cut short, and counted", () => {
  const found = faults(`tables:\n${"  - 1\n".repeat(250)}`);
  expect(found).toHaveLength(101);
  expect(found.at(-1)).toMatchObject({ line: 102, message: "150 more errors follow. Fix the first ones." });
});

test("a fault in defaults is told once, however many tables it is in", () => {
  const tables = "abc".split("").map((name) => `- { name: ${name}, location: /a, key: id }`);
  expect(faults(`defaults: { limits: { surplus_rows: { warn: 500 } } }\ntables:\n${tables.join("\n")}`)).toHaveLength(1);
});

describe("nothing that may be a secret is repeated", () => {
  test.each([
    ["an unknown key", table("password: hunter2")],
    ["a password in a location", table().replace("/lake", "s3://me:hunter2@bucket")],
    ["broken YAML", table("password: 'hunter2' hunter2")],
    ["a tag", table("password: !hunter2 hunter2")],
    ["a file that is text", "hunter2"],
    ["an unfinished line", table("password: hunter2: hunter2")],
  ])("%s", (_, text) => {
    expect(JSON.stringify(faults(text))).not.toContain("hunter2");
  });
});
