import { AppError } from "#lib/errors.ts";
import type { Progress, ReaderFault, TableRequest, Trust } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { prepareLiveRows, type LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { bindFilter, planRun, type Planned } from "#lib/iceberg/duckdb/plan-run.ts";
import { wrongRecordCounts } from "#lib/iceberg/duckdb/record-counts.ts";
import { judgeTrust, type TrustEvidence } from "#lib/iceberg/duckdb/trust.ts";
import { whereError } from "#lib/iceberg/duckdb/where.ts";
import { bytesPlanned } from "#lib/iceberg/plan/backlog.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";
import { readerFaults, sayFaults } from "#lib/iceberg/plan/reader-faults.ts";

/** A table at one snapshot, with its deletes read, whose rows can be asked for. */
export interface Reading {
  planned: Planned;
  live: LiveRows;
  bytesPlanned: number;
}

/** Plans a reading, reads the delete files and binds the filter. Throws as GatherFacts says. */
export async function openReading(database: Database, request: TableRequest, report: (progress: Progress) => void): Promise<Reading> {
  const planned = await planRun(database, request, report);
  const { table, schema, files, rows } = planned;
  report({ phase: "proving", detail: `reading ${files.deletes.length} delete files` });
  const live = await prepareLiveRows(database, files, { schema, metadata: table.metadata });
  await bindFilter(database, live.sql(rows.fields, { deletes: "ignored" }), planned);
  return { planned, live, bytesPlanned: bytesPlanned(files) };
}

/** What only a pass over the rows can tell of how far the reading can be believed. */
interface Seen {
  rowsRead: number;
  wrongCounts: TrustEvidence["wrongCounts"];
}

/** What DuckDB's own Iceberg reader is known to get wrong on this table. `nullKeyRows`: live rows with a NULL in their key. */
export function faultsOfScan({ planned, live }: Reading, relocated: boolean, nullKeyRows: number): ReaderFault[] {
  const { table, schema, columns, files } = planned;
  return readerFaults({
    files,
    specs: table.metadata.specs,
    schema,
    otherPaths: live.positions.otherPaths,
    relocated,
    key: { ids: columns.key.map((column) => column.id), nullRows: nullKeyRows },
  });
}

/** How far a reading can be believed, and where people who read this table with DuckDB's own Iceberg reader see other numbers. */
function judge({ planned, live }: Reading, faults: readonly ReaderFault[], { rowsRead, wrongCounts }: Seen): Trust {
  const { table, columns, files, filter } = planned;
  return judgeTrust({
    live,
    columns,
    rowsRead,
    recordCount: live.recordCount,
    wrongCounts,
    planDoubts: [...table.doubts, ...files.doubts],
    notes: [...table.notes, ...columns.notes, ...(filter?.notes ?? []), ...sayFaults(faults)],
  });
}

/** Trust of a reading by our own plan whose every row was counted; `rowsRead` before the filter, deletes applied. */
export async function judgeReading(database: Database, reading: Reading, faults: readonly ReaderFault[], rowsRead: number): Promise<Trust> {
  const wrongCounts = reading.live.hasDeletes ? await wrongRecordCounts(database, reading.live.files) : [];
  return judge(reading, faults, { rowsRead, wrongCounts });
}

/** Trust of a reading that looked at few rows: the files' own footers are held to the manifests. What NULL keys do elsewhere bears on no key. */
export async function judgeFiles(database: Database, reading: Reading, { relocated }: TableRequest): Promise<Trust> {
  const { live } = reading;
  return judge(reading, faultsOfScan(reading, relocated, 0), {
    rowsRead: live.recordCount,
    wrongCounts: await wrongRecordCounts(database, live.files),
  });
}

/** An error while rows are read, as what it is about: the filter (a cast that fails on a value), else the data files. */
export function scanError({ planned }: Reading, cause: unknown): unknown {
  // A fault of this program is none of the table's: DuckDB throws no such error.
  if (cause instanceof AppError || cause instanceof TypeError || cause instanceof RangeError || cause instanceof SyntaxError) return cause;
  const message = cause instanceof Error ? cause.message : "";
  const ofValues = /^(Conversion|Invalid Input|Out of Range) Error/.test(message);
  const ofFile = /Failed to read file|source column (?!__w)/.test(message);
  if (planned.filter && ofValues && !ofFile) return whereError(planned.filter, cause);
  return readError(
    "A data file of the snapshot",
    "Restore it from a backup, or roll the table back to a snapshot that does not list it.",
    cause,
  );
}
