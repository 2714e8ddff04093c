import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { env } from "#lib/env.ts";
import { IcebergTable } from "./iceberg-table.ts";
import { parquetDataFile } from "./parquet-data-file.ts";

test("a table around a Parquet file is read back by iceberg_scan", async () => {
  const directory = mkdtempSync(join(tmpdir(), "bergwatch-writer-"));
  try {
    const instance = await DuckDBInstance.create(":memory:", {
      extension_directory: env().extensionDir,
    });
    const connection = await instance.connect();
    await connection.run("LOAD avro");
    await connection.run("LOAD iceberg");
    const table = new IcebergTable({
      directory,
      formatVersion: 2,
      fields: [
        { id: 1, name: "id", required: false, type: "long" },
        { id: 2, name: "name", required: false, type: "string" },
      ],
    });
    const file = join(directory, "data", "a.parquet");
    await connection.run(
      `COPY (SELECT i AS id, 'n' || i AS name FROM range(1000) t(i)) TO '${file}' (FORMAT parquet, FIELD_IDS {id: 1, name: 2})`,
    );
    table.commit({ operation: "append", add: [await parquetDataFile(connection, file)] });
    const again = table.commit({ operation: "append", add: [await parquetDataFile(connection, file)], rewriteManifests: true });
    const rows = await connection.runAndReadAll(
      `SELECT count(*), count(DISTINCT name), max(id) FROM iceberg_scan('${directory}', snapshot_from_id = ${again.id})`,
    );
    expect(rows.getRowsJson()).toEqual([["2000", "1000", "999"]]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
