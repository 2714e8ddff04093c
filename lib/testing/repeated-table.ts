import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { IcebergTable } from "#lib/testing/iceberg-writer/iceberg-table.ts";
import { parquetDataFile } from "#lib/testing/iceberg-writer/parquet-data-file.ts";

/**
 * Writes a table of one file of distinct keys, registered `times` times, so that many rows cost little disk; its key is `id`. With a
 * million rows and 40 times, checking takes seconds and much memory.
 */
export async function writeRepeatedTable(directory: string, { rows, times }: { rows: number; times: number }): Promise<void> {
  const table = new IcebergTable({ directory, formatVersion: 2, fields: [{ id: 1, name: "id", required: false, type: "string" }] });
  const instance = await DuckDBInstance.create(":memory:");
  try {
    const connection = await instance.connect();
    const file = join(directory, "data", "a.parquet");
    const keys = `SELECT md5(i::VARCHAR) AS id FROM range(${rows}) t(i)`;
    await connection.run(`COPY (${keys}) TO '${file}' (FORMAT parquet, FIELD_IDS {id: 1})`);
    const entry = await parquetDataFile(connection, file);
    table.commit({ operation: "append", add: Array.from({ length: times }, () => entry) });
  } finally {
    instance.closeSync();
  }
}
