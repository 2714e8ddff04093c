import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** All in one: Postgres, the worker and the web server, as `npm start` runs them. Standard output holds the address and nothing else. */

// What is imported before this line is compiled anew at every start.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/bergwatch/compile"));

const END_MS_MAX = 9000;
/** Ctrl-C comes twice, from the terminal and from npm. */
const ECHO_MS = 1000;
const asked = new AbortController();
let askedAt = 0;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (!asked.signal.aborted) {
      askedAt = performance.now();
      asked.abort();
      setTimeout(() => process.exit(1), END_MS_MAX).unref();
    } else if (performance.now() - askedAt > ECHO_MS) {
      // Whoever asks again does not want to wait; the children and Postgres end with this process.
      process.exit(1);
    }
  });
}
// The terminal may be closed before we end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const [{ runService }, { allVariables, env }, { AppError }, { log }] = await Promise.all([
  import("#jobs/service/run-service.ts"),
  import("#lib/env.ts"),
  import("#lib/errors.ts"),
  import("#lib/log.ts"),
]);

try {
  const settings = env();
  const { publicUrl, ownUrl } = settings;
  await runService({
    env: settings,
    variables: allVariables(),
    say: (sentence) => log().info(sentence),
    onReady: () => {
      const listens = publicUrl === ownUrl ? "" : ` (listening on ${ownUrl})`;
      process.stdout.write(`Bergwatch runs at ${publicUrl}${listens}\n`);
    },
    signal: asked.signal,
  });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`Bergwatch: ${error.message}\n`);
  process.exitCode = error.exitCode;
}
