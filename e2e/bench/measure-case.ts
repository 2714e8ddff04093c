import { spawn } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { cpus } from "node:os";
import { join } from "node:path";
import { benchTableDirectory, type BenchTable } from "#e2e/bench/bench-table.ts";
import type { CaseOutput } from "#e2e/bench/run-case.ts";
import { allVariables } from "#lib/env.ts";

/** One run of one case. Times in milliseconds. */
export interface Measurement {
  case: string;
  /** What was wrong: a number that differs from the known answer, or a process that did not end well; null when all is right. */
  fault: string | null;
  /** False: it was stopped at its time limit, so `wallMs` is the least that it takes. */
  ended: boolean;
  parts: Record<string, number>;
  wallMs: number;
  processorMs: number;
  residentBytesMax: number;
  /** The share of the machine's processors that other processes took meanwhile. */
  othersShare: number;
}

const RUN_CASE = join(import.meta.dirname, "run-case.ts");

/** Milliseconds that all processors of the machine were busy since it started. */
function busyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** In UTC, with room for DuckDB's threads and with compiled code kept, as the reader pool starts a reader. */
async function runProcess(
  id: string,
  table: BenchTable,
  limitMs: number,
): Promise<{ output: string; wallMs: number; code: number | null; ended: boolean }> {
  const started = performance.now();
  const child = spawn(process.execPath, [RUN_CASE, id, join(benchTableDirectory(table.shape, table.rows), "table.json")], {
    env: { NODE_COMPILE_CACHE: getCompileCacheDir(), ...allVariables(), TZ: "UTC", UV_THREADPOOL_SIZE: "16" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let ended = true;
  const timer = setTimeout(() => {
    ended = false;
    child.kill("SIGKILL");
  }, limitMs);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  let wallMs = 0;
  child.once("exit", () => (wallMs = performance.now() - started));
  const code = await new Promise<number | null>((resolve, reject) => child.once("close", resolve).once("error", reject));
  clearTimeout(timer);
  return { output, wallMs, code, ended };
}

function wrongNumbers({ truth }: BenchTable, answer: CaseOutput["answer"]): string | null {
  const wrong = Object.entries(answer).filter(([name, value]) => truth[name as keyof typeof truth] !== value);
  if (wrong.length === 0) return null;
  return wrong.map(([name, value]) => `${name} is ${value} and not ${truth[name as keyof typeof truth]}`).join(", ");
}

/** Runs a case once in a process of its own, `limitMs` at the longest, and holds its answer against the known one. */
export async function measureCase(id: string, table: BenchTable, limitMs = 600_000): Promise<Measurement> {
  const busyBefore = busyMs();
  const { output, wallMs, code, ended } = await runProcess(id, table, limitMs);
  const empty = { ended, parts: {}, wallMs, processorMs: Number.NaN, residentBytesMax: Number.NaN, othersShare: Number.NaN };
  if (!ended) return { case: id, fault: null, ...empty };
  if (code !== 0) return { case: id, fault: `the process ended with code ${code}`, ...empty };
  const found = JSON.parse(output) as CaseOutput;
  // Where the child counts from its middle on, its start belongs to nobody: the share of others is not told.
  const others = found.wallMs === null ? (busyMs() - busyBefore - found.processorMs) / (wallMs * cpus().length) : Number.NaN;
  return {
    case: id,
    fault: wrongNumbers(table, found.answer),
    ended,
    parts: found.parts,
    wallMs: found.wallMs ?? wallMs,
    processorMs: found.processorMs,
    residentBytesMax: found.residentBytesMax,
    othersShare: Math.max(0, others),
  };
}
