import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { AppError } from "#lib/errors.ts";
import type { DataFile } from "#lib/iceberg/plan/entries.ts";
import type { LocatedTable } from "#lib/iceberg/plan/locate.ts";
import { mapAtOnce } from "#lib/map-at-once.ts";
import { readListedManifests, readManifestEntries, type ListedManifest } from "#lib/iceberg/plan/manifest-file.ts";
import type { Snapshot } from "#lib/iceberg/plan/metadata.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";
import { readWholeFile } from "#lib/iceberg/plan/read-whole-file.ts";
import { storePath } from "#lib/store-place.ts";

/** By the place of a live data file in its store: the rewrites that took it out of the table, and whose results are live beside it. */
export interface LiveSources {
  rewrites: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sentences on rewrites that could not be looked at. */
  notes: string[];
}

const MEND = "Expire the snapshots that need it, or restore it from a backup.";
const DELETED = 2;
/** The newest ones; each costs a manifest list and the manifests that it wrote. */
const REWRITES_MAX = 100;

/**
 * Looks in the manifests of each retained rewrite (`replace`) of which a result is live for live files that it removed: these are back, or were never
 * gone, since two manifests of one snapshot contradict each other. Without a rewrite nothing is read.
 */
export async function readLiveSources(
  database: Database,
  table: Pick<LocatedTable, "metadata" | "relocate">,
  data: readonly Pick<DataFile, "path" | "addedBy">[],
): Promise<LiveSources> {
  const added = new Set(data.map(({ addedBy }) => addedBy));
  const rewrites = table.metadata.snapshots
    .filter(({ summary, ...snapshot }) => summary?.["operation"] === "replace" && added.has(snapshot["snapshot-id"]))
    .slice(-REWRITES_MAX);
  const live = new Set(rewrites.length === 0 ? [] : data.map(({ path }) => storePath(path)));
  const found = new Map<string, Set<string>>();
  const notes: string[] = [];
  await mapAtOnce(rewrites, { itemsMax: 4 }, async (rewrite) => {
    try {
      for (const path of await readRemoved(database, table, rewrite)) {
        const place = storePath(path);
        if (live.has(place)) found.set(place, (found.get(place) ?? new Set()).add(rewrite["snapshot-id"]));
      }
    } catch (cause) {
      const error = readError("A manifest of an older snapshot", MEND, cause);
      if (!(error instanceof AppError)) throw error;
      notes.push(`It is not known whether files that snapshot ${rewrite["snapshot-id"]} rewrote are still in the table. ${error.message}`);
    }
  });
  return { rewrites: found, notes };
}

/** Data files that the snapshot's own manifests remove. */
async function readRemoved(
  database: Database,
  { metadata, relocate }: Pick<LocatedTable, "metadata" | "relocate">,
  snapshot: Snapshot,
): Promise<string[]> {
  const id = snapshot["snapshot-id"];
  const list = snapshot["manifest-list"];
  if (list === undefined) throw new AppError("table_unreadable", `Snapshot ${id} has no manifest list (format version 1).`);
  const read = async (path: string) => await readWholeFile(database, relocate(path), `The manifest ${path}`, MEND);
  const own = readListedManifests(await read(list)).filter(({ isData, addedSnapshotId }) => isData && addedSnapshotId === id);
  const removed = await mapAtOnce(own, { itemsMax: 4 }, async ({ path, specId }: ListedManifest) => {
    const spec = metadata.specs.get(specId);
    if (spec === undefined) return [];
    const entries = readManifestEntries(await read(path), { spec, schemas: metadata.schemas, columnIds: new Set() });
    return entries.filter(({ status, snapshotId }) => status === DELETED && (snapshotId ?? id) === id).map((entry) => entry.path);
  });
  return removed.flat();
}
