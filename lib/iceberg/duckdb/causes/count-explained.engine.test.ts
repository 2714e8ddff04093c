import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "#lib/env.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import { openDatabase } from "#lib/iceberg/duckdb/database.ts";
import { readFacts } from "#lib/iceberg/duckdb/read-facts.ts";
import { someRequest } from "#lib/testing/facts.ts";
import { aField, TestEngine } from "#lib/testing/test-engine.ts";

const KEYS = 150_000;
const MIB = 2 ** 20;

let engine: TestEngine;
let location = "";
beforeAll(async () => {
  engine = await TestEngine.open();
  const table = engine.newTable({ fields: [aField(1, "id"), aField(2, "part", "int"), aField(3, "bytes", "binary")] });
  const rows = `SELECT n % ${KEYS} AS id, (n // ${KEYS})::INTEGER AS part, encode((n % ${KEYS})::VARCHAR) AS bytes FROM range(${2 * KEYS}) t(n)`;
  table.table.commit({ operation: "append", add: [await engine.dataFile(table, rows, "id: 1, part: 2, bytes: 3")] });
  location = table.table.directory;
});
afterAll(() => engine.close());

/** All keys have two rows, in two partitions. */
async function readWithin(memoryBytesMax: number, spillBytesMax: number): Promise<Facts> {
  const spillDirectory = mkdtempSync(join(tmpdir(), "bergwatch spill "));
  const limits = { memoryBytesMax, spillBytesMax, durationMsMax: 60_000, threads: 2 };
  const database = await openDatabase({ extensionDirectory: env().extensionDir, spillDirectory, limits });
  try {
    const request = someRequest({
      location,
      columns: { kafkaPartition: "part", kafkaKey: "bytes", lsn: [] },
      explain: { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null },
      sample: { keysMax: 3, rowsPerKeyMax: 5 },
    });
    return await readFacts(database, request, () => {});
  } finally {
    database.close();
    rmSync(spillDirectory, { recursive: true, force: true });
  }
}

test("where memory does not suffice for the causes they spill, and are whole", async () => {
  const { causes, samples } = await readWithin(48 * MIB, 1024 * MIB);
  expect(causes.value?.shares).toEqual([{ cause: "partition_drift", keys: KEYS, surplusRows: KEYS, measure: null }]);
  expect(samples).toHaveLength(3);
});

test("where there is no disk for it either, the numbers stand without causes, which a reason says", async () => {
  const { causes, keyProfile, samples } = await readWithin(24 * MIB, 1);
  expect(causes).toEqual({ value: null, reason: expect.stringContaining("BERGWATCH_MEMORY_MAX") });
  expect([keyProfile.duplicatedKeys, keyProfile.multiPartitionKeys.value, samples.length]).toEqual([KEYS, KEYS, 3]);
});
