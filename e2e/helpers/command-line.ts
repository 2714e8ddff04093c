import { spawn } from "node:child_process";
import { join } from "node:path";

const PROJECT = join(import.meta.dirname, "../..");
const CALL_MS_MAX = 60_000;

/** The JSON document that a command prints; null when it does not end with 0, as while Postgres is away. `variables` on top of this environment. */
export async function askCommandLine<T>(args: readonly string[], variables: Record<string, string>): Promise<T | null> {
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["jobs/cli.ts", ...args], {
      cwd: PROJECT,
      // oxlint-disable-next-line bergwatch/process-env-only-in-env -- a test stands in for the person's shell
      env: { ...process.env, ...variables },
      timeout: CALL_MS_MAX,
      stdio: ["ignore", "pipe", "ignore"],
    });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.on("error", reject);
    child.on("close", (exit) => resolve(exit === 0 ? (JSON.parse(stdout) as T) : null));
  });
}
