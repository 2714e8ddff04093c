import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";
import type { GatherOptions } from "#lib/iceberg/contract.ts";
import { formatBytes } from "#lib/units.ts";

/**
 * Reads (facts, one key, an export) within the table's own budget: a reading whose plan is dearer ends before it reads data (AppError
 * too_expensive), one that takes longer is interrupted (too_slow). Throws as `read` does.
 */
export async function gatherWithin<Request, Found>(
  read: (request: Request, options: GatherOptions) => Promise<Found>,
  request: Request,
  {
    budget,
    signal,
    onProgress,
  }: { budget: TableDefinition["budgets"]["run"] } & Required<Pick<GatherOptions, "onProgress">> & { signal: AbortSignal },
): Promise<Found> {
  const tooDear = new AbortController();
  let bytesPlanned = 0;
  try {
    return await read(request, {
      signal: AbortSignal.any([signal, tooDear.signal]),
      ...(budget.seconds !== null && { durationMsMax: budget.seconds * 1000 }),
      onProgress: (progress) => {
        onProgress?.(progress);
        bytesPlanned = progress.bytesPlanned ?? bytesPlanned;
        if (budget.bytes !== null && bytesPlanned > budget.bytes) tooDear.abort();
      },
    });
  } catch (error) {
    if (!tooDear.signal.aborted || signal.aborted) throw error;
    throw new AppError(
      "too_expensive",
      `It would read ${formatBytes(bytesPlanned)}, more than the table's budget of ${formatBytes(budget.bytes ?? 0)}. Raise budgets.run.bytes of the table, or watch fewer rows with a filter.`,
      { cause: error },
    );
  }
}
