import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** The command line. Standard output holds one document; all else goes to standard error. */

const STOPPED = 130;
// Compiling took a third of a small table's check (1.4 s, 0.9 s with the cache). What is imported before this line is not kept.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/bergwatch/compile"));

const cancelled = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // The first asks the reading to end, the second does not wait for it; the reader ends with its parent.
  process.on(signal, () => (cancelled.signal.aborted ? process.exit(STOPPED) : cancelled.abort()));
}
// Whoever reads our output may leave first, as `head` does.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const [{ runCli }, { createDeps }] = await Promise.all([import("#jobs/commands/run-cli.ts"), import("#jobs/deps.ts")]);
const { output, exitCode } = await runCli(process.argv.slice(2), {
  ...createDeps(),
  signal: cancelled.signal,
  say: (line) => process.stderr.write(`${line}\n`),
  interactive: process.stderr.isTTY,
});
process.stdout.write(output);
process.exitCode = exitCode;
