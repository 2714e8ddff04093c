import type { Logger } from "pino";
import { toRunProgress } from "#jobs/run/run-watch.ts";
import type { Progress } from "#lib/iceberg/contract.ts";

/** Why a reading has to end before it is done. */
export type RequestStop = "claim lost" | "worker stopping" | "too large";

export interface RequestWatch {
  /** Aborts with a RequestStop. */
  signal: AbortSignal;
  stop: (reason: RequestStop) => void;
  onProgress: (progress: Progress) => void;
  end: () => void;
}

/** A look-up lasts a second or two, and whoever waits wants to see it move. */
const EVERY_MS = 400;

/**
 * Looks after a request while it is answered: says again and again that its worker lives and what it does, and learns by the same statement
 * whether it was cancelled or taken over.
 */
export function watchRequest({
  sign,
  log,
  stopping,
}: {
  /** Says in the store that the worker lives, and what it does. False: the claim is lost. */
  sign: (progress: ReturnType<typeof toRunProgress> | undefined) => Promise<boolean>;
  log: Logger;
  stopping: AbortSignal;
}): RequestWatch {
  const controller = new AbortController();
  const stop = (reason: RequestStop): void => controller.abort(reason);
  const onStopping = (): void => stop("worker stopping");
  stopping.addEventListener("abort", onStopping);
  if (stopping.aborted) onStopping();
  let latest: Progress | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const beat = async (): Promise<void> => {
    const said = latest;
    latest = undefined;
    try {
      if (!(await sign(said && toRunProgress(said)))) stop("claim lost");
    } catch (error) {
      // Postgres may be away for a moment; what was read is lost only if it stays away.
      log.debug({ err: error }, "The request's sign of life did not reach Postgres.");
    }
    if (!ended) timer = setTimeout(() => void beat(), EVERY_MS);
  };
  timer = setTimeout(() => void beat(), EVERY_MS);
  return {
    signal: controller.signal,
    stop,
    onProgress: (progress) => (latest = progress),
    end: () => {
      ended = true;
      clearTimeout(timer);
      stopping.removeEventListener("abort", onStopping);
    },
  };
}
