import type { ErrorCode } from "#lib/errors.ts";

/** Seconds to wait before each further attempt; an error that is not named here would come again. */
const RETRIES: Readonly<Partial<Record<ErrorCode, readonly number[]>>> = {
  // Once: a second crash is the table's doing. Most first ones are the machine's (memory taken by others, a kill).
  reader_crashed: [5],
  // The reader's extensions come over the network.
  extension_missing: [30, 120],
  // Others may have filled the disk for a moment.
  out_of_disk: [60],
  // A catalog that is down, busy or slow for a moment; later runs ask it again anyway.
  catalog_unreachable: [5, 20, 60],
  store_unreachable: [2, 5, 10, 30, 60],
};

/** A run that began so often is given up, whatever ended these attempts: it may be what kills its workers. */
export const ATTEMPTS_MAX = 6;

/** The attempts that count against a run: a worker that stops in good order, a lost connection and making room are no doing of the run. */
export function attemptsThatCount({ attempt, released }: { attempt: number; released: number }): number {
  return attempt - released;
}

export interface FailedAttempt {
  code: ErrorCode;
  /** Of the attempts that count, which this one is; the first is 1. */
  attempt: number;
  /** With which the attempt before it failed; null: it is the first, or that one was lost with its worker. */
  codeBefore: string | null;
}

/**
 * How long to wait until a run is tried again after an attempt failed; null: trying again cannot help, or was tried enough. An attempt that
 * was lost with its worker, or failed in another way, is not counted as a failure of this kind.
 */
export function retryAfterSeconds({ code, attempt, codeBefore }: FailedAttempt): number | null {
  if (attempt >= ATTEMPTS_MAX) return null;
  return RETRIES[code]?.[codeBefore === code ? attempt - 1 : 0] ?? null;
}
