import { spawn } from "node:child_process";
import { join } from "node:path";
import { shell } from "#e2e/helpers/shell.ts";

const PROJECT = join(import.meta.dirname, "../..");
const CALL_MS_MAX = 120_000;
const ASK_MS_MAX = 60_000;

export interface CommandOutput {
  exit: number | null;
  /** What ended it; SIGKILL when it took too long. */
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** Runs a command as a person types it, from the project's folder, with `variables` on top of this environment; whatever it comes to is told. */
export async function runCommandLine(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  msMax = CALL_MS_MAX,
): Promise<CommandOutput> {
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["jobs/cli.ts", ...args], {
      cwd: PROJECT,
      env: shell(variables),
      timeout: msMax,
      killSignal: "SIGKILL",
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", reject);
    child.on("close", (exit, signal) => resolve({ exit, signal, stdout, stderr }));
  });
}

/** The JSON document that a command prints; null when it does not end with 0, as while Postgres is away. */
export async function askCommandLine<T>(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<T | null> {
  const { exit, stdout } = await runCommandLine(args, variables, ASK_MS_MAX);
  return exit === 0 ? (JSON.parse(stdout) as T) : null;
}
