import type { Tx } from "#db/client.ts";
import { redateIncidents } from "#db/date-incident.ts";
import { judgeNewest } from "#db/judge-table.ts";
import type { JobSender } from "#db/queue.ts";
import type { CompletedRun } from "#db/queries/complete-run.ts";
import type { RunRow } from "#db/queries/runs.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";

export interface JudgedRun {
  table: TableWithKeys;
  run: RunRow;
  completed: CompletedRun;
  now: Date;
  queue: JobSender;
}

/**
 * Judges what a run saw and moves its table's incidents, in the transaction that stores it. A run that fills history judges nothing: it dates
 * what is there. One for an older snapshot, which says nothing about the table as it is, neither.
 */
export async function judgeRun(tx: Tx, { table, run, completed, now, queue }: JudgedRun): Promise<void> {
  if (!completed.observes || run.askedSnapshotId !== null) return await redateIncidents(tx, table.id);
  await judgeNewest(tx, { table: await getTable(tx, table.id), now, queue, because: "run" });
}
