import { AppError } from "#lib/errors.ts";
import type { ReaderFault, Trust } from "#lib/iceberg/contract.ts";
import type { RowsProof } from "#lib/iceberg/duckdb/iceberg-scan/prove-rows.ts";
import { refused } from "#lib/iceberg/duckdb/iceberg-scan/scan-relation.ts";
import { scanError, type Reading } from "#lib/iceberg/duckdb/open-reading.ts";
import type { TrustDirection } from "#lib/names.ts";

/** Too few rows hide duplicates, too many make them up; of both nothing is known. */
function directionOf(faults: readonly ReaderFault[]): TrustDirection | null {
  if (faults.some(({ effect }) => effect === "perhaps other rows")) return null;
  const more = faults.some(({ effect }) => effect === "more rows");
  const fewer = faults.some(({ effect }) => effect !== "more rows");
  if (fewer === more) return null;
  return fewer ? "at least" : "at most";
}

/**
 * How far a reading by iceberg_scan can be believed. In: what is to be thought of the table by whoever reads it, the known faults of that
 * reader on it, and the rows added up by both readings. Untrusted where a fault is known, or the sums differ and nothing says why. Pure.
 */
export function judgeScan(table: Trust, faults: readonly ReaderFault[], own: RowsProof, scan: RowsProof): Trust {
  const lost = scan.rows < own.rows;
  const differs = own.rows !== scan.rows || own.nullKeyRows !== scan.nullKeyRows || own.keys !== scan.keys;
  const told = {
    "perhaps fewer rows": lost,
    "perhaps other rows": differs,
    "fewer rows": true,
    "more rows": true,
    fails: false,
    "may fail": false,
  };
  const wrong = faults.filter(({ effect }) => told[effect]);
  const said = wrong.map(({ sentence }) => sentence);
  if (differs) {
    const what =
      own.rows === scan.rows
        ? `other keys in ${scan.rows} rows than Bergwatch's own plan`
        : `${scan.rows} rows where Bergwatch's own plan gives ${own.rows}`;
    const why = wrong.length > 0 ? "" : " No known fault of it explains that.";
    said.unshift(`DuckDB's iceberg_scan gives ${what} at the same snapshot.${why} Read the table by the own plan (--read-by own).`);
  }
  if (said.length === 0) return table;
  const direction = table.level === "exact" && (!differs || wrong.length > 0) ? directionOf(wrong) : null;
  return { level: "untrusted", direction, reasons: [...said, ...table.reasons] };
}

/** Refuses what iceberg_scan is known to fail on, before it is asked: some of it would end the process. Throws table_unsupported. */
export function refuseFailing(faults: readonly ReaderFault[]): void {
  const fault = faults.find(({ effect }) => effect === "fails");
  if (fault) throw refused(fault.sentence);
}

/** An error of a reading by iceberg_scan as what it is about: what it refuses, its own fault, or a file that cannot be read. */
export function scanFailure(reading: Reading, cause: unknown, faults: readonly ReaderFault[]): unknown {
  if (cause instanceof AppError || !(cause instanceof Error)) return cause;
  const [line = ""] = cause.message.split("\n");
  if (/^(interrupt|out of memory) error/i.test(line)) return cause;
  const known = faults.find(({ effect }) => effect === "may fail");
  if (known) return refused(known.sentence, cause);
  // A fault of the reader and none of the table's; what DuckDB says of itself is told as it is.
  if (/^(internal|fatal) error/i.test(line)) return cause;
  if (/^(io|http|permission|conversion|invalid input|out of range) error/i.test(line)) return scanError(reading, cause);
  return refused(`DuckDB's iceberg_scan cannot read this table: ${line.replace(/\.$/, "")}.`, cause);
}
