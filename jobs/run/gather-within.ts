import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";
import type { GatherOptions } from "#lib/iceberg/contract.ts";
import { formatBytes, formatDuration } from "#lib/units.ts";

const NOTHING = { bytes: 0, ms: 0 };

/** What a run may cost, all its keys together. */
export interface RunBudget {
  /** null: no limit. */
  bytes: number | null;
  /** null: what the environment allows to each reading. `setting`: the key of the configuration that says so. */
  time: { ms: number; setting: string } | null;
}

/** What the definition of a table allows to one of its runs. */
export function runBudget({ budgets }: TableDefinition): RunBudget {
  const { bytes, seconds } = budgets.run;
  return { bytes, time: seconds === null ? null : { ms: seconds * 1000, setting: "budgets.run.duration" } };
}

/**
 * Reads (facts, one key, an export) within what the budget leaves after `spent`: a reading whose plan is dearer ends before it reads data
 * (AppError too_expensive), one that takes longer is interrupted (too_slow). Throws as `read` does.
 */
export async function gatherWithin<Request, Found>(
  read: (request: Request, options: GatherOptions) => Promise<Found>,
  request: Request,
  {
    budget,
    spent = NOTHING,
    signal,
    onProgress,
  }: { budget: RunBudget; spent?: { bytes: number; ms: number } } & Required<Pick<GatherOptions, "onProgress">> & { signal: AbortSignal },
): Promise<Found> {
  const tooDear = new AbortController();
  let bytesPlanned = spent.bytes;
  try {
    const found = await read(request, {
      signal: AbortSignal.any([signal, tooDear.signal]),
      ...(budget.time !== null && { durationMsMax: Math.max(1, budget.time.ms - spent.ms) }),
      onProgress: (progress) => {
        onProgress?.(progress);
        if (progress.bytesPlanned !== undefined) bytesPlanned = spent.bytes + progress.bytesPlanned;
        if (budget.bytes !== null && bytesPlanned > budget.bytes) tooDear.abort();
      },
    });
    // One that is quicker than the signal was too dear all the same: what is refused must not depend on the machine.
    tooDear.signal.throwIfAborted();
    return found;
  } catch (error) {
    if (signal.aborted) throw error;
    if (tooDear.signal.aborted) throw tooExpensive(bytesPlanned, budget.bytes ?? 0, error);
    if (budget.time !== null && error instanceof AppError && error.code === "too_slow") throw tooSlow(budget.time, error);
    throw error;
  }
}

function tooExpensive(bytesPlanned: number, bytesMax: number, cause: unknown): AppError {
  return new AppError(
    "too_expensive",
    `The run would read ${formatBytes(bytesPlanned)}, more than the table's budget of ${formatBytes(bytesMax)}. Raise budgets.run.bytes of the table, or watch fewer rows with a filter.`,
    { cause },
  );
}

function tooSlow({ ms, setting }: NonNullable<RunBudget["time"]>, cause: AppError): AppError {
  return new AppError(
    "too_slow",
    `The run took longer than the table's budget of ${formatDuration(ms)} and was stopped. Raise ${setting} of the table, or watch fewer rows with a filter.`,
    { cause },
  );
}
