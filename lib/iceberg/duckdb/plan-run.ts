import type { Progress, TableRequest } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { rowColumns, type RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { readFieldIds, resolveRequest, type ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import { parseWhere, whereError, type Filter } from "#lib/iceberg/duckdb/where.ts";
import { chooseSnapshot, type PinnedSnapshot } from "#lib/iceberg/plan/choose-snapshot.ts";
import type { LiveFiles } from "#lib/iceberg/plan/entries.ts";
import { locateTable, type LocatedTable } from "#lib/iceberg/plan/locate.ts";
import { readLiveFiles } from "#lib/iceberg/plan/manifests.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";

/** The table at one snapshot, with the request resolved against it. */
export interface Planned {
  table: LocatedTable;
  pinned: PinnedSnapshot | null;
  schema: Schema;
  columns: ResolvedColumns;
  filter: Filter | null;
  rows: RowColumns;
  files: LiveFiles;
}

/** Locates the table, pins the snapshot, resolves the request and reads the manifests. Throws as GatherFacts says. */
export async function planRun(database: Database, request: TableRequest, report: (progress: Progress) => void): Promise<Planned> {
  report({ phase: "planning", detail: `reading the metadata of ${request.location}` });
  const table = await locateTable(database, request.location, request.relocated);
  const pinned = chooseSnapshot(table.metadata, request.snapshot);
  const schema = pinned?.schema ?? table.metadata.currentSchema;
  const columns = resolveRequest(request, table.metadata.currentSchema, schema, table.metadata.schemas);
  const filter = request.where === null ? null : await parseWhere(database, request.where, table.metadata.currentSchema, schema);
  if (pinned) report({ phase: "planning", detail: `reading the manifests of snapshot ${pinned.snapshot["snapshot-id"]}` });
  const files = pinned
    ? await readLiveFiles(database, pinned.manifestList, table.metadata, table.relocate, readFieldIds(columns))
    : { data: [], deletes: [], doubts: [] };
  return { table, pinned, schema, columns, filter, rows: rowColumns(columns, filter), files };
}

/**
 * Binds the filter against the rows that a statement gives, before anything is read, so that a wrong one is no reading fault.
 * Throws where_invalid.
 */
export async function bindFilter(database: Database, rowsSql: string, { filter, rows }: Planned): Promise<void> {
  if (!filter) return;
  try {
    // In a WHERE clause, where aggregates and unnest do not bind.
    await database.run(`SELECT 1 FROM (${rowsSql}) r WHERE ${rows.inScope} LIMIT 0`);
  } catch (cause) {
    throw whereError(filter, cause);
  }
}
