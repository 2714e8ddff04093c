import type { Trust } from "#lib/iceberg/contract.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import { hasFieldIds } from "#lib/iceberg/duckdb/own-plan/name-mapping.ts";
import { findNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";

export interface TrustEvidence {
  live: LiveRows;
  columns: ResolvedColumns;
  /** Rows that the files gave before the filter, deletes applied. */
  rowsRead: number;
  /** Sum of the record counts of the live data files. */
  recordCount: number;
  /** Files whose footer says another number of rows than their manifest entry. */
  wrongCounts: { path: string; recordCount: number; rows: number }[];
  /** What the manifests contradict. */
  planDoubts: string[];
  /** Sentences that are no doubt. */
  notes: string[];
}

/** A file of another writer that names its columns without ids, where the table maps no names: its key reads as NULL. */
function withoutIds({ live, columns }: TrustEvidence): string[] {
  const [first] = live.filesWithoutIds;
  if (!first) return [];
  const unmapped = live.groups.some(
    (group) => group.files.includes(first) && columns.key.every((column) => findNode(group.columns, column.id) === null),
  );
  if (!unmapped) return [];
  const more = live.filesWithoutIds.length - 1;
  const which = more > 0 ? `${first.path} (and ${more} more)` : first.path;
  return [
    `The data file ${which} carries no field ids and the table has no schema.name-mapping.default for them, so its columns read as NULL. Set the name mapping, or rewrite the file.`,
  ];
}

/** A file that numbers its columns, and not the one that has the key's name: by the specification its key reads as NULL. */
function withoutKeyId({ live, columns }: TrustEvidence): string[] {
  for (const group of live.groups) {
    const [file] = group.files;
    const column = columns.key.find(({ id, path }) => {
      const unnumbered = group.columns.some((node) => node.fieldId === null && node.name === path[0]?.name);
      return unnumbered && hasFieldIds(group.columns) && findNode(group.columns, id) === null;
    });
    if (file && column)
      return [
        `The data file ${file.path} has a column ${column.written} without a field id beside others that have one, so it reads as NULL. Rewrite the file.`,
      ];
  }
  return [];
}

function wrongCounts({ live, rowsRead, recordCount, wrongCounts: wrong }: TrustEvidence): string[] {
  const [first] = wrong;
  if (first)
    return [
      `The data file ${first.path} holds ${first.rows} rows where its manifest says ${first.recordCount}. Check who wrote it, or roll the table back.`,
    ];
  if (live.hasDeletes || rowsRead === recordCount) return [];
  return [
    `The data files gave ${rowsRead} rows where the manifests say ${recordCount}. Check who wrote the files, or roll the table back.`,
  ];
}

/**
 * How far a reading can be believed. Bergwatch reads by its own plan, so the known faults of DuckDB's iceberg_scan do not touch it; what is
 * left are tables that contradict themselves or the specification.
 */
export function judgeTrust(evidence: TrustEvidence): Trust {
  const { live, planDoubts, notes } = evidence;
  const doubts = [
    ...planDoubts,
    ...withoutIds(evidence),
    ...withoutKeyId(evidence),
    ...wrongCounts(evidence),
    ...live.positions.doubts,
    ...live.equality.doubts,
  ];
  return {
    level: doubts.length > 0 ? "untrusted" : "exact",
    direction: null,
    reasons: [...doubts, ...notes],
  };
}
