import type { Column } from "#lib/iceberg/plan/column-path.ts";
import type { FactsRequest, RowFacts } from "#lib/iceberg/contract.ts";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { RowCounts } from "#lib/iceberg/duckdb/profile/scan-hashes.ts";
import { whyMissing, type ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";

const MICROSECONDS = 1_000_000;

/** A number outside these years was read in the wrong unit: a second as a millisecond lies in 1970. */
const [EARLIEST, LATEST] = [Date.UTC(1990) * 1000, Date.UTC(2200) * 1000];

function isNumber(column: Column | null): column is Column {
  return column?.type === "long" || column?.type === "int";
}

/** Latest source time, else latest event time, in microseconds since the epoch. */
function latest(counts: RowCounts, columns: ResolvedColumns): Fact<number> {
  if (!columns.sourceTime && !columns.eventTime) {
    const event = whyMissing(columns, "eventTime", "event time", "--event-time");
    return { value: null, reason: `${whyMissing(columns, "sourceTime", "source time", "--source-time")} ${event}` };
  }
  const value = counts.latestSourceTime ?? counts.latestEventTime;
  if (value === null) return { value: null, reason: "No live row has a source time or event time." };
  const column = counts.latestSourceTime === null ? columns.eventTime : columns.sourceTime;
  if (isNumber(column) && (value < EARLIEST || value > LATEST)) {
    const unit = "nanoseconds for a name that ends in ns, microseconds for one in us, else milliseconds";
    return {
      value: null,
      reason: `The latest number in ${column.written} is not a time since 1990 when it is read by its name (${unit}).`,
    };
  }
  // What a Date cannot hold lies after the year 275760, where a writer puts a time that never ends.
  if (Math.abs(value) > 8.64e18) return { value: null, reason: `The latest time in ${column?.written ?? "the table"} is not a date.` };
  return { value };
}

function ifGiven(column: Column | null, value: number, reason: string): Fact<number> {
  return column === null ? { value: null, reason } : { value };
}

/**
 * Facts of rows beside the key. Pure.
 * In: commit time in milliseconds since the epoch, null without a snapshot; whether the schema still holds Debezium's envelope.
 */
export function rowFacts(
  request: FactsRequest,
  counts: RowCounts,
  columns: ResolvedColumns,
  facts: { committedAtMs: number | null; envelope: boolean; overlap: Fact<number> },
): RowFacts {
  const at = latest(counts, columns);
  const lag: Fact<number> =
    at.value === null
      ? at
      : facts.committedAtMs === null
        ? { value: null, reason: "The table has no snapshot." }
        : { value: (facts.committedAtMs * 1000 - at.value) / MICROSECONDS };
  return {
    commitLagSeconds: lag,
    latestAt: at.value === null ? at : { value: new Date(at.value / 1000).toISOString() },
    ghostRows: ifGiven(columns.op, counts.ghostRows, whyMissing(columns, "op", "CDC operation", "--op")),
    softDeletedRows: ifGiven(columns.deleted, counts.softDeletedRows, whyMissing(columns, "deleted", "soft-delete", "--deleted")),
    unavailableValueRows:
      columns.unavailable.reason === null ? { value: counts.unavailableValueRows } : { value: null, reason: columns.unavailable.reason },
    snapshotStreamOverlapKeys: facts.overlap,
    envelope: request.cdc ? { value: facts.envelope ? 1 : 0 } : { value: null, reason: "The table is not a CDC table (--kind cdc)." },
  };
}
