import { asStoreError, isStoreUnreachable } from "#db/store-errors.ts";
import type { RequestStop, RequestWatch } from "#jobs/run/request-watch.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { AppError } from "#lib/errors.ts";
import { toStorable } from "#lib/storable-text.ts";

/** How an attempt of a person's request ended. `over`: it had ended before, or ended by another hand. */
export type RequestOutcome = "succeeded" | "failed" | "over";

/** A request that began so often is given up: it may be what kills its workers. */
const ATTEMPTS_MAX = 3;
const TOO_LARGE = "The export exceeded BERGWATCH_SPILL_MAX, the limit of what one run may write. Raise it, or watch fewer rows.";

/** Throws AppError reader_crashed for a request that began too often. */
export function refuseEndless({ attempt }: { attempt: number }): void {
  if (attempt > ATTEMPTS_MAX)
    throw new AppError("reader_crashed", `It began ${ATTEMPTS_MAX} times and never ended. It was abandoned; try again.`);
}

interface EndDeps {
  watch: RequestWatch;
  /** Why the attempt did not come to its end. */
  error: unknown;
  /** Gives the attempt back. */
  release: () => Promise<boolean>;
  /** Ends it with a fault. False: the claim is lost. */
  fail: (fault: { code: string; message: string }) => Promise<boolean>;
}

/**
 * Ends the attempt of a request that was not answered: with its fault, or not at all where it is another's by now. Rejects when the request is
 * to go on elsewhere: this worker stops, or the store is silent.
 */
export async function endRequest(deps: TaskDeps, { watch, error, release, fail }: EndDeps): Promise<RequestOutcome> {
  const stopped = watch.signal.aborted ? (watch.signal.reason as RequestStop) : null;
  if (stopped === "claim lost") return "over";
  if (stopped === "worker stopping") {
    await release();
    throw new AppError("cancelled", "The worker was stopped; another answers the request.");
  }
  // Its row cannot be written now; the queue gives the job out again.
  if (isStoreUnreachable(error)) throw error;
  const fault = stopped === "too large" ? new AppError("out_of_disk", TOO_LARGE) : toAppError(asStoreError(error, deps.database.url));
  if (fault.code === "internal") deps.log.error({ err: error }, fault.message);
  return (await fail({ code: fault.code, message: toStorable(fault.message) })) ? "failed" : "over";
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // The error's own text may hold what was asked for.
  return new AppError("internal", "It failed in a way that is not known; the worker's log says how.", { cause: error });
}
