import { AppError } from "#lib/errors.ts";

/** What `work` comes to; it is not waited for any longer once the signal aborts. Throws AppError cancelled then. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(new AppError("cancelled", "The reading was cancelled before it was done."));
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
