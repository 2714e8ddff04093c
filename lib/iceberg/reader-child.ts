import { type ChildProcess, fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { Socket } from "node:net";
import { AppError } from "#lib/errors.ts";
import type { GatherOptions } from "#lib/iceberg/contract.ts";
import type { ReaderEnding, StopReason } from "#lib/iceberg/reader-ending.ts";
import { readerEnvironment } from "#lib/iceberg/reader-environment.ts";
import { residentBytesMax } from "#lib/iceberg/reader-limits.ts";
import { watchMemory } from "#lib/iceberg/reader-memory.ts";
import type { FromReader, ReaderTask, ToReader } from "#lib/iceberg/reader-protocol.ts";
import { resumeSuspended } from "#lib/suspended.ts";

export interface ReaderProgram {
  /** Of this process; the reader gets what `readerEnvironment` leaves of it. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The reader's program; tests put a misbehaving one here. */
  entry?: URL;
  /** From the request to stop until the reader is killed. */
  graceMs?: number;
  /** A reader that a signal suspends for so long is resumed; nothing else would notice before the time limit. */
  suspendedMsMax?: number;
}

const READER = new URL("./reader-process.ts", import.meta.url);
const GRACE_MS = 5000;
const SUSPENDED_MS_MAX = 10_000;
const SUSPENDED_LOOK_EVERY_MS = 1000;
/** setTimeout fires at once above this (25 days). */
const TIMER_MS_MAX = 2 ** 31 - 1;
const OUTPUT_CHARACTERS_KEPT = 8192;

/** One reading, as it went. */
export interface ReadingEnd {
  ending: ReaderEnding;
  /** The process lives, has closed its database and can read again; its resident memory then. null: it is gone. */
  restedBytes: number | null;
}

/** A reader process from its start to its end. It reads one table at a time. */
export class ReaderChild {
  readonly #process: ChildProcess;
  readonly #gone: Promise<ReaderEnding["exit"]>;
  readonly #graceMs: number;
  readonly #suspendedMsMax: number;
  #output = "";
  #onMessage: ((message: FromReader) => void) | null = null;
  /** How many readings it was asked for. */
  readings = 0;

  constructor({ entry = READER, environment, graceMs = GRACE_MS, suspendedMsMax = SUSPENDED_MS_MAX }: ReaderProgram) {
    this.#graceMs = graceMs;
    this.#suspendedMsMax = suspendedMsMax;
    this.#process = startReader(entry, environment);
    this.#gone = waitForEnd(this.#process);
    // Whoever reads hears of it; between readings nobody does.
    this.#gone.catch(() => {});
    this.#process.on("message", (message: FromReader) => this.#onMessage?.(message));
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output = (this.#output + text).slice(-OUTPUT_CHARACTERS_KEPT);
      });
    }
  }

  get isAlive(): boolean {
    return this.#process.connected && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /**
   * One reading, until the process is gone or, after an answer that is no failure, rests. Throws reader_crashed only when the process could
   * not be started.
   */
  async read(task: ReaderTask, { signal, onProgress }: GatherOptions): Promise<ReadingEnd> {
    this.#hold(true);
    this.#output = "";
    this.readings++;
    const ending: ReaderEnding = { answer: null, stopped: null, exit: { code: null, signal: null }, lastProgress: null, output: "" };
    const timers: NodeJS.Timeout[] = [];
    const kill = (): void => void this.#process.kill("SIGKILL");
    const killSoon = (): void => void timers.push(setTimeout(kill, this.#graceMs));
    const stop = (reason: StopReason): void => {
      if (ending.stopped !== null || ending.answer !== null) return;
      ending.stopped = reason;
      if (reason.why === "memory") return kill();
      this.#tell({ type: "interrupt" });
      killSoon();
    };
    const cancel = (): void => stop({ why: "cancelled" });
    const rested = Promise.withResolvers<number>();
    this.#onMessage = (message) => {
      if (message.type === "progress") {
        ending.lastProgress = message.progress;
        onProgress?.(message.progress);
      } else if (message.type === "rested") {
        rested.resolve(message.residentBytes);
      } else {
        ending.answer = message;
        // What was told to stop has nothing more to say; what failed ends by itself.
        if (ending.stopped === null) killSoon();
        else kill();
      }
    };
    timers.push(setTimeout(() => stop({ why: "too_slow" }), Math.min(task.limits.durationMsMax, TIMER_MS_MAX)));
    const endMemoryWatch = this.#watchMemory(residentBytesMax(task.limits), (residentBytes) => stop({ why: "memory", residentBytes }));
    const endSuspensionWatch = this.#watchSuspension();
    signal?.addEventListener("abort", cancel);
    this.#tell({ type: "read", task });
    if (signal?.aborted) cancel();
    try {
      const end = await Promise.race([this.#gone, rested.promise]);
      if (typeof end !== "number") ending.exit = end;
      ending.output = this.#output;
      return { ending, restedBytes: typeof end === "number" ? end : null };
    } finally {
      this.#onMessage = null;
      signal?.removeEventListener("abort", cancel);
      endMemoryWatch();
      endSuspensionWatch();
      for (const timer of timers) clearTimeout(timer);
    }
  }

  /** Lets the parent end while the process waits for a next reading; it ends with its parent. `onGone` is told when it ends before. */
  rest(onGone: () => void): void {
    this.#hold(false);
    void this.#gone.then(onGone, onGone);
  }

  /** Ends the process, whatever it does. Resolves when it is gone. */
  async end(): Promise<void> {
    this.#hold(true);
    this.#process.kill("SIGKILL");
    await this.#gone.catch(() => {});
  }

  #watchMemory(bytesMax: number, onExceeded: (residentBytes: number) => void): () => void {
    return this.#process.pid === undefined ? () => {} : watchMemory(this.#process.pid, bytesMax, onExceeded);
  }

  #watchSuspension(): () => void {
    const suspendedMsMax = this.#suspendedMsMax;
    const lookEveryMs = Math.min(SUSPENDED_LOOK_EVERY_MS, suspendedMsMax);
    return resumeSuspended({ pids: () => (this.#process.pid === undefined ? [] : [this.#process.pid]), suspendedMsMax, lookEveryMs });
  }

  /** A reader that is already gone hears nothing; its end is told by `waitForEnd`. */
  #tell(message: ToReader): void {
    if (this.#process.connected) this.#process.send(message, () => {});
  }

  /** Whether this process keeps its parent from ending. */
  #hold(hold: boolean): void {
    const { stdout, stderr, channel } = this.#process;
    const streams = [stdout, stderr].filter((stream) => stream instanceof Socket);
    for (const handle of [this.#process, ...streams, ...(channel ? [channel] : [])]) {
      if (hold) handle.ref();
      else handle.unref();
    }
  }
}

/** The child runs the same Node in UTC, without the parent's flags. Its output never mixes with the parent's. */
function startReader(entry: URL, environment: ReaderProgram["environment"]): ChildProcess {
  return fork(entry, [], {
    execPath: process.execPath,
    execArgv: [],
    // Each running statement takes a thread of Node's pool, and file and name look-ups wait for the same pool.
    env: { NODE_COMPILE_CACHE: getCompileCacheDir(), ...readerEnvironment(environment), TZ: "UTC", UV_THREADPOOL_SIZE: "16" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/** Resolves when the process is gone, its output read and its last message delivered. Rejects when it could not be started. */
async function waitForEnd(child: ChildProcess): Promise<ReaderEnding["exit"]> {
  // Messages sent just before the end may come after "close": only "disconnect" is behind the last of them.
  const disconnected = new Promise<void>((resolve) => (child.connected ? child.once("disconnect", resolve) : resolve()));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("close", (...exit) => resolve(exit));
    child.on("error", (cause) =>
      reject(new AppError("reader_crashed", `The reader process could not be started: ${cause.message}.`, { cause })),
    );
  });
  await disconnected;
  return { code, signal };
}
