import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { shell } from "#e2e/helpers/shell.ts";

/** Outside the project, so that a clone does not build again what is built: a store takes minutes. */
export const CACHE = join(homedir(), ".cache/bergwatch/integration");

/** Why a part cannot be tried on this machine, in a sentence. */
export class Skipped extends Error {}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const STILL_MS = 30_000;
const SAID_MAX = 1000;
/** The service needs some seconds to end its Postgres. */
const KILL_MS = 12_000;
/** Every program that runs, each the leader of a group of its own: what it started in turn ends with it. */
const programs = new Set<ChildProcess>();

/** Ends every program that runs. Resolves when they are gone. */
export async function endPrograms(): Promise<void> {
  await Promise.all([...programs].toReversed().map(endProgram));
}

/** A program that was started elsewhere, in a group of its own, ends with the others. */
export function endWithOthers(child: ChildProcess): void {
  programs.add(child);
}

async function endProgram(child: ChildProcess): Promise<void> {
  programs.delete(child);
  const { pid } = child;
  if (child.exitCode !== null || child.signalCode !== null || pid === undefined) return;
  const gone = once(child, "exit");
  const kill = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  };
  kill("SIGTERM");
  const late = setTimeout(() => kill("SIGKILL"), KILL_MS);
  await gone;
  clearTimeout(late);
}

let ending = false;

/** Never returns once a signal has come: nothing more is started or said while all is ended. */
export async function haltWhenEnding(): Promise<void> {
  if (ending) await new Promise(() => {});
}

/** On Ctrl-C, SIGTERM or a closed terminal: every program ends, then `last` runs, then this process ends as the signal would have ended it. */
export function endOnSignals(last: () => Promise<void>): void {
  for (const [signal, exit] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      say(`Ended by ${signal}: the programs that were started are ended.`);
      void endPrograms()
        .then(last)
        .finally(() => process.exit(exit));
    });
  }
}

export interface ProgramOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** What a person is told while it runs, such as "building SeaweedFS (a quarter of an hour)". Not given: nothing. */
  doing?: string;
}

/** Runs a program to its end. Throws Skipped when there is none of that name, Error with the end of its output when it fails. */
export async function runProgram(program: string, args: readonly string[], { cwd, env = {}, doing }: ProgramOptions = {}): Promise<void> {
  await haltWhenEnding();
  const started = Date.now();
  if (doing !== undefined) say(`   ${doing}`);
  const still = setInterval(() => {
    if (doing !== undefined) say(`   … still ${doing}, ${Math.round((Date.now() - started) / 1000)} s`);
  }, STILL_MS);
  const child = spawn(program, [...args], { cwd, env: shell(env), detached: true, stdio: ["ignore", "pipe", "pipe"] });
  programs.add(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-SAID_MAX)));
  try {
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed (${code ?? signal}): ${said}`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") throw new Skipped(`there is no ${program} on this machine`);
    throw error;
  } finally {
    clearInterval(still);
    programs.delete(child);
  }
}

/** Servers that run until `endPrograms`. */
export class Running {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /**
   * Starts one; its output goes to `<name>.log` in the folder. Resolves when `url` answers anything, rejects when it does not in time. Out: ends it
   * before the others.
   */
  async start(
    name: string,
    program: string,
    args: readonly string[],
    env: Record<string, string>,
    url: string,
  ): Promise<() => Promise<void>> {
    await haltWhenEnding();
    const log = join(this.#folder, `${name}.log`);
    const out = openSync(log, "w");
    const child = spawn(program, args, { env: shell(env), detached: true, stdio: ["ignore", out, out] });
    programs.add(child);
    let ended = false;
    child.on("exit", () => (ended = true)).on("error", () => (ended = true));
    for (const until = Date.now() + 120_000; Date.now() < until && !ended;) {
      if (
        await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
          () => true,
          () => false,
        )
      )
        return async () => await endProgram(child);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`${name} does not answer at ${url}; its output is in ${log}`);
  }
}
