import { describe, expect, test } from "vitest";
import { loadConfig } from "#lib/config/load-config.ts";
import { parseYaml, type YamlDocument } from "#lib/config/yaml-document.ts";

/** Every fault of a text or of bytes as `line:column message`. */
function faults(source: string | Uint8Array): string[] {
  const loaded = loadConfig(source, { file: "/etc/bergwatch.yaml" });
  return loaded.ok ? [] : loaded.faults.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

function parse(text: string): YamlDocument {
  const parsed = parseYaml(text);
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.document;
}

describe("broken YAML is told once a line, with a guess at the mend", () => {
  test.each<[string, string, RegExp]>([
    ["a tab", "tables:\n\t- name: a", /^2:1 A tab indents this line\. Use spaces/],
    ["a bad indent", "tables: []\nservice:\n    pollers: 1\n  retention: {}", /^4:1 The indent fits no line above/],
    ["a cron without quotes", "x-a: */15 * * * *\ntables: []", /^1:\d+ .*Quote text that starts .*, as in "\*\/15 \* \* \* \*"/],
    ["stars without quotes", "x-a: * * * * *\ntables: []", /^1:6 .*Quote text that starts/],
    ["an alias of nothing", "x-a: *nothing\ntables: []", /^1:6 \*nothing repeats what &nothing marks, and no &nothing is before it/],
    ["an alias before its anchor", "x-a: *b\nx-b: &b 1\ntables: []", /^1:6 \*b repeats what &b marks/],
    ["a second colon", "x-a: status = 'a' and x: 1\ntables: []", /^1:6 A second colon makes a map/],
    ["a key below a value", "tables: []\nservice: 1\n  pollers: 2", /^2:10 A key goes over several lines\. Check the indent/],
    ["text behind quotes", "x-a: 'x' = y\ntables: []", /^1:10 .*goes on behind its closing quote/],
    ["an open quote", "tables: []\nx-a: 'x\n", /^\d:\d+ Something is not closed/],
    ["an open bracket", "tables: [\nservice: {}", /^2:1 /],
    ["a comma too many", "tables: []\nservice: { pollers: 1,, }", /^2:23 .*something here does not belong/],
    ["a bad escape", 'tables: []\nx-a: "\\d"', /^2:7 This escape is none in double quotes/],
    ["two documents", "tables: []\n---\ntables: []", /^2:1 A second document begins here/],
    ["endless nesting", `x-a: ${"[".repeat(50_000)}`, /^1:\d+ Lists or maps are nested too deeply/],
    ["a merge of no map", "x-a: { <<: 5 }\ntables: []", /^1:8 << takes over the keys of another map/],
    ["aliases that multiply", `${multiply(12)}\ntables: []`, /^1:1 The file's aliases .* multiply/],
    ["an alias of itself", "x-a: &a [*a]\ntables: []", /^1:1 The file's aliases lead back to themselves/],
  ])("%s", (_, text, fault) => {
    const found = faults(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(fault);
  });
});

/** Twelve values, each ten times the one before it. */
function multiply(levels: number): string {
  const line = (level: number): string =>
    `x-${level}: &x${level} [${Array(10)
      .fill(level === 0 ? "1" : `*x${level - 1}`)
      .join(", ")}]`;
  return Array.from({ length: levels }, (_, level) => line(level)).join("\n");
}

test("a key that stands twice, a tag and reserved characters do not hide what else is wrong", () => {
  const text = "tables: []\ntables: []\nservice: { pollers: !x 1, retention: { facts: @a } }\n";
  expect(faults(text).map((fault) => fault.slice(0, 45))).toEqual([
    "2:1 This key is twice in its map, and only on",
    "3:21 Tags (!name) mean nothing here. Take the",
    '3:24 "1" is text, and a number is expected.',
    "3:47 Quote text that starts with one of * & !",
    '3:47 "@a" is not a span of time. Write a numb',
  ]);
});

test("the rules of YAML 1.1 do not hold, and cannot be asked for", () => {
  expect(parse("a: off\nb: yes\nc: 017\nd: 12:30").value).toEqual({ a: "off", b: "yes", c: 17, d: "12:30" });
  expect(faults("%YAML 1.1\n---\ntables: []")).toEqual(["1:1 Only YAML 1.2 is read. Take the %YAML line out."]);
});

test.each<[string, (string | number)[], string, string]>([
  ["a: { b: 1 }", ["a", "b"], "1:9", "1:6"],
  ["a:\n  - b\n  - c: 5", ["a", 1, "c"], "3:8", "3:5"],
  ["a: &x\n  b: 1\nc: *x", ["c", "b"], "2:6", "2:3"],
  ["a: &x\n  b: 1\nc:\n  <<: *x\n  d: 2", ["c", "b"], "2:6", "2:3"],
  ["a: &x\n  b: 1\nc:\n  <<: *x\n  b: 2", ["c", "b"], "5:6", "5:3"],
  ["a:\n  b:", ["a", "b"], "2:3", "2:3"],
  ["a:\n  b: 1", ["a", "gone", "deeper"], "2:3", "1:1"],
  ["\uFEFFa: 1\r\nb: 2\r\n", ["b"], "2:4", "2:1"],
])("of %j the part %j stands at %s, its key at %s", (text, path, value, key) => {
  const { locate, locateKey } = parse(text);
  expect([locate(path), locateKey(path)].map(({ line, column }) => `${line}:${column}`)).toEqual([value, key]);
});

describe("bytes that are no text are told", () => {
  const bytes = (...parts: (string | number[])[]): Uint8Array => Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  test.each<[string, Uint8Array, RegExp]>([
    ["another encoding", bytes("tables: []\nx-owner: M", [0xfc], "ller\n"), /^2:1 The file is not encoded as UTF-8/],
    ["half a character at the end", bytes("tables: []\n# ", [0xe2, 0x82]), /^2:1 The file is not encoded as UTF-8/],
    ["UTF-16", bytes([0xff, 0xfe], "t\0a\0"), /^1:1 The file is encoded as UTF-16/],
    ["a control character", bytes("tables: []\nx-a: b\u0000c"), /^2:7 The control character U\+0000 is not allowed/],
    ["a file of any size", new Uint8Array(9 * 1024 ** 2).fill(35), /^1:1 The file has 9437184 bytes, and no more than 8388608 are read/],
  ])("%s", (_, source, fault) => {
    const found = faults(source);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(fault);
  });

  test("and those that are one are taken as they are", () => {
    expect(faults(bytes("\uFEFFtables: []\r\nx-owner: Müller 🧊\r\n"))).toEqual([]);
  });
});

test("a thousand tables with all settings are read in a blink", () => {
  const one = (index: number) => `
- name: t${index}
  location: /lake/t${index}
  key: [tenant, id]
  kind: cdc
  kafka: { topic: t, partition: p, offset: o, key: k, timestamp: ts }
  cdc: { op: op, lsn: [a, b], source_time: s, deleted: d }
  schedule: { cron: "*/15 * * * *", time_zone: Europe/Berlin }
  limits: { surplus_rows: { warn: 5, alert: 50 }, commit_lag_seconds: { warn: 15m, alert: 1h } }
  tags: [a, b, c]`;
  const text = `tables:${Array.from({ length: 1000 }, (_, index) => one(index)).join("")}`;
  expect(faults(text)).toEqual([]);
});
