import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveFiles } from "#lib/iceberg/plan/entries.ts";
import type { LocatedTable } from "#lib/iceberg/plan/locate.ts";
import type { Snapshot } from "#lib/iceberg/plan/metadata.ts";

/** Whether a table never deletes, and sentences on what could not be read. */
export interface NeverDeletes {
  /** null: a manifest of an older snapshot cannot be read, and no other one decides it. */
  value: boolean | null;
  notes: string[];
}

/**
 * True when no retained snapshot has a live delete file, and none removed data files but by `replace`: by the manifest lists of all retained
 * snapshots, newest first, and by manifests where a list counts nothing. Ends at the first that decides it.
 */
export async function readNeverDeletes(
  database: Database,
  table: LocatedTable,
  pinned: { snapshot: Snapshot | null; files: Pick<LiveFiles, "deletes"> },
): Promise<NeverDeletes> {
  throw new Error("not yet");
}
