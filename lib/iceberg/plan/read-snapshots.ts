import type { Progress, SnapshotFacts, SnapshotListing, SnapshotsRequest } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { chooseSnapshot, lastCompactionAt } from "#lib/iceberg/plan/choose-snapshot.ts";
import { describeCommitter } from "#lib/iceberg/plan/describe-committer.ts";
import { locateTable } from "#lib/iceberg/plan/locate.ts";
import type { Snapshot, TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { ownerPropertiesOf } from "#lib/layouts/owner-marks.ts";

/** The snapshots of the table at a location, from its metadata file alone. Throws as locateTable and chooseSnapshot do. */
export async function readSnapshots(
  database: Database,
  { location, relocated, snapshot }: SnapshotsRequest,
  report: (progress: Progress) => void,
): Promise<SnapshotListing> {
  report({ phase: "planning", detail: `reading the metadata of ${location}` });
  const { metadata } = await locateTable(database, location, relocated);
  return describeSnapshots(metadata, chooseSnapshot(metadata, snapshot)?.snapshot ?? null);
}

/** What the metadata says of the table, the chosen snapshot and all others. Pure. */
export function describeSnapshots(metadata: TableMetadata, chosen: Snapshot | null): SnapshotListing {
  return {
    table: {
      location: metadata.location,
      uuid: metadata.uuid,
      formatVersion: metadata.formatVersion,
      metadataFile: metadata.file,
      ownerProperties: ownerPropertiesOf(metadata.properties),
      snapshotsRetained: metadata.snapshots.length,
      lastCompactionAt: chosen ? lastCompactionAt(metadata, chosen) : null,
    },
    snapshot: chosen ? describeSnapshot(chosen) : null,
    snapshots: metadata.snapshots.map((snapshot) => ({
      ...describeSnapshot(snapshot),
      parentId: snapshot["parent-snapshot-id"] ?? null,
      schemaId: snapshot["schema-id"] ?? null,
      committedBy: describeCommitter(snapshot.summary),
      addedFiles: countIn(snapshot.summary, "added-data-files"),
      addedRows: countIn(snapshot.summary, "added-records"),
    })),
  };
}

/** The writer's own word, and so perhaps none; null too for what a JSON number does not hold. */
function countIn(summary: Snapshot["summary"], key: string): number | null {
  const said = summary !== undefined && Object.hasOwn(summary, key) ? summary[key] : undefined;
  const count = said !== undefined && /^\d{1,16}$/.test(said) ? Number(said) : null;
  return count !== null && Number.isSafeInteger(count) ? count : null;
}

function describeSnapshot(snapshot: Snapshot): SnapshotFacts {
  return {
    id: snapshot["snapshot-id"],
    sequenceNumber: snapshot["sequence-number"],
    committedAt: new Date(snapshot["timestamp-ms"]).toISOString(),
    operation: snapshot.summary?.["operation"] ?? null,
  };
}
