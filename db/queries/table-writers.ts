import { desc, inArray, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { tables } from "../schema/tables.ts";
import { tableSchemas } from "../schema/table-schemas.ts";
import { findServiceState } from "./service-states.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { findWriter, UNKNOWN_WRITER, type TableWriter } from "#lib/layouts/table-writer.ts";

interface WrittenTable {
  id: string;
  definition: TableDefinition;
}

/** Who owns each of these tables, by id: its settings, the catalogs as a worker last applied them, and the columns seen last. */
export async function listTableWriters(db: Db, tables: readonly WrittenTable[]): Promise<Map<string, TableWriter>> {
  if (tables.length === 0) return new Map();
  const ids = [...new Set(tables.map(({ id }) => id))];
  const [configuration, schemas, appendOnly] = await Promise.all([
    findServiceState(db, "configuration"),
    db
      .selectDistinctOn([tableSchemas.tableId], { tableId: tableSchemas.tableId, columns: tableSchemas.columns })
      .from(tableSchemas)
      .where(inArray(tableSchemas.tableId, ids))
      .orderBy(tableSchemas.tableId, desc(tableSchemas.seenAt)),
    listAppendOnly(db, ids),
  ]);
  const columns = new Map(schemas.map((schema) => [schema.tableId, schema.columns]));
  const catalogs = configuration?.service?.sources.catalogs ?? [];
  return new Map(
    tables.map(({ id, definition }) => [
      id,
      { ...findWriter(definition, columns.get(id) ?? null, catalogs), neverDeletes: appendOnly.has(id) },
    ]),
  );
}

/**
 * The tables that nobody deletes from: each retained commit appended or rewrote files, and the newest facts count no delete file, so none is left of an
 * older commit. The rule of the cause `upsert_off`, from what is stored.
 */
async function listAppendOnly(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select tables.id from tables
    cross join lateral (
      select bool_and(coalesce(operation in ('append', 'replace'), false)) as append from snapshots
      where table_id = tables.id and expired_at is null
    ) as commits
    cross join lateral (
      select bool_and(coalesce(newest.deletes = 0, false)) as none
      from table_keys
      join key_versions on key_versions.table_key_id = table_keys.id
      cross join lateral (
        select position_delete_files + equality_delete_files + deletion_vectors as deletes
        from snapshot_facts where key_version_id = key_versions.id order by committed_at desc limit 1
      ) as newest
      where table_keys.table_id = tables.id
    ) as deletes
    where ${inArray(tables.id, [...ids])} and commits.append and deletes.none`);
  return new Set(rows.map(({ id }) => id));
}

/** The same of one table. */
export async function readTableWriter(db: Db, table: WrittenTable): Promise<TableWriter> {
  return (await listTableWriters(db, [table])).get(table.id) ?? UNKNOWN_WRITER;
}
