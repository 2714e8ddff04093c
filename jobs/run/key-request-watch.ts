import type { Logger } from "pino";
import type { Db } from "#db/client.ts";
import { updateKeyRequestProgress, type KeyRequestClaim } from "#db/queries/key-requests.ts";
import { toRunProgress } from "#jobs/run/run-watch.ts";
import type { Progress } from "#lib/iceberg/contract.ts";

/** Why a reading has to end before it is done. */
export type KeyRequestStop = "claim lost" | "worker stopping" | "too large";

export interface KeyRequestWatch {
  /** Aborts with a KeyRequestStop. */
  signal: AbortSignal;
  stop: (reason: KeyRequestStop) => void;
  onProgress: (progress: Progress) => void;
  end: () => void;
}

/** A look-up lasts a second or two, and whoever waits wants to see it move. */
const EVERY_MS = 400;

/**
 * Looks after a request while it is read: says again and again that its worker lives and what it does, and learns by the same statement
 * whether it was cancelled or taken over.
 */
export function watchKeyRequest({
  db,
  claim,
  log,
  stopping,
}: {
  db: Db;
  claim: KeyRequestClaim;
  log: Logger;
  stopping: AbortSignal;
}): KeyRequestWatch {
  const controller = new AbortController();
  const stop = (reason: KeyRequestStop): void => controller.abort(reason);
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
      if (!(await updateKeyRequestProgress(db, claim, said && toRunProgress(said)))) stop("claim lost");
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
