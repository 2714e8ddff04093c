import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { ParquetNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";
import { fileLiteral } from "#lib/iceberg/duckdb/sql.ts";

/** Names under which the reading asks DuckDB for a row's place: a column of that name would be taken for it. */
const RESERVED = new Set(["file_row_number", "file_index"]);

function differsOnlyByCase(nodes: readonly ParquetNode[]): boolean {
  return new Set(nodes.map((node) => node.name.toLowerCase())).size < nodes.length;
}

function refuse(nodes: readonly ParquetNode[], path: string): void {
  for (const node of nodes) {
    if (differsOnlyByCase(node.children)) {
      throw new AppError(
        "table_unsupported",
        `The data file ${path} has fields inside ${node.name} whose names differ only by case, which DuckDB cannot tell apart. Rename one of them.`,
      );
    }
    refuse(node.children, path);
  }
}

/**
 * The file's columns under the names by which DuckDB exposes them: names are case-insensitive there, and a second `id` beside `Id` becomes
 * `id_1`. Throws table_unsupported for names that cannot be told apart or that DuckDB reserves.
 */
export async function exposedNames(
  database: Database,
  reader: "read_parquet" | "read_avro",
  columns: readonly ParquetNode[],
  path: string,
): Promise<ParquetNode[]> {
  const clash = columns.find((node) => RESERVED.has(node.name.toLowerCase()));
  if (clash) {
    throw new AppError(
      "table_unsupported",
      `The data file ${path} has a column named ${clash.name}, a name that DuckDB reserves. Rename the column and rewrite the file.`,
    );
  }
  refuse(columns, path);
  if (!differsOnlyByCase(columns)) return [...columns];
  const described = await database.rows(
    `DESCRIBE SELECT * FROM ${reader}(${fileLiteral(path)}${reader === "read_parquet" ? ", hive_partitioning = false" : ""})`,
    z.object({ column_name: z.string() }),
  );
  return columns.map((node, index) => ({ ...node, name: described[index]?.column_name ?? node.name }));
}
