import { type ChildProcess, fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import type { Readable } from "node:stream";
import { AppError } from "#lib/errors.ts";
import type { GatherOptions } from "#lib/iceberg/contract.ts";
import { cancelledError, type ReaderEnding, settleReading, type StopReason } from "#lib/iceberg/reader-ending.ts";
import { residentBytesMax } from "#lib/iceberg/reader-limits.ts";
import { watchMemory } from "#lib/iceberg/reader-memory.ts";
import type {
  FromReader,
  ReaderFinding,
  ReaderKind,
  ReaderKinds,
  ReaderRequest,
  ReaderTask,
  ToReader,
} from "#lib/iceberg/reader-protocol.ts";
import { makeSpillFolder, removeSpillFolder, sweepSpillFolders } from "#lib/iceberg/reader-spill.ts";

export interface ReaderPoolOptions extends Pick<ReaderTask, "limits" | "extensionDirectory" | "extensionRepository"> {
  /** Spilled data goes below its `spill` folder. */
  dataDirectory: string;
  /** The reader's environment: credentials of object stores, proxies. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The reader's program; tests put a misbehaving one here. */
  entry?: URL;
  /** From the request to stop until the reader is killed. */
  graceMs?: number;
}

const READER = new URL("./reader-process.ts", import.meta.url);
const GRACE_MS = 5000;
/** setTimeout fires at once above this (25 days). */
const TIMER_MS_MAX = 2 ** 31 - 1;
const OUTPUT_CHARACTERS_KEPT = 8192;

/** Asks a reader for one kind of finding. Throws AppError as GatherFacts does. */
export type Ask<K extends ReaderKind> = (request: ReaderKinds[K]["request"], options?: GatherOptions) => Promise<ReaderKinds[K]["found"]>;

export interface ReaderPool {
  ask: <K extends ReaderKind>(kind: K) => Ask<K>;
}

/**
 * Reads tables, each in a reader process of its own: a table that aborts, hangs or eats memory ends that process and nothing else.
 * Whatever happens, the promise settles, and by then the process and its spilled data are gone.
 */
export function createReaderPool(options: ReaderPoolOptions): ReaderPool {
  const { extensionDirectory, extensionRepository, dataDirectory } = options;
  let sweep: Promise<void> | undefined;
  const read = async (asked: ReaderRequest, gatherOptions: GatherOptions): Promise<ReaderFinding> => {
    if (gatherOptions.signal?.aborted) throw cancelledError();
    sweep ??= sweepSpillFolders(dataDirectory);
    await sweep;
    const limits = { ...options.limits, durationMsMax: gatherOptions.durationMsMax ?? options.limits.durationMsMax };
    const spillDirectory = await makeSpillFolder(dataDirectory);
    try {
      const task = { asked, limits, extensionDirectory, extensionRepository, spillDirectory };
      return settleReading(await runReader(task, options, gatherOptions), limits);
    } finally {
      await removeSpillFolder(spillDirectory);
    }
  };
  return {
    ask: (kind) => {
      return async (request, gatherOptions = {}) => {
        const finding = await read({ kind, request } as ReaderRequest, gatherOptions);
        if (finding.kind !== kind) throw new Error(`the reader answered with ${finding.kind} where ${kind} was asked for`);
        return finding.found as ReaderKinds[typeof kind]["found"];
      };
    },
  };
}

/** One process from its start to its end. Throws reader_crashed only when it could not be started. */
async function runReader(task: ReaderTask, options: ReaderPoolOptions, { signal, onProgress }: GatherOptions): Promise<ReaderEnding> {
  const child = startReader(options);
  const gone = waitForEnd(child);
  const ending: ReaderEnding = { answer: null, stopped: null, exit: { code: null, signal: null }, lastProgress: null, output: "" };
  const timers: NodeJS.Timeout[] = [];
  const killSoon = (): void => void timers.push(setTimeout(() => child.kill("SIGKILL"), options.graceMs ?? GRACE_MS));
  const stop = (reason: StopReason): void => {
    if (ending.stopped !== null || ending.answer !== null) return;
    ending.stopped = reason;
    if (reason.why === "memory") return void child.kill("SIGKILL");
    tell(child, { type: "interrupt" });
    killSoon();
  };
  const cancel = (): void => stop({ why: "cancelled" });
  for (const stream of [child.stdout, child.stderr]) keepEnd(stream, ending);
  child.on("message", (message: FromReader) => {
    if (message.type === "progress") {
      ending.lastProgress = message.progress;
      return onProgress?.(message.progress);
    }
    ending.answer = message;
    killSoon();
  });
  timers.push(setTimeout(() => stop({ why: "too_slow" }), Math.min(task.limits.durationMsMax, TIMER_MS_MAX)));
  const endWatch =
    child.pid === undefined
      ? null
      : watchMemory(child.pid, residentBytesMax(task.limits), (residentBytes) => stop({ why: "memory", residentBytes }));
  signal?.addEventListener("abort", cancel);
  tell(child, { type: "read", task });
  try {
    ending.exit = await gone;
    return ending;
  } finally {
    signal?.removeEventListener("abort", cancel);
    endWatch?.();
    for (const timer of timers) clearTimeout(timer);
  }
}

/** The child runs the same Node in UTC, without the parent's flags. Its output never mixes with the parent's. */
function startReader({ entry = READER, environment }: ReaderPoolOptions): ChildProcess {
  return fork(entry, [], {
    execPath: process.execPath,
    execArgv: [],
    // Each running statement takes a thread of Node's pool, and file and name look-ups wait for the same pool.
    env: { NODE_COMPILE_CACHE: getCompileCacheDir(), ...environment, TZ: "UTC", UV_THREADPOOL_SIZE: "16" },
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

/** A reader that is already gone hears nothing; its end is told by `waitForEnd`. */
function tell(child: ChildProcess, message: ToReader): void {
  if (child.connected) child.send(message, () => {});
}

function keepEnd(stream: Readable | null, ending: ReaderEnding): void {
  stream?.setEncoding("utf8").on("data", (text: string) => {
    ending.output = (ending.output + text).slice(-OUTPUT_CHARACTERS_KEPT);
  });
}
