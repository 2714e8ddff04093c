import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toConfiguredCheckInput } from "#jobs/commands/check-configured.ts";
import type { RawOptions } from "#jobs/commands/check-options.ts";
import { loadConfig } from "#lib/config/load-config.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";

const TEXT = `tables:
  - name: orders
    location: /lake/orders
    kind: cdc
    key: order_id
    read_by: both
    masked: [email]
    filter: amount > 0
    kafka: { partition: p }
  - { name: lines, location: /lake/lines, keys: [{ name: id, columns: line_id, promise: none }, { columns: [order_id, line_no] }] }
`;

let folder = "";
let file = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bergwatch check-"));
  file = join(folder, "bergwatch.yaml");
  await writeFile(file, TEXT);
});
afterAll(async () => await rm(folder, { recursive: true }));

const noSamples = async (): Promise<TableDefinition[]> => await Promise.resolve([]);
const noService = async () => await Promise.reject(new AppError("store_unreachable", "Bergwatch does not run."));
const input = async (name: string, raw: RawOptions = {}) =>
  await toConfiguredCheckInput({ configFile: () => file, listSampleTables: noSamples, openService: noService }, name, raw);

test("a table's name asks for what the configuration says of it", async () => {
  expect(await input("Orders", { failOn: "alert", samples: 3 })).toMatchObject({
    table: "orders",
    request: {
      location: "/lake/orders",
      snapshot: { by: "current" },
      key: ["order_id"],
      columns: { kafkaPartition: "p" },
      where: "amount > 0",
      cdc: true,
      readBy: "both",
      sample: { keysMax: 3 },
    },
    promise: "unique",
    failOn: "alert",
    masked: ["email"],
  });
  expect((await input("orders", { readBy: "scan" })).request.readBy).toBe("scan");
});

test("a snapshot may be chosen, and one of several keys by its columns", async () => {
  expect(await input("lines", { key: ["order_id", "line_no"], snapshot: "12" })).toMatchObject({
    request: { key: ["order_id", "line_no"], snapshot: { by: "id", id: "12" } },
    promise: "unique",
  });
  expect(await input("lines", { key: ["line_id"] })).toMatchObject({ promise: "none" });
});

test("without a configuration the sample tables have names", async () => {
  const loaded = loadConfig(TEXT, { file });
  const samples = loaded.ok ? loaded.config.tables : [];
  const deps = {
    configFile: () => "/no/such/bergwatch.yaml",
    listSampleTables: async () => await Promise.resolve(samples),
    openService: noService,
  };
  expect((await toConfiguredCheckInput(deps, "orders", {})).request.location).toBe("/lake/orders");
});

describe("what is wrong is refused in a sentence that says what to do", () => {
  test.each<[string, string, RawOptions, RegExp]>([
    ["a name that is none", "order", {}, /"order" is not a configured table: .*bergwatch\.yaml names orders, lines\. .*--location/],
    ["a location beside the name", "orders", { location: "/lake" }, /Both a table name \("orders"\) and --location/],
    ["an option that the configuration decides", "orders", { kafkaKey: "k" }, /--kafka-key is given beside the configured table orders/],
    ["no choice among several keys", "lines", {}, /2 keys\. Choose one: --key line_id; --key order_id --key line_no\./],
    ["a key that is none", "lines", { key: ["order_id"] }, /no key of these columns/],
  ])("%s", async (_, name, raw, message) => {
    await expect(input(name, raw)).rejects.toThrow(message);
  });

  test("a faulty configuration", async () => {
    const broken = join(folder, "broken.yaml");
    await writeFile(broken, "tables: [{ name: orders }]");
    const deps = { configFile: () => broken, listSampleTables: noSamples, openService: noService };
    await expect(toConfiguredCheckInput(deps, "orders", {})).rejects.toThrow(
      /broken\.yaml has \d faults, the first in line 1.*config check/,
    );
  });
});
