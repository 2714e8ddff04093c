import { statSync } from "node:fs";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { ContentFile } from "./content-file.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * The manifest entry of an unpartitioned Parquet data file that lies on this machine: record count, size and column sizes from its own
 * footer. Its columns must carry field ids (`COPY … (FORMAT parquet, FIELD_IDS {…})`). `path` is what the manifest says; the file's own
 * path unless it is given. No bounds are read.
 */
export async function parquetDataFile(connection: DuckDBConnection, file: string, path = file): Promise<ContentFile> {
  const sizes = await connection.runAndReadAll(`
    WITH leaves AS (
      SELECT field_id, row_number() OVER (ORDER BY position) - 1 AS column_id
      FROM (SELECT field_id, num_children, row_number() OVER () AS position FROM parquet_schema(${quoted(file)}))
      WHERE coalesce(num_children, 0) = 0)
    SELECT l.field_id, sum(m.total_compressed_size)::BIGINT
    FROM parquet_metadata(${quoted(file)}) m JOIN leaves l USING (column_id)
    GROUP BY l.field_id`);
  const columnSizes = sizes.getRows().map(([id, bytes]) => [Number(id), Number(bytes)] as const);
  const counts = await connection.runAndReadAll(`SELECT num_rows FROM parquet_file_metadata(${quoted(file)})`);
  return {
    content: "data",
    format: "PARQUET",
    path,
    specId: 0,
    partition: [],
    recordCount: Number(counts.getRows()[0]?.[0]),
    fileSizeBytes: statSync(file).size,
    columnSizes: new Map(columnSizes),
  };
}
