import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { shell } from "#e2e/helpers/shell.ts";

/** Outside the project, so that a clone does not build again what is built: a store takes minutes. */
export const CACHE = join(homedir(), ".cache/bergwatch/integration");

/** Why a part cannot be tried on this machine, in a sentence. */
export class Skipped extends Error {}

/** Runs a program to its end. Throws Skipped when there is none of that name, Error with the end of its output when it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<void> {
  try {
    await promisify(execFile)(program, [...args], { ...options, env: shell(options.env ?? {}), maxBuffer: 64 * 1024 ** 2 });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") throw new Skipped(`there is no ${program} on this machine`);
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).slice(-1000) : String(error);
    throw new Error(`${program} ${args.join(" ")} failed: ${said}`, { cause: error });
  }
}

/** Programs that run until `stop`. */
export class Running {
  readonly #programs: ChildProcess[] = [];
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Starts one; its output goes to `<name>.log` in the folder. Resolves when `url` answers anything, rejects when it does not in time. */
  async start(name: string, program: string, args: readonly string[], env: Record<string, string>, url: string): Promise<void> {
    const log = join(this.#folder, `${name}.log`);
    const out = openSync(log, "w");
    const child = spawn(program, args, { env: shell(env), stdio: ["ignore", out, out] });
    this.#programs.push(child);
    let ended = false;
    child.on("exit", () => (ended = true)).on("error", () => (ended = true));
    for (const until = Date.now() + 120_000; Date.now() < until && !ended;) {
      if (
        await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
          () => true,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`${name} does not answer at ${url}; its output is in ${log}`);
  }

  async stop(): Promise<void> {
    for (const child of this.#programs.splice(0).toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      const kill = setTimeout(() => child.kill("SIGKILL"), 5000);
      await gone;
      clearTimeout(kill);
    }
  }
}

/** A port of this machine that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("a server on a port has no port");
  return address.port;
}
