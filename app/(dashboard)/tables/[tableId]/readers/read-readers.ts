import type { Db } from "#db/client.ts";
import { findFacts, type StoredFacts } from "#db/queries/facts.ts";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { ENGINE, ICEBERG_SCAN } from "#lib/names.ts";
import type { TableNow } from "#lib/readers/shown-by-reader.ts";

/** The newest snapshot's facts of a key; null: it was not read for this key yet. */
export async function readNewestFacts(db: Db, table: TableWithKeys, key: TableKeyRow): Promise<StoredFacts | null> {
  const { lastSnapshotId } = table;
  if (lastSnapshotId === null || key.currentVersionId === null) return null;
  return await findFacts(db, { keyVersionId: key.currentVersionId, snapshotId: lastSnapshotId, engine: ENGINE });
}

/** What facts say of the deletes and of what they change. Pure. */
export function tableNow({ values, trust }: Pick<StoredFacts, "values" | "trust">): TableNow {
  return {
    deleteFiles: {
      equality: values.equality_delete_files ?? 0,
      position: values.position_delete_files ?? 0,
      vector: values.deletion_vectors ?? 0,
    },
    rows: values.rows,
    duplicatedKeys: values.duplicated_keys,
    rawRows: values.raw_rows,
    rawDuplicatedKeys: values.raw_duplicated_keys,
    scanFaults: trust.reasons.filter((reason) => reason.startsWith(ICEBERG_SCAN)),
  };
}
