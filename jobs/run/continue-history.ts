import type { Tx } from "#db/client.ts";
import { getHistoryState, lockHistory } from "#db/queries/history.ts";
import { listSnapshots, listSnapshotsWithoutFacts } from "#db/queries/snapshots.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { requestRun } from "#db/request-run.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { lineOf } from "#lib/judging/lineage.ts";

/** `waiting`: a step is under way, and its end calls for the next. */
export type HistoryStep = "asked" | "waiting" | "done" | "budget spent" | "not wanted";

/**
 * Asks for one older snapshot of a table, the one that tells most: the oldest first, then the middle, then the quarters; in the transaction
 * that ends the run before, so that neither is there without the other. Each step is a run of its own at the lowest priority, so that
 * tables take turns. No snapshot is asked for twice, no more are than the table's budget allows, and none whose facts retention would
 * thin out again. Doing it once more is harmless.
 */
export async function continueHistory(
  { queue, log, now, settings }: Pick<TaskDeps, "queue" | "log" | "now" | "settings">,
  tableId: string,
  tx: Tx,
): Promise<HistoryStep> {
  const table = await getTable(tx, tableId);
  const { snapshots: snapshotsMax, seconds: secondsMax } = table.definition.budgets.history;
  if (table.archivedAt !== null || table.paused || snapshotsMax === 0 || secondsMax === 0) return "not wanted";
  await lockHistory(tx, tableId);
  const { since, asked, spentMs, underWay } = await getHistoryState(tx, tableId);
  if (since === null) return "not wanted";
  if (underWay) return "waiting";
  const { factsSeconds } = settings().retention;
  // By the table's own clock: a sample table's stands still.
  const observedAt = table.lastObservedAt ?? now();
  const from = factsSeconds === null ? null : new Date(observedAt.getTime() - factsSeconds * 1000);
  const next = await findNext(tx, table, { asked, from });
  if (next === null) return "done";
  if (asked.length >= snapshotsMax || spentMs >= secondsMax * 1000) {
    log.info({ table: table.name, snapshots: asked.length, ms: spentMs }, "The history is filled as far as its budget allows.");
    return "budget spent";
  }
  await requestRun(tx, queue, { tableId, reason: "history", scheduledFor: since, askedSnapshotId: next });
  return "asked";
}

async function findNext(
  tx: Tx,
  table: TableWithKeys,
  { asked, from }: { asked: readonly string[]; from: Date | null },
): Promise<string | null> {
  const known = new Set(asked);
  const line = lineOf(await listSnapshots(tx, table.id), table.lastSnapshotId);
  for (const { currentVersionId } of table.keys) {
    if (currentVersionId === null) continue;
    const candidates = await listSnapshotsWithoutFacts(tx, { tableId: table.id, keyVersionId: currentVersionId, limit: 10_000 });
    const next = candidates.find(
      ({ snapshotId, committedAt }) => !known.has(snapshotId) && line.has(snapshotId) && (from === null || committedAt >= from),
    );
    if (next) return next.snapshotId;
  }
  return null;
}
