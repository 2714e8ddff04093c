import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { tables } from "../schema/tables.ts";
import { tableSchemas } from "../schema/table-schemas.ts";
import { findServiceState } from "./service-states.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { OwnerMarks } from "#lib/layouts/owner-marks.ts";
import { findWriter, UNKNOWN_WRITER, type TableWriter } from "#lib/layouts/table-writer.ts";

interface WrittenTable {
  id: string;
  definition: TableDefinition;
}

/** Who owns each of these tables, by id: its settings, the catalogs as a worker last applied them, what its metadata said, and the columns seen last. */
export async function listTableWriters(db: Db, written: readonly WrittenTable[]): Promise<Map<string, TableWriter>> {
  if (written.length === 0) return new Map();
  const ids = [...new Set(written.map(({ id }) => id))];
  const [configuration, schemas, marked, appendOnly] = await Promise.all([
    findServiceState(db, "configuration"),
    db
      .selectDistinctOn([tableSchemas.tableId], { tableId: tableSchemas.tableId, columns: tableSchemas.columns })
      .from(tableSchemas)
      .where(inArray(tableSchemas.tableId, ids))
      .orderBy(tableSchemas.tableId, desc(tableSchemas.seenAt)),
    db.select({ id: tables.id, marks: tables.ownerMarks }).from(tables).where(inArray(tables.id, ids)),
    listAppendOnly(db, ids),
  ]);
  const columns = new Map(schemas.map((schema) => [schema.tableId, schema.columns]));
  const marks = new Map(marked.map((one) => [one.id, one.marks]));
  const catalogs = configuration?.service?.sources.catalogs ?? [];
  return new Map(
    written.map(({ id, definition }) => [
      id,
      {
        ...findWriter(definition, { columns: columns.get(id) ?? null, marks: marks.get(id) ?? null }, catalogs),
        neverDeletes: appendOnly.has(id),
      },
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

/** Notes what the metadata says of an owner; the same again writes nothing. */
export async function recordOwnerMarks(db: Db, tableId: string, marks: OwnerMarks): Promise<void> {
  await db
    .update(tables)
    .set({ ownerMarks: marks })
    .where(and(eq(tables.id, tableId), sql`${tables.ownerMarks} is distinct from ${JSON.stringify(marks)}::jsonb`));
}

/** Who owns one table, and what writes it. */
export async function readTableWriter(db: Db, table: WrittenTable): Promise<TableWriter> {
  return (await listTableWriters(db, [table])).get(table.id) ?? UNKNOWN_WRITER;
}
