import { Readiness } from "#lib/contracts/readiness.ts";
import { AppError } from "#lib/errors.ts";

const READY_MS_MAX = 120_000;
const ASK_EVERY_MS = 150;

/**
 * Returns when the web server at `url` says that everything works, or when `signal` is aborted.
 * Throws AppError internal with what is missing when that takes more than two minutes.
 */
export async function untilServiceReady(url: string, signal: AbortSignal): Promise<void> {
  let missing = "the web server does not answer";
  for (const deadline = performance.now() + READY_MS_MAX; performance.now() < deadline;) {
    if (signal.aborted) return;
    const said = await askReadiness(url);
    if (said?.ready === true) return;
    if (said)
      missing = Object.values(said.parts)
        .flatMap(({ ok, message }) => (ok ? [] : [message]))
        .join(" ");
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  throw new AppError("internal", `Bergwatch is not ready after ${READY_MS_MAX / 1000} s: ${missing} See the log above.`);
}

async function askReadiness(url: string): Promise<Readiness | null> {
  try {
    const response = await fetch(new URL("/readyz", url), { signal: AbortSignal.timeout(5000) });
    return Readiness.parse(await response.json());
  } catch {
    // Not there yet, or not ours: asked again until the time is over.
    return null;
  }
}
