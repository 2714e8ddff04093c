import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { samples } from "../schema/samples.ts";
import { tableKeys } from "../schema/table-keys.ts";
import { tables } from "../schema/tables.ts";
import { isStorable } from "#lib/contracts/storable-text.ts";
import { hiddenKeyColumns, isMasked, unknownMasked } from "#lib/masking.ts";
import { findLatestColumns } from "./table-schemas.ts";

export interface FoundKey {
  tableId: string;
  tableName: string;
  keyName: string;
  keyHash: string;
  key: string[];
  rowCount: number;
}

/**
 * Duplicated keys in the sample of each table's newest snapshot that are exactly `text`: the whole key (its parts joined by ` · ` or `, `), one
 * of its parts, or its hash. A key with a masked column is never found, and neither is one of a table whose masked columns it does not have.
 */
export async function searchKeys(db: Db, text: string, { limit }: { limit: number }): Promise<FoundKey[]> {
  if (text === "" || !isStorable(text) || isMasked(text)) return [];
  const found = await db
    .select({
      tableId: tables.id,
      tableName: tables.name,
      definition: tables.definition,
      keyName: tableKeys.name,
      columns: tableKeys.columns,
      keyHash: samples.keyHash,
      key: samples.key,
      rowCount: samples.rowCount,
    })
    .from(tables)
    .innerJoin(tableKeys, and(eq(tableKeys.tableId, tables.id), isNull(tableKeys.archivedAt)))
    .innerJoin(keyVersions, and(eq(keyVersions.tableKeyId, tableKeys.id), isNull(keyVersions.supersededAt)))
    .innerJoin(samples, and(eq(samples.keyVersionId, keyVersions.id), eq(samples.snapshotId, tables.lastSnapshotId)))
    .where(
      and(
        isNull(tables.archivedAt),
        or(
          sql`${text} = any(${samples.key})`,
          sql`array_to_string(${samples.key}, ' · ') = ${text}`,
          sql`array_to_string(${samples.key}, ', ') = ${text}`,
          eq(samples.keyHash, text.toLowerCase()),
        ),
      ),
    )
    .orderBy(asc(tables.name), asc(samples.rank))
    .limit(limit);
  const allowed = await Promise.all(
    found.map(async ({ tableId, definition: { masked }, columns, key }) => {
      if (key.some(isMasked) || hiddenKeyColumns(masked, columns).length > 0) return false;
      return masked.length === 0 || unknownMasked(masked, (await findLatestColumns(db, tableId)) ?? []).length === 0;
    }),
  );
  return found
    .filter((_, at) => allowed[at])
    .map(({ tableId, tableName, keyName, keyHash, key, rowCount }) => ({ tableId, tableName, keyName, keyHash, key, rowCount }));
}

/** The first key of a table where one value is all of it, so that any text can be looked up as it; null: there is none, or it is masked. */
export async function findLookUpKey(db: Db, tableId: string): Promise<{ tableId: string; tableName: string; keyName: string } | null> {
  const [found] = await db
    .select({ tableName: tables.name, definition: tables.definition, keyName: tableKeys.name, columns: tableKeys.columns })
    .from(tableKeys)
    .innerJoin(tables, eq(tables.id, tableKeys.tableId))
    .where(and(eq(tables.id, tableId), isNull(tables.archivedAt), isNull(tableKeys.archivedAt), sql`cardinality(${tableKeys.columns}) = 1`))
    .orderBy(asc(tableKeys.position))
    .limit(1);
  if (found === undefined || hiddenKeyColumns(found.definition.masked, found.columns).length > 0) return null;
  return { tableId, tableName: found.tableName, keyName: found.keyName };
}
