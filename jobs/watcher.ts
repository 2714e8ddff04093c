import { withTableLock } from "#db/queries/table-lock.ts";
import { listTables, type TableWithKeys } from "#db/queries/tables.ts";
import { pause } from "#jobs/pause.ts";
import { alignSchedules, requestDueRuns, type TickMemory } from "#jobs/schedule.ts";
import { emptyPollMemory, pollSnapshots } from "#jobs/tasks/poll-snapshots.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";

export interface WatcherPace {
  /** Between two rounds. */
  roundMs: number;
  /** Between two looks at the list of tables, in case another process changed it. */
  listMs: number;
  /** Between two tries to become the watcher. */
  standByMs: number;
}

const PACE: WatcherPace = { roundMs: 1000, listMs: 15_000, standByMs: 3000 };
/** No table has this id: the lock is the watcher's. */
const WATCH = "watcher";

/**
 * Watches clock and tables until the worker stops: asks for runs that are due and for runs of new snapshots. Of all workers one does so at a
 * time; the others stand by and take over when its connection ends. Two at once would do no harm, only double work. Resolves when it has
 * stopped; never rejects: what fails is logged and tried again.
 */
export async function watchTables(deps: TaskDeps, pace: Partial<WatcherPace> = {}): Promise<void> {
  const { stopping, log } = deps;
  const { roundMs, listMs, standByMs } = { ...PACE, ...pace };
  while (!stopping.aborted) {
    try {
      await withTableLock(deps.database, { tableId: WATCH, workerId: deps.workerId }, async (lost) => {
        log.info("This worker watches clock and tables.");
        await watch(deps, AbortSignal.any([stopping, lost]), { roundMs, listMs });
      });
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error }, "Watching clock and tables was interrupted; it is taken up again.");
    }
    await pause(standByMs, stopping);
  }
}

async function watch(deps: TaskDeps, signal: AbortSignal, { roundMs, listMs }: Pick<WatcherPace, "roundMs" | "listMs">): Promise<void> {
  const asked: TickMemory = new Map();
  const polled = emptyPollMemory();
  let tables: TableWithKeys[] = [];
  let listedAtMs = -Infinity;
  while (!signal.aborted) {
    deps.clock?.look();
    if (performance.now() - listedAtMs >= listMs) {
      await alignSchedules(deps);
      tables = await listTables(deps.database.db);
      listedAtMs = performance.now();
    }
    await requestDueRuns(deps, asked);
    await pollSnapshots(deps, tables, polled);
    await pause(roundMs, signal);
  }
}
