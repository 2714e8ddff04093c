import { spawn, type ChildProcess } from "node:child_process";
import { afterDeath } from "#jobs/service/restarts.ts";

export interface ChildProgram {
  /** For sentences: "The worker". */
  name: string;
  /** What Node is started with. */
  args: readonly string[];
  environment: Record<string, string | undefined>;
  directory: string;
}

export interface Watch {
  /** A sentence for the log. */
  say: (sentence: string) => void;
  /** The child died too often and is not started again; a sentence with its last words. */
  onGivenUp: (sentence: string) => void;
  /** The child fell silent and is started again; a sentence for people. */
  onSilent?: (sentence: string) => void;
}

/** How long a child may send no heartbeat, from its start on, and how often this is checked. */
interface Patience {
  silentMs: number;
  lookEveryMs: number;
}

const PATIENCE: Patience = { silentMs: 30_000, lookEveryMs: 5000 };

const LAST_WORDS_CHARS_MAX = 2000;

/**
 * Runs a program as a child in a process group of its own, so that Ctrl-C reaches this process alone and the order of ending is ours, and
 * starts it again when it dies, later each time. One that gives no sign of life (`{ type: "alive" }`) for 30 s is killed, and so starts again. What it writes on standard error goes to ours; its standard output is dropped.
 * The child gets a channel by which it can tell that this process is gone.
 */
export class SupervisedChild {
  readonly #program: ChildProgram;
  readonly #watch: Watch;
  readonly #deathsMs: number[] = [];
  #child: ChildProcess | null = null;
  #wasReady = false;
  #stopping = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #patience: Patience;
  readonly #looking: NodeJS.Timeout;
  #lookedMs = performance.now();
  /** When the child gave its latest sign, or was started; null: it was killed for its silence. */
  #heardMs: number | null = null;
  #told: object | null = null;
  readonly #killNow = (): void => {
    if (this.#child !== null) killGroup(this.#child);
  };

  constructor(program: ChildProgram, watch: Watch, patience: Patience = PATIENCE) {
    this.#program = program;
    this.#watch = watch;
    this.#patience = patience;
    this.#looking = setInterval(() => this.#look(), patience.lookEveryMs).unref();
    process.once("exit", this.#killNow);
    this.#start();
  }

  /** It worked once: from now on more deaths are borne. */
  noteReady(): void {
    this.#wasReady = true;
  }

  /** Tells the child, and each one that is started in its place. */
  tell(message: object): void {
    this.#told = message;
    if (this.#child?.connected === true) this.#child.send(message, () => {});
  }

  /** Asks the child to end, kills it with all its own after `graceMs`, and returns when it is gone. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
    const child = this.#child;
    if (child !== null) {
      const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
      child.kill("SIGTERM");
      const kill = setTimeout(() => killGroup(child), graceMs);
      await gone;
      clearTimeout(kill);
    }
    process.off("exit", this.#killNow);
  }

  #start(): void {
    const { args, directory, environment } = this.#program;
    let lastWords = "";
    const child = spawn(process.execPath, args, {
      cwd: directory,
      env: environment,
      detached: true,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child = child;
    this.#heardMs = performance.now();
    child.on("message", (message: { type?: unknown }) => {
      if (message.type === "alive") this.#heardMs = performance.now();
    });
    if (this.#told !== null) child.send(this.#told, () => {});
    child.stderr?.on("data", (part: Buffer) => {
      process.stderr.write(part);
      lastWords = (lastWords + part.toString()).slice(-LAST_WORDS_CHARS_MAX);
    });
    child.on("error", (error) => (lastWords += error.message));
    // What it started holds its streams open, so the group goes before they can close.
    child.on("exit", () => killGroup(child));
    child.on("close", (code, signal) => {
      this.#child = null;
      if (!this.#stopping) this.#bury(signal ?? `code ${code ?? "unknown"}`, lastWords);
    });
  }

  #look(): void {
    const now = performance.now();
    const { silentMs, lookEveryMs } = this.#patience;
    const wasFrozen = now - this.#lookedMs > lookEveryMs * 2;
    this.#lookedMs = now;
    if (this.#child === null || this.#stopping || this.#heardMs === null) return;
    // What the child said while this process was frozen itself is still to be heard.
    if (wasFrozen) this.#heardMs = now;
    if (now - this.#heardMs < silentMs) return;
    this.#heardMs = null;
    this.#watch.onSilent?.(`${this.#program.name} gave no sign of life for ${Math.round(silentMs / 1000)} s and was restarted`);
    killGroup(this.#child);
  }

  #bury(how: string, lastWords: string): void {
    const { name } = this.#program;
    this.#deathsMs.push(performance.now());
    const next = afterDeath({ deathsMs: this.#deathsMs, wasReady: this.#wasReady }, performance.now());
    if (!next.restart) {
      const within = Math.ceil(next.withinMs / 1000);
      this.#watch.onGivenUp(`${name} ended ${next.deaths} times within ${within} s (last: ${how})${quoteLast(lastWords)}`);
      return;
    }
    this.#watch.say(`${name} ended unasked (${how}); it starts again${next.delayMs === 0 ? "" : ` in ${next.delayMs / 1000} s`}.`);
    this.#timer = setTimeout(() => this.#start(), next.delayMs);
  }
}

/** Ends what is left of a child's process group; a group that is gone is no fault. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}

/** The last line that a person can read: a log's message or plain text. */
function quoteLast(words: string): string {
  const line = words.trim().split("\n").at(-1)?.trim() ?? "";
  if (line === "") return ".";
  const quoted = /"msg":("(?:[^"\\]|\\.)*")/.exec(line)?.[1];
  const message = quoted === undefined ? line : (JSON.parse(quoted) as string);
  return `: ${message.slice(0, 500)}`;
}
