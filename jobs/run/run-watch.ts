import type { Logger } from "pino";
import type { Db } from "#db/client.ts";
import { appendRunLog, updateRunProgress, type RunClaim } from "#db/queries/run-states.ts";
import type { RunRow } from "#db/queries/runs.ts";
import type { Progress } from "#lib/iceberg/contract.ts";
import type { RunLogLevel } from "#lib/names.ts";

/** Why a run has to end before it is done. */
export type StopReason = "claim lost" | "lock lost" | "worker stopping" | "made room";

export interface RunWatch {
  /** Aborts with a StopReason. */
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** Adds a line to the run's log, and to the service's. */
  note: (level: RunLogLevel, message: string) => void;
  /** Writes what is still to be said; to be called before the run ends. */
  flush: () => Promise<void>;
  end: () => void;
}

export interface WatchedRun {
  db: Db;
  claim: RunClaim;
  log: Logger;
  now: () => Date;
  stopping: AbortSignal;
  lockLost: AbortSignal;
  /** Asked with each sign of life: whether the run should end for one that cannot wait. */
  shouldMakeRoom?: () => Promise<boolean>;
  /** How long a cancelled run may go on. */
  everyMs?: number;
}

/**
 * Looks after a run while it reads: once a second it says in the store that its worker lives and what it does, and learns whether it was
 * cancelled, taken over or is in the way. Progress comes more often than it is worth a statement, so only the latest is kept.
 */
export function watchRun({ db, claim, log, now, stopping, lockLost, shouldMakeRoom, everyMs = 1000 }: WatchedRun): RunWatch {
  const controller = new AbortController();
  const stop = (reason: StopReason): void => controller.abort(reason);
  const onStopping = (): void => stop("worker stopping");
  const onLockLost = (): void => stop("lock lost");
  stopping.addEventListener("abort", onStopping);
  lockLost.addEventListener("abort", onLockLost);
  if (stopping.aborted) onStopping();
  let latest: Progress | undefined;
  let lines: { at: Date; level: RunLogLevel; message: string }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  const flush = async (): Promise<void> => {
    const said = lines;
    lines = [];
    await appendRunLog(db, claim, said);
  };
  const beat = async (): Promise<void> => {
    try {
      await flush();
      const progress = latest && toRunProgress(latest);
      latest = undefined;
      if (!(await updateRunProgress(db, claim, progress))) stop("claim lost");
      else if (await shouldMakeRoom?.()) stop("made room");
    } catch (error) {
      // Postgres may be away for a moment; when it stays away the lock's session breaks, and that ends the run.
      log.debug({ err: error }, "The run's sign of life did not reach Postgres.");
    }
    if (!ended) timer = setTimeout(() => void beat(), everyMs);
  };
  timer = setTimeout(() => void beat(), everyMs);

  const keep = (level: RunLogLevel, message: string): void => void lines.push({ at: now(), level, message });
  const said = new Set<string>();
  return {
    signal: controller.signal,
    note: (level, message) => {
      keep(level, message);
      log[level](message);
    },
    flush,
    onProgress: (progress) => {
      latest = progress;
      if (said.has(progress.detail)) return;
      said.add(progress.detail);
      keep("info", progress.detail);
      // A thousand tables an hour would fill the service's own log with it.
      log.debug(progress.detail);
    },
    end: () => {
      ended = true;
      clearTimeout(timer);
      stopping.removeEventListener("abort", onStopping);
      lockLost.removeEventListener("abort", onLockLost);
    },
  };
}

/** A reading's progress as it is stored. Pure. */
export function toRunProgress({ phase, detail, bytesPlanned }: Progress): NonNullable<RunRow["progress"]> {
  return { phase, detail, ...(bytesPlanned !== undefined && { bytesPlanned }) };
}
