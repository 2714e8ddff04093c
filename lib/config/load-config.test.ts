import { describe, expect, test } from "vitest";
import type { Config } from "#lib/config/config.ts";
import { loadConfig } from "#lib/config/load-config.ts";
import { TableDefinition } from "#lib/contracts/table-definition.ts";
import { someTable } from "#lib/testing/table-definition.ts";

const FILE = "/etc/bergwatch/bergwatch.yaml";

/** What a right file says. */
function load(text: string): Config {
  const loaded = loadConfig(text, { file: FILE });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.config;
}

/** One table with these lines (two spaces are put before each) after its name, place and key. */
function table(...lines: string[]): string {
  return ["tables:", "- name: orders", "  location: /lake/orders", "  key: order_id", ...lines.map((line) => `  ${line}`)].join("\n");
}

describe("a table", () => {
  test("needs no more than a name, a place and a key: the rest has defaults", () => {
    const { tables, service, lines, file } = load(table());
    expect(tables).toEqual([someTable()]);
    expect(service).toMatchObject({ overdueFactor: 2, retention: { factsSeconds: 34_560_000, runsSeconds: 7_776_000 }, pollersMax: 4 });
    expect(lines).toEqual(new Map([["orders", 2]]));
    expect(file).toBe(FILE);
  });

  test("says everything in one place", () => {
    const text = table(
      "branch: audit",
      "relocated: true",
      "read_by: both",
      "kind: cdc",
      "filter: |-",
      "  status = 'a: b' # and",
      "  and tenant > 0",
      "managed_by: redpanda",
      "owner: shop team",
      "tags: [shop, pii]",
      "paused: true",
      "promise: none",
      "keep: first",
      "kafka: { topic: t, partition: p, offset: o, key: k, timestamp: ts }",
      "event_time: event_ts",
      "cdc:",
      "  op: __op",
      "  lsn: [file, pos]",
      "  source_time: source.ts_ms",
      "  deleted: __deleted",
      "  unavailable_value_columns: note",
      '  unavailable_value_placeholder: "?"',
      "masked: [email, '\"a.b\".c']",
      "schedule: { every: 1h30m }",
      "limits:",
      "  surplus_rows: { warn: 5 }",
      "  duplicated_keys: off",
      "  commit_lag_seconds: { warn: 15m, alert: off }",
      "  data_bytes: { alert: 1TiB }",
      "budgets:",
      "  history: { snapshots: 0, duration: 5m }",
      "  run: { bytes: 50GiB, duration: 10m }",
      "sample: { keys: 10, rows_per_key: 5, retention: 7d }",
    );
    expect(load(text).tables).toEqual([
      someTable({
        branch: "audit",
        relocated: true,
        readBy: "both",
        kind: "cdc",
        filter: "status = 'a: b' # and\nand tenant > 0",
        managedBy: "redpanda",
        owner: "shop team",
        tags: ["shop", "pii"],
        paused: true,
        keys: [{ promise: "none", keep: "first" }],
        columns: {
          kafkaTopic: "t",
          kafkaPartition: "p",
          kafkaOffset: "o",
          kafkaKey: "k",
          kafkaTimestamp: "ts",
          eventTime: "event_ts",
          op: "__op",
          lsn: ["file", "pos"],
          sourceTime: "source.ts_ms",
          deleted: "__deleted",
          unavailable: ["note"],
          unavailablePlaceholder: "?",
        },
        masked: ["email", '"a.b".c'],
        schedule: { by: "interval", everySeconds: 5400 },
        limits: {
          surplus_rows: { warnAt: 5 },
          duplicated_keys: { warnAt: null, alertAt: null },
          commit_lag_seconds: { warnAt: 900, alertAt: null },
          data_bytes: { alertAt: 1024 ** 4 },
        },
        budgets: { history: { snapshots: 0, seconds: 300 }, run: { bytes: 50 * 1024 ** 3, seconds: 600 } },
        sample: { keysMax: 10, rowsPerKeyMax: 5, retentionSeconds: 604_800 },
      }),
    ]);
  });

  test("is stored as JSON and read back by its contract", () => {
    const [definition] = load(table("kind: cdc", 'schedule: { cron: "@daily" }', "limits: { surplus_rows: { warn: off } }")).tables;
    expect(TableDefinition.parse(JSON.parse(JSON.stringify(definition)))).toEqual(definition);
  });

  test.each([
    ["key: order_id", [{ name: "order_id", columns: ["order_id"] }]],
    ["key: [tenant, order_no]", [{ name: "tenant, order_no", columns: ["tenant", "order_no"] }]],
    ["keys: [{ columns: after.id, promise: none }]", [{ name: "after.id", columns: ["after.id"], promise: "none" }]],
    [
      "keys: [{ name: id, columns: a, keep: first }, { columns: [b, a] }]",
      [
        { name: "id", columns: ["a"], keep: "first" },
        { name: "b, a", columns: ["b", "a"] },
      ],
    ],
  ] as const)("has the keys of %s", (line, keys) => {
    const text = table().replace("key: order_id", line);
    expect(load(text).tables[0]?.keys).toEqual(keys.map((key) => ({ promise: "unique", keep: "last", ...key })));
  });

  test.each([
    ["tables/orders/", "/etc/bergwatch/tables/orders"],
    ["../lake/orders/metadata/v3.metadata.json", "/etc/lake/orders/metadata/v3.metadata.json"],
    ["/lake//orders/.", "/lake/orders"],
    ["file:///lake/orders", "file:///lake/orders"],
    ["s3://bucket/orders", "s3://bucket/orders"],
  ])("at %s lies at %s", (written, absolute) => {
    expect(load(table().replace("/lake/orders", written)).tables[0]?.location).toBe(absolute);
  });

  test.each([
    ["on_snapshot: true", { by: "snapshot", pollSeconds: 60, observeEverySeconds: 3600 }],
    ["poll: 10s, at_least_every: 6h", { by: "snapshot", pollSeconds: 10, observeEverySeconds: 21_600 }],
    ["every: 15m", { by: "interval", everySeconds: 900 }],
    ['cron: "5 6 * * MON-FRI"', { by: "cron", cron: "5 6 * * MON-FRI", timeZone: "UTC" }],
    ['cron: "@hourly", time_zone: europe/berlin', { by: "cron", cron: "0 * * * *", timeZone: "Europe/Berlin" }],
    ['cron: "0 0 1 * *", time_zone: CET', { by: "cron", cron: "0 0 1 * *", timeZone: "CET" }],
  ])("is observed by { %s }", (written, schedule) => {
    expect(load(table(`schedule: { ${written} }`)).tables[0]?.schedule).toEqual(schedule);
  });
});

describe("defaults", () => {
  test("hold for all tables, those of a kind before them, the table's own words before both", () => {
    const text = `
defaults:
  kind: cdc
  owner: platform
  keep: first
  tags: [lake]
  masked: [email]
  kafka: { topic: kafka_topic, partition: kafka_partition }
  limits: { surplus_rows: { warn: 5 }, delete_ratio: { warn: 0.2 } }
  budgets: { history: { snapshots: 10 } }
  sample: { keys: 7 }
  kinds:
    cdc:
      owner: cdc team
      cdc: { op: __op, source_time: ts }
      budgets: { run: { bytes: 1GiB } }
    append: { owner: nobody }
tables:
  - name: own
    location: /a
    key: id
    owner: shop
    tags: [shop, lake]
    masked: phone
    kafka: { partition: p, offset: o }
    cdc: { op: op }
    limits: { surplus_rows: { alert: 50 } }
    budgets: { history: { duration: 1m } }
    sample: { rows_per_key: 2 }
  - { name: kind, location: /b, key: id }
  - { name: other, location: /c, key: id, kind: append }
`;
    const [own, kind, other] = load(text).tables;
    expect(own).toMatchObject({
      kind: "cdc",
      owner: "shop",
      tags: ["lake", "shop"],
      masked: ["email", "phone"],
      columns: { kafkaTopic: "kafka_topic", kafkaPartition: "p", kafkaOffset: "o", op: "op", sourceTime: "ts" },
      limits: { surplus_rows: { warnAt: 5, alertAt: 50 }, delete_ratio: { warnAt: 0.2 } },
      budgets: { history: { snapshots: 10, seconds: 60 }, run: { bytes: 1024 ** 3, seconds: null } },
      sample: { keysMax: 7, rowsPerKeyMax: 2 },
    });
    expect(kind).toMatchObject({ owner: "cdc team", keys: [{ promise: "unique", keep: "first" }], columns: { op: "__op" } });
    expect(other).toMatchObject({ owner: "nobody", keys: [{ promise: "none" }], columns: { kafkaTopic: "kafka_topic", op: null } });
  });

  test("say which columns a table does not have, and a table's own word replaces theirs", () => {
    const text = `
defaults:
  kafka: { key: none, offset: none }
tables:
  - { name: a, location: /a, key: id, kafka: { partition: p, key: '"none"' } }
  - { name: b, location: /b, key: id }
`;
    const [a, b] = load(text).tables;
    expect(a).toMatchObject({ columns: { kafkaPartition: "p", kafkaKey: '"none"', kafkaOffset: null }, absent: ["kafkaOffset"] });
    expect(b).toMatchObject({ columns: { kafkaKey: null, kafkaOffset: null }, absent: ["kafkaKey", "kafkaOffset"] });
  });

  test.each([
    ["a zone for those who name a cron", "time_zone: Asia/Tokyo", 'cron: "0 9 * * *"', { by: "cron", timeZone: "Asia/Tokyo" }],
    ["a mode that the table's mode replaces", 'cron: "0 9 * * *"', "every: 5m", { by: "interval", everySeconds: 300 }],
    ["a mode whose details the table sets", "every: 5m", "poll: 10s", { by: "interval" }],
    ["details of a mode that the table goes back to", "poll: 20s", "on_snapshot: true", { by: "snapshot", pollSeconds: 20 }],
  ])("of schedules: %s", (_, general, special, schedule) => {
    const [orders] = load(`${table(`schedule: { ${special} }`)}\ndefaults: { schedule: { ${general} } }`).tables;
    expect(orders?.schedule).toMatchObject(schedule);
  });
});

test("anchors, aliases, merged maps and places for them are taken", () => {
  const text = `
x-shop: &shop { owner: shop, tags: [shop] }
tables:
  - &orders { name: orders, location: /a, key: &id order_id, <<: *shop }
  - { <<: [*orders], name: lines, key: [*id, line_no], tags: [] }
`;
  expect(load(text).tables).toMatchObject([
    { name: "orders", owner: "shop", tags: ["shop"] },
    { name: "lines", location: "/a", owner: "shop", tags: [], keys: [{ columns: ["order_id", "line_no"] }] },
  ]);
});

test("a thousand tables that share one anchor are no attack", () => {
  const tables = Array.from({ length: 1000 }, (_, index) => `  - { name: t${index}, location: /t, key: id, kafka: *kafka }`);
  expect(load(`x-kafka: &kafka { partition: p }\ntables:\n${tables.join("\n")}`).tables).toHaveLength(1000);
});

test("no tables at all are watched when the file says so", () => {
  expect(load("tables: []").tables).toEqual([]);
});

test("the service's settings are read", () => {
  const { service } = load("tables: []\nservice: { overdue_factor: 1.5, pollers: 8, retention: { facts: forever, runs: 30d } }");
  expect(service).toMatchObject({ overdueFactor: 1.5, retention: { factsSeconds: null, runsSeconds: 2_592_000 }, pollersMax: 8 });
});

test("a file without tables leaves open what is watched", () => {
  expect(load("service: {}")).toMatchObject({ tables: [], hasTables: false });
  expect(load("tables: []")).toMatchObject({ tables: [], hasTables: true });
});
