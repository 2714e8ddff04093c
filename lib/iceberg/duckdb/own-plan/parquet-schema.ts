import { z } from "zod";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { fileLiterals } from "#lib/iceberg/duckdb/sql.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";
import { unifyScheme } from "#lib/store-place.ts";

/** A column of a Parquet file, with its children. */
export interface ParquetNode {
  name: string;
  fieldId: number | null;
  /** Physical type; null for groups. */
  type: string | null;
  /** The type by which DuckDB reads it; null for groups and where it is not known. */
  storedAs: string | null;
  logicalType: string | null;
  children: ParquetNode[];
}

const schemaRow = z.object({
  file_name: z.string(),
  name: z.string(),
  type: z.string().nullable(),
  duckdb_type: z.string().nullable(),
  num_children: z.coerce.number().nullable(),
  field_id: z.coerce.number().nullable(),
  logical: z.string().nullable(),
});
type SchemaRow = z.infer<typeof schemaRow>;

const FILES_PER_STATEMENT = 500;

/** Rows are a walk in depth-first order: a group is followed by its `num_children` subtrees. */
function takeNode(rows: SchemaRow[], at: { index: number }): ParquetNode {
  const row = rows[at.index++];
  if (!row) throw new Error("a Parquet schema ends inside a group");
  const children = Array.from({ length: row.num_children ?? 0 }, () => takeNode(rows, at));
  return { name: row.name, fieldId: row.field_id, type: row.type, storedAs: row.duckdb_type, logicalType: row.logical, children };
}

/**
 * The top-level columns of each Parquet file. One footer read a file. Files with equal schemas share one object, so the caller may group by
 * identity. Throws table_unreadable with `what` and the file.
 */
export async function readParquetSchemas(
  database: Database,
  paths: readonly string[],
  what: string,
  mend: string,
): Promise<Map<string, ParquetNode[]>> {
  const distinct = [...new Set(paths)];
  const shared = new Map<string, ParquetNode[]>();
  const schemas = new Map<string, ParquetNode[]>();
  for (let start = 0; start < distinct.length; start += FILES_PER_STATEMENT) {
    const files = distinct.slice(start, start + FILES_PER_STATEMENT);
    const sql = `SELECT file_name, name, type, duckdb_type, num_children, field_id, coalesce(logical_type, converted_type)::VARCHAR AS logical FROM parquet_schema(${fileLiterals(files)})`;
    let rows: SchemaRow[];
    try {
      rows = await database.rows(sql, schemaRow);
    } catch (cause) {
      throw readError(what, mend, cause);
    }
    for (const [file, ofFile] of Map.groupBy(rows, (row) => unifyScheme(row.file_name))) {
      const columns = takeNode(ofFile, { index: 0 }).children;
      const signature = JSON.stringify(columns);
      if (!shared.has(signature)) shared.set(signature, columns);
      schemas.set(file, shared.get(signature) ?? columns);
    }
  }
  return schemas;
}

/** The way from a top-level column down to the field with this id; null when the file lacks it. */
export function findNode(columns: readonly ParquetNode[], fieldId: number): ParquetNode[] | null {
  for (const node of columns) {
    if (node.fieldId === fieldId) return [node];
    const below = findNode(node.children, fieldId);
    if (below) return [node, ...below];
  }
  return null;
}

/** A list's element: below the repeated group, or the repeated node itself as old writers have it (Parquet's rules for LIST). */
export function elementOf(node: ParquetNode): ParquetNode | undefined {
  const [repeated] = node.children;
  const isElement = repeated?.children.length !== 1 || repeated.name === "array" || repeated.name === `${node.name}_tuple`;
  return isElement ? repeated : repeated.children[0];
}
