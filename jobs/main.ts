import { enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * The worker process. Ends in good order on SIGTERM or SIGINT, and when the process that started it is gone. Tells that one
 * `{ type: "ready" }` when it takes jobs. Any number of workers may share one Postgres.
 */

// What is imported before this line is compiled anew at every start.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/bergwatch/compile"));

const END_MS_MAX = 8000;
const SIGN_EVERY_MS = 5000;
const asked = new AbortController();

function end(): void {
  if (asked.signal.aborted) return;
  asked.abort();
  // A connection that hangs must not keep the process: runs are taken over by others.
  setTimeout(() => process.exit(1), END_MS_MAX).unref();
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => (asked.signal.aborted ? process.exit(1) : end()));
process.on("disconnect", end);
// Whoever started this process restarts it when it falls silent.
function giveSign(): void {
  if (process.connected) process.send?.({ type: "alive" });
}
// The first one at once: what is imported below takes seconds on a busy machine.
giveSign();
setInterval(giveSign, SIGN_EVERY_MS).unref();
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const [{ runWorker }, { env }, { AppError }, { log }] = await Promise.all([
  import("#jobs/run-worker.ts"),
  import("#lib/env.ts"),
  import("#lib/errors.ts"),
  import("#lib/log.ts"),
]);

try {
  await runWorker({
    env: env(),
    log: log(),
    signal: asked.signal,
    onReady: () => {
      if (process.connected) process.send?.({ type: "ready" });
    },
  });
  if (process.connected) process.disconnect();
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  sayLast(error.message);
  process.exitCode = error.exitCode;
  if (process.connected) process.disconnect();
}

/** The log's level is a setting too: where the environment is faulty there is no log. */
function sayLast(message: string): void {
  try {
    log().fatal(message);
  } catch {
    process.stderr.write(`Bergwatch: ${message}\n`);
  }
}
