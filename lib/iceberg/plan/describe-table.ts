import type { TableDescription } from "#lib/contracts/browse-documents.ts";
import { formatColumnPath } from "#lib/iceberg/plan/column-path.ts";
import { describeCommitter } from "#lib/iceberg/plan/describe-committer.ts";
import { leafColumns } from "#lib/iceberg/plan/leaf-columns.ts";
import type { Snapshot, TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { partitionTexts } from "#lib/iceberg/plan/partition-text.ts";
import { findFieldById } from "#lib/iceberg/plan/schema.ts";
import { tableColumns } from "#lib/iceberg/plan/table-columns.ts";
import { recogniseColumns } from "#lib/layouts/recognise-columns.ts";
import { suggestKeys } from "#lib/layouts/suggest-keys.ts";

const SNAPSHOTS_MAX = 20;
/** A table of thousands of nested fields has types of many pages. */
const TYPE_CHARS_MAX = 2000;

export interface DescribedAs {
  /** As `location` of a definition. */
  location: string;
  /** The last level of its name. */
  name: string;
}

/** A table as its metadata alone says: current schema, partitioning, snapshots, the layout of its writer and keys that it may have. Pure. */
export function describeTable(metadata: TableMetadata, { location, name }: DescribedAs): TableDescription {
  const { currentSchema } = metadata;
  const columns = leafColumns(currentSchema.fields);
  const identifierColumns = identifierColumnsOf(metadata);
  const topLevel = currentSchema.fields.map((field) => field.name);
  const recognised = recogniseColumns({ columns, topLevel, hasIdentifier: identifierColumns.length > 0 });
  return {
    location,
    files: metadata.location,
    uuid: metadata.uuid,
    formatVersion: metadata.formatVersion,
    metadataFile: metadata.file,
    columns: tableColumns(currentSchema).map(({ type, ...column }) => ({ ...column, type: cut(type) })),
    identifierColumns,
    partitionedBy: partitionTexts(metadata),
    snapshotsRetained: metadata.snapshots.length,
    snapshots: metadata.snapshots
      .toSorted((a, b) => b["timestamp-ms"] - a["timestamp-ms"])
      .slice(0, SNAPSHOTS_MAX)
      .map(describeSnapshot),
    recognised,
    keys: suggestKeys({ columns, identifierColumns, name, recognised }),
  };
}

function identifierColumnsOf({ currentSchema }: TableMetadata): string[] {
  return (currentSchema["identifier-field-ids"] ?? []).flatMap((id) => {
    const found = findFieldById(currentSchema.fields, id);
    return found === null ? [] : [formatColumnPath(found.path.map((field) => field.name))];
  });
}

function describeSnapshot(snapshot: Snapshot): TableDescription["snapshots"][number] {
  const { summary } = snapshot;
  const total = (key: string): string | null => {
    const said = summary !== undefined && Object.hasOwn(summary, key) ? summary[key] : undefined;
    // It is the writer's own word, and may be any.
    return said !== undefined && /^\d{1,20}$/.test(said) ? said : null;
  };
  return {
    id: snapshot["snapshot-id"],
    committedAt: new Date(snapshot["timestamp-ms"]).toISOString(),
    operation: summary?.["operation"] ?? null,
    committedBy: describeCommitter(summary),
    totals: {
      rows: total("total-records"),
      dataFiles: total("total-data-files"),
      deleteFiles: total("total-delete-files"),
      bytes: total("total-files-size"),
    },
  };
}

function cut(type: string): string {
  return type.length <= TYPE_CHARS_MAX ? type : `${type.slice(0, TYPE_CHARS_MAX)}…`;
}
