import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LocatedTable } from "#lib/iceberg/plan/locate.ts";
import { readListedManifests, readManifestEntries, type ListedManifest } from "#lib/iceberg/plan/manifest-file.ts";
import type { Snapshot, TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { readWholeFile } from "#lib/iceberg/plan/read-whole-file.ts";
import { mapAtOnce } from "#lib/map-at-once.ts";

const SNAPSHOTS_MAX = 500;
const MANIFESTS_MAX = 500;
const FILES_AT_ONCE = 4;
const EQUALITY_DELETES = 2;

/**
 * Whether the manifests prove that no snapshot from the table's first one to `pinned` had an equality delete, so that no compaction can have erased
 * one. False where one had, where a snapshot on the way expired or cannot be read, or where there are more than SNAPSHOTS_MAX of them or
 * MANIFESTS_MAX manifests of deletes.
 */
export async function neverHadEqualityDeletes(
  database: Database,
  { metadata, relocate }: Pick<LocatedTable, "metadata" | "relocate">,
  pinned: Snapshot | null,
): Promise<boolean> {
  const history = pinned && wholeHistory(metadata, pinned);
  if (!history) return false;
  const read = async (path: string) => await readWholeFile(database, relocate(path), `The manifest ${path}`, "Restore it.");
  try {
    const manifests = new Map<string, ListedManifest>();
    await mapAtOnce(history, { itemsMax: FILES_AT_ONCE }, async (snapshot) => {
      const list = snapshot["manifest-list"];
      // Format version 1 may list its manifests in the metadata, and has no deletes.
      const listed = list === undefined ? [] : readListedManifests(await read(list));
      for (const manifest of listed) if (!manifest.isData) manifests.set(manifest.path, manifest);
    });
    if (manifests.size > MANIFESTS_MAX) return false;
    let found = false;
    await mapAtOnce([...manifests.values()], { itemsMax: FILES_AT_ONCE }, async ({ path, specId }) => {
      const spec = metadata.specs.get(specId);
      if (found || spec === undefined) found = true;
      else {
        const entries = readManifestEntries(await read(path), { spec, schemas: metadata.schemas, columnIds: new Set() });
        found ||= entries.some(({ content }) => content === EQUALITY_DELETES);
      }
    });
    return !found;
  } catch {
    // An older snapshot's manifest is not needed to read the table: without it nothing is proved.
    return false;
  }
}

/** The snapshot and all before it; null: one of them is no longer retained, or they are too many. Pure. */
function wholeHistory({ snapshots }: Pick<TableMetadata, "snapshots">, pinned: Snapshot): Snapshot[] | null {
  const byId = new Map(snapshots.map((snapshot) => [snapshot["snapshot-id"], snapshot]));
  const history: Snapshot[] = [];
  for (let at: Snapshot | undefined = pinned; at !== undefined;) {
    history.push(at);
    const parent: string | null | undefined = at["parent-snapshot-id"];
    // One without a parent that is not the first: its writer left the parent out, or the table was replaced.
    if (parent === undefined || parent === null) return BigInt(at["sequence-number"]) <= 1n ? history : null;
    at = history.length < SNAPSHOTS_MAX ? byId.get(parent) : undefined;
  }
  return null;
}
