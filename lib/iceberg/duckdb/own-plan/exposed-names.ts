import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { ParquetNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";
import { fileLiteral, literal } from "#lib/iceberg/duckdb/sql.ts";

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

/** A file's columns as a statement names them. */
export interface ExposedColumns {
  columns: ParquetNode[];
  /** The `schema` argument by which read_parquet gives them these names; null: they have them already. */
  readAs: string | null;
}

/** Names of ours for the columns of Parquet files that have field ids: the only way past names that are taken. */
async function renamed(database: Database, columns: readonly ParquetNode[], path: string): Promise<ExposedColumns> {
  const described = await database.rows(
    `DESCRIBE SELECT * FROM read_parquet(${fileLiteral(path)}, hive_partitioning = false)`,
    z.object({ column_type: z.string() }),
  );
  const named = columns.flatMap((node, index) => {
    const type = described[index]?.column_type;
    return node.fieldId === null || type === undefined ? [] : [{ node: { ...node, name: `__c${index}` }, type }];
  });
  const entries = named.map(
    ({ node, type }) => `${node.fieldId}: {name: ${literal(node.name)}, type: ${literal(type)}, default_value: NULL}`,
  );
  return { columns: named.map(({ node }) => node), readAs: `MAP {${entries.join(", ")}}` };
}

/**
 * The file's columns under the names by which DuckDB exposes them: names are case-insensitive there, and a second `id` beside `Id` becomes
 * `id_1`. A column of Parquet that is named like one of those by which a row's place is asked gets a name of ours. Throws table_unsupported for names that cannot be told apart or that DuckDB reserves.
 */
export async function exposedNames(
  database: Database,
  reader: "read_parquet" | "read_avro",
  columns: readonly ParquetNode[],
  path: string,
  hasOwnIds: boolean,
): Promise<ExposedColumns> {
  const clash = columns.find((node) => RESERVED.has(node.name.toLowerCase()));
  if (clash && reader === "read_parquet" && hasOwnIds) {
    refuse(columns, path);
    return await renamed(database, columns, path);
  }
  if (clash) {
    throw new AppError(
      "table_unsupported",
      `The data file ${path} has a column named ${clash.name}, a name that DuckDB reserves. Rename the column and rewrite the file.`,
    );
  }
  refuse(columns, path);
  if (!differsOnlyByCase(columns)) return { columns: [...columns], readAs: null };
  const described = await database.rows(
    `DESCRIBE SELECT * FROM ${reader}(${fileLiteral(path)}${reader === "read_parquet" ? ", hive_partitioning = false" : ""})`,
    z.object({ column_name: z.string() }),
  );
  return { columns: columns.map((node, index) => ({ ...node, name: described[index]?.column_name ?? node.name })), readAs: null };
}
