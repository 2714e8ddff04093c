import { z } from "zod";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { EVIDENCE } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import { compactionFinder, type IsCompacted } from "#lib/iceberg/plan/compaction-finder.ts";
import type { DataFile } from "#lib/iceberg/plan/entries.ts";
import { readExpiredOperations } from "#lib/iceberg/plan/expired-operations.ts";

/** By what the snapshot that is read tells. In: operations of expired snapshots that were found elsewhere. Pure. */
export function compactionsOf(
  { planned }: Pick<CauseReading, "planned">,
  expired: ReadonlyMap<string, string> = new Map<string, string>(),
): IsCompacted {
  return compactionFinder({ snapshots: planned.table.metadata.snapshots, deletes: planned.files.deletes, expired });
}

/** The same, with what earlier metadata files tell of the commits that added these files and expired. */
export async function readCompactions(reading: CauseReading, files: readonly DataFile[]): Promise<IsCompacted> {
  const isCompacted = compactionsOf(reading);
  const open = new Set(files.flatMap((file) => (file.addedBy !== null && isCompacted(file) === null ? [file.addedBy] : [])));
  if (open.size === 0) return isCompacted;
  return compactionsOf(reading, await readExpiredOperations(reading.database, reading.planned.table, open));
}

/** The files with rows of the keys of `wanted`, a relation with `id`. In: EVIDENCE. */
export async function filesOfKeys({ database, live }: CauseReading, wanted: string): Promise<DataFile[]> {
  const rows = await database.rows(
    `SELECT DISTINCT e.file FROM ${EVIDENCE} e SEMI JOIN ${wanted} w ON w.id = e.id ORDER BY e.file`,
    z.object({ file: count }),
  );
  return rows.flatMap(({ file }) => live.files[file] ?? []);
}
