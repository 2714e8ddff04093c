import type { FactsRequest, Progress, TablePlan } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { noRowsSql } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { bindFilter, planRun } from "#lib/iceberg/duckdb/plan-run.ts";
import { listColumns, type ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import { bytesPlanned } from "#lib/iceberg/plan/backlog.ts";
import { allDeletes, fileTotals } from "#lib/iceberg/plan/file-totals.ts";
import { describeSnapshots } from "#lib/iceberg/plan/read-snapshots.ts";

/** What a run of this request would read: metadata and manifests only, no data or delete file is opened. Throws as PlanTable says. */
export async function readPlan(database: Database, request: FactsRequest, report: (progress: Progress) => void): Promise<TablePlan> {
  const planned = await planRun(database, request, report);
  const { table, pinned, columns, filter, files } = planned;
  await bindFilter(database, noRowsSql(planned.rows.fields, false), planned);
  const { table: described, snapshot } = describeSnapshots(table.metadata, pinned?.snapshot ?? null);
  return {
    metadataFile: described.metadataFile,
    formatVersion: described.formatVersion,
    snapshot,
    columns: listColumns(columns).map(({ role, column: { written, type } }) => ({
      role,
      column: written,
      type: typeof type === "string" ? type : type.type,
    })),
    notes: [
      ...table.notes,
      ...missingColumns(columns),
      ...unavailableNotes(request, columns),
      ...columns.notes,
      ...(filter?.notes ?? []),
      ...files.doubts,
    ],
    data: fileTotals(files.data),
    deletes: allDeletes(files.deletes),
    bytesPlanned: bytesPlanned(files),
  };
}

function missingColumns({ missing, notMeasured }: ResolvedColumns): string[] {
  const notes = Object.entries(missing).map(
    ([role, written]) => `The table has no column ${written} (${role}) at this snapshot: what needs it is not computed.`,
  );
  return notMeasured === null ? notes : [...notes, notMeasured];
}

function unavailableNotes({ unavailable }: FactsRequest, columns: ResolvedColumns): string[] {
  const { reason } = columns.unavailable;
  return unavailable === undefined || reason === null ? [] : [reason];
}
