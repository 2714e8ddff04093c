import { AppError } from "#lib/errors.ts";
import { compareReadings, sayComparison } from "#lib/iceberg/compare-readings.ts";
import type { Facts, FactsRequest, GatherFacts, GatherOptions } from "#lib/iceberg/contract.ts";
import type { ReaderPool } from "#lib/iceberg/reader-pool.ts";

/**
 * Reads tables as they ask to be read. Read both ways, the table is read by the own plan and then, in a reading of its own, by iceberg_scan at
 * the same snapshot, so that a reader which crashes takes no number with it: the facts are the plan's, with what differs. What the second
 * reading came to is no error; cancelling ends both.
 */
export function createGatherFacts(pool: ReaderPool): GatherFacts {
  const gather = pool.ask("facts");
  return async (request, options = {}) => {
    if (request.readBy !== "both") return await gather(request, options);
    const own = await gather({ ...request, readBy: "own" }, options);
    if (own.snapshot === null) return own;
    const scanned = await scanAgain(gather, { request, own, snapshotId: own.snapshot.id }, options);
    const comparison = compareReadings(own, scanned);
    const { trust } = own;
    const said = sayComparison(comparison);
    // Two readings that differ, and nobody knows why: then neither is called exact.
    const doubted = comparison.differences.length > 0 && comparison.explainedBy.length === 0;
    return {
      ...own,
      comparison,
      trust: {
        level: doubted ? "untrusted" : trust.level,
        direction: doubted ? null : trust.direction,
        reasons: [...said, ...trust.reasons.filter((reason) => !comparison.explainedBy.includes(reason))],
      },
      cost: {
        bytesPlanned: 2 * own.cost.bytesPlanned,
        milliseconds: own.cost.milliseconds + (scanned instanceof AppError ? 0 : scanned.cost.milliseconds),
      },
    };
  };
}

/** What is left of the time after the first reading is the second one's; what both read is planned together. */
async function scanAgain(
  gather: GatherFacts,
  { request, own, snapshotId }: { request: FactsRequest; own: Facts; snapshotId: string },
  options: GatherOptions,
): Promise<Facts | AppError> {
  const { durationMsMax, onProgress } = options;
  const { bytesPlanned, milliseconds } = own.cost;
  try {
    return await gather(
      { ...request, readBy: "scan", snapshot: { by: "id", id: snapshotId }, sample: { ...request.sample, rowsPerKeyMax: 1 } },
      {
        ...options,
        ...(durationMsMax !== undefined && { durationMsMax: Math.max(1, durationMsMax - milliseconds) }),
        onProgress: (progress) =>
          onProgress?.(
            progress.bytesPlanned === undefined ? progress : { ...progress, bytesPlanned: bytesPlanned + progress.bytesPlanned },
          ),
      },
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "cancelled" || options.signal?.aborted) throw error;
    return error;
  }
}
