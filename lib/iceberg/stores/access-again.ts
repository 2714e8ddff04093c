import { AppError, type ErrorCode } from "#lib/errors.ts";
import type { Progress } from "#lib/iceberg/contract.ts";
import { storeFault } from "#lib/iceberg/stores/store-faults.ts";
import type { StoreAccess } from "#lib/iceberg/stores/store-access.ts";

export interface FailedReading {
  error: unknown;
  /** How it was opened; null: with nothing. */
  access: StoreAccess | null;
  /** The last that it told; null: it told nothing. */
  phase: Progress["phase"] | null;
}

/** In these a file was opened with the credentials, so that a refusal since then is news. */
const OPENED = new Set<Progress["phase"] | null>(["proving", "counting", "explaining", "sampling", "writing"]);

const LOST = new Set<ErrorCode>(["table_unreadable", "table_outside_places", "table_not_found"]);

/**
 * How a reading that failed is opened once more, where that promises another end: its credentials ended in its middle, or the catalog's table
 * has moved on and its old files were removed. null: it does not. `find` asks anew. Throws AppError table_not_found when the table was dropped
 * meanwhile.
 */
export async function findAccessAgain(
  { error, access, phase }: FailedReading,
  find: () => Promise<StoreAccess | null>,
): Promise<StoreAccess | null> {
  if (!(error instanceof AppError) || !LOST.has(error.code) || access === null) return null;
  const { kind = null } = storeFault(`${error.message}\n${String(error.cause)}`) ?? {};
  if (kind === "expired" || (kind === "refused" && OPENED.has(phase))) return await find().catch(() => null);
  if (access.metadataFile === null || (kind !== "gone" && !/ is gone: |^There is no metadata file /.test(error.message))) return null;
  const now = await find().catch((cause: unknown) => {
    if (!(cause instanceof AppError) || cause.code !== "table_not_found") return null;
    throw new AppError("table_not_found", `${cause.message} It was there when this reading began.`, { cause: error });
  });
  return now === null || now.metadataFile === access.metadataFile ? null : now;
}
