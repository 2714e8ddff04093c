import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { columnsByRole } from "#lib/column-roles.ts";
import { env } from "#lib/env.ts";
import type { KeyExportRequest } from "#lib/iceberg/contract-keys.ts";
import { CAUSED } from "#lib/iceberg/duckdb/causes/classify.ts";
import { EVIDENCE } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { tableNames } from "#lib/iceberg/duckdb/causes/not-explained.ts";
import { openDatabase, type Database } from "#lib/iceberg/duckdb/database.ts";
import { writeKeys } from "#lib/iceberg/duckdb/export/write-keys.ts";
import { parseArrow, parseCsv } from "#lib/testing/exported-keys.ts";
import { someTableRequest } from "#lib/testing/facts.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, TestEngine } from "#lib/testing/test-engine.ts";

const KEYS = 150_000;
const MIB = 2 ** 20;
const EXPLAIN = { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null } as const;
const COLUMNS = columnsByRole({ kafkaPartition: "part", kafkaKey: "bytes" });

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

/** All keys have two rows with equal key bytes in two partitions, one in each. */
async function driftedTable(keys: number): Promise<ModelledTable> {
  const table = engine.newTable({ fields: [aField(1, "id"), aField(2, "part", "int"), aField(3, "bytes", "binary")] });
  const rows = `SELECT n % ${keys} AS id, (n // ${keys})::INTEGER AS part, encode((n % ${keys})::VARCHAR) AS bytes FROM range(${2 * keys}) t(n)`;
  table.table.commit({ operation: "append", add: [await engine.dataFile(table, rows, "id: 1, part: 2, bytes: 3")] });
  return table;
}

async function exportTable(database: Database, table: ModelledTable, asked: Partial<KeyExportRequest> = {}): Promise<Buffer> {
  const file = join(engine.newDirectory(), "keys");
  const request = { ...someTableRequest({ location: table.table.directory }), columns: COLUMNS, explain: EXPLAIN };
  await writeKeys(database, { ...request, format: "csv", file, masked: [], hidesPartitions: false, ...asked }, () => {});
  return readFileSync(file);
}

async function exportWithin(memoryBytesMax: number, spillBytesMax: number, table: ModelledTable): Promise<Record<string, string | null>[]> {
  const spillDirectory = mkdtempSync(join(tmpdir(), "bergwatch spill "));
  const limits = { memoryBytesMax, spillBytesMax, durationMsMax: 60_000, threads: 2 };
  const database = await openDatabase({ extensionDirectory: env().extensionDir, spillDirectory, limits });
  try {
    return parseCsv(await exportTable(database, table)).keys;
  } finally {
    database.close();
    rmSync(spillDirectory, { recursive: true, force: true });
  }
}

/** The different values that the keys have in some columns. */
function told(keys: readonly Record<string, string | null>[], ...names: string[]): (string | null | undefined)[][] {
  const all = new Set(keys.map((key) => JSON.stringify(names.map((name) => key[name]))));
  return [...all].map((values) => JSON.parse(values) as (string | null)[]);
}

test("where memory does not suffice for the causes they spill, and each key has its own", async () => {
  const keys = await exportWithin(48 * MIB, 1024 * MIB, await driftedTable(KEYS));
  expect(keys).toHaveLength(KEYS);
  expect(told(keys, "cause", "not_explained")).toEqual([["partition_drift", null]]);
});

/** The database, which has no memory left for the statement that makes a table. */
function withoutRoomFor(table: string): Database {
  return new Proxy(engine.database, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (name !== "run") return typeof found === "function" ? (...args: unknown[]): unknown => Reflect.apply(found, target, args) : found;
      return async (sql: string): Promise<void> => {
        if (sql.includes(`TABLE ${table} `)) throw new Error("Out of Memory Error: could not allocate block of size 256.0 KiB");
        await target.run(sql);
      };
    },
  });
}

test.each([EVIDENCE, CAUSED])("without room for %s the keys are written without causes, and each says why", async (table) => {
  const { keys } = parseCsv(await exportTable(withoutRoomFor(table), await driftedTable(2)));
  expect(keys.map(({ id }) => id)).toEqual(["0", "1"]);
  const said = told(keys, "cause", "provisional", "alternatives", "missing", "not_explained");
  expect(said).toEqual([[null, null, null, null, expect.stringMatching(/^The causes of 2 duplicated keys need .*BERGWATCH_MEMORY_MAX/)]]);
  expect(await tableNames(engine.database)).toEqual(new Set());
});

test("a probable cause says in both formats what it may be instead, and what would make it certain", async () => {
  const table = await driftedTable(2);
  const csv = parseCsv(await exportTable(engine.database, table)).keys;
  const arrow = parseArrow(await exportTable(engine.database, table, { format: "arrow" }));
  expect(told(csv, "cause", "provisional", "alternatives", "missing")).toEqual([
    ["partition_drift", "true", expect.stringContaining("offset_replayed"), expect.stringContaining("kafka-offset")],
  ]);
  expect(arrow).toEqual(csv);
});

test("partitions that are hidden are not written, and tell the cause all the same", async () => {
  const { keys } = parseCsv(await exportTable(engine.database, await driftedTable(2), { hidesPartitions: true }));
  expect(told(keys, "partitions", "cause")).toEqual([[null, "partition_drift"]]);
});
