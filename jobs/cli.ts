import { runCli } from "#jobs/commands/run-cli.ts";
import { createDeps } from "#jobs/deps.ts";

/** The command line. Standard output holds one document; all else goes to standard error. */

const STOPPED = 130;
const cancelled = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // The first asks the reading to end, the second does not wait for it; the reader ends with its parent.
  process.on(signal, () => (cancelled.signal.aborted ? process.exit(STOPPED) : cancelled.abort()));
}
// Whoever reads our output may leave first, as `head` does.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const { output, exitCode } = await runCli(process.argv.slice(2), {
  ...createDeps(),
  signal: cancelled.signal,
  say: (line) => process.stderr.write(`${line}\n`),
  interactive: process.stderr.isTTY,
});
process.stdout.write(output);
process.exitCode = exitCode;
