import { AppError } from "#lib/errors.ts";
import type { SnapshotChoice } from "#lib/iceberg/contract.ts";
import type { Snapshot, TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";

export interface PinnedSnapshot {
  snapshot: Snapshot;
  manifestList: string;
  /** The schema that the snapshot was written with; the table's current schema for the current snapshot (columns may be added without a commit). */
  schema: Schema;
}

/** Of what needs a key that only a key service has. */
export function encrypted(what: string): AppError {
  return new AppError("table_unsupported", `${what} is encrypted. Bergwatch reads no encrypted tables: ask an engine that has its keys.`);
}

function byId(metadata: TableMetadata, id: string): Snapshot {
  const found = metadata.snapshots.find((snapshot) => snapshot["snapshot-id"] === id);
  if (found) return found;
  const retained = metadata.snapshots.slice(-5).map((snapshot) => snapshot["snapshot-id"]);
  const said = retained.length > 0 ? `it retains ${metadata.snapshots.length}, the newest are ${retained.join(", ")}` : "it retains none";
  throw new AppError("unknown_snapshot", `The table has no snapshot ${id}: ${said}. The snapshot may have expired.`);
}

function idOfBranch(metadata: TableMetadata, name: string): string | null {
  const ref = Object.hasOwn(metadata.refs, name) ? metadata.refs[name] : undefined;
  if (ref?.type === "branch") return ref["snapshot-id"];
  if (name === "main") return metadata.currentSnapshotId;
  const branches = Object.keys(metadata.refs).filter((candidate) => metadata.refs[candidate]?.type === "branch");
  const tag = ref ? ` ${name} is a ${ref.type}: use --snapshot ${ref["snapshot-id"]}.` : "";
  throw new AppError(
    "unknown_snapshot",
    `The table has no branch ${name}; it has ${branches.length > 0 ? branches.join(", ") : "only main"}.${tag}`,
  );
}

/** Format v1 does not say which schema a snapshot was written with. */
function schemaOf(metadata: TableMetadata, snapshot: Snapshot): Schema {
  const id = snapshot["schema-id"] ?? null;
  if (id === null) return metadata.currentSchema;
  const own = metadata.schemas.find((schema) => schema["schema-id"] === id);
  if (own) return own;
  throw new AppError(
    "table_unreadable",
    `Snapshot ${snapshot["snapshot-id"]} was written with schema ${id}, which ${metadata.file} lacks. Read another snapshot, or give another metadata file of the table.`,
  );
}

/**
 * The one snapshot that every statement of the run names; null for a table that was never written (only when the current one is asked for).
 * Throws unknown_snapshot, or table_unsupported for an encrypted table and for a v1 snapshot that
 * lists its manifests in the metadata file itself.
 */
export function chooseSnapshot(metadata: TableMetadata, choice: SnapshotChoice): PinnedSnapshot | null {
  const id = choice.by === "id" ? choice.id : choice.by === "branch" ? idOfBranch(metadata, choice.name) : metadata.currentSnapshotId;
  if (id === null) return null;
  const snapshot = byId(metadata, id);
  if (metadata.isEncrypted || snapshot["key-id"] !== undefined) throw encrypted(`The table at ${metadata.location}`);
  const manifestList = snapshot["manifest-list"];
  if (manifestList === undefined) {
    throw new AppError(
      "table_unsupported",
      `Snapshot ${id} has no manifest list (format v1 with manifests inside the metadata file). Rewrite the table's manifests once with a current Iceberg version.`,
    );
  }
  const schema = choice.by === "id" ? schemaOf(metadata, snapshot) : metadata.currentSchema;
  return { snapshot, manifestList, schema };
}

/** Commit time of the newest `replace` snapshot among the pinned one and its retained ancestors, as UTC text. */
export function lastCompactionAt(metadata: TableMetadata, pinned: Snapshot): string | null {
  const ahead = new Map(metadata.snapshots.map((snapshot) => [snapshot["snapshot-id"], snapshot]));
  for (let at: Snapshot | undefined = pinned; at; at = ahead.get(at["parent-snapshot-id"] ?? "")) {
    // Each is passed once, so that parents that lead back to a snapshot end the walk.
    ahead.delete(at["snapshot-id"]);
    if (at.summary?.["operation"] === "replace") return new Date(at["timestamp-ms"]).toISOString();
  }
  return null;
}
