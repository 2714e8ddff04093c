import type { Trust } from "#lib/iceberg/contract.ts";
import { keyColumnDoubts } from "#lib/iceberg/duckdb/key-column-doubts.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";

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
  const doubts = [...planDoubts, ...keyColumnDoubts(evidence), ...wrongCounts(evidence), ...live.positions.doubts, ...live.equality.doubts];
  return {
    level: doubts.length > 0 ? "untrusted" : "exact",
    direction: null,
    reasons: [...doubts, ...notes],
  };
}
