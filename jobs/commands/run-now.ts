import { setTimeout as sleep } from "node:timers/promises";
import { listRunResults, type RunResult } from "#db/queries/run-results.ts";
import { getRun, type RunRow } from "#db/queries/runs.ts";
import { requestRun } from "#db/request-run.ts";
import { getWatchedTable, sayIfNobodyWorks, storedError } from "#jobs/commands/ask-service.ts";
import { EXIT, type CommandDeps, type CommandResult } from "#jobs/commands/command-deps.ts";
import { printed, toRunDocument } from "#jobs/commands/run-documents.ts";
import { toVerdictDocument } from "#jobs/commands/verdict-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import { RunResultDocument } from "#lib/contracts/service-documents.ts";
import { AppError } from "#lib/errors.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import type { Severity } from "#lib/names.ts";

export interface RunNowInput {
  wait?: true;
  failOn?: Severity;
}

const LOOK_EVERY_MS = 300;
const METRICS = CHECKS.flatMap(listMetrics);

type Result = NonNullable<RunResultDocument["results"]>[number];

/**
 * Asks the service for a run of a table, and prints it; with `wait` when it has ended, with what it found, and with the exit code of `check`.
 * A person who stops waiting stops nothing else. Throws AppError unknown_table, and the run's own error when it fails.
 */
export async function runNow(service: Service, deps: CommandDeps, name: string, { wait, failOn }: RunNowInput): Promise<CommandResult> {
  const { db } = service.database;
  const table = await getWatchedTable(db, name);
  await sayIfNobodyWorks(db, deps.say, "the run");
  const { run } = await requestRun(db, await service.queue(), { tableId: table.id, reason: "person", scheduledFor: deps.now() });
  if (wait === undefined)
    return { output: printed(RunResultDocument.parse({ run: toRunDocument(run, table.name), results: null })), exitCode: 0 };
  const ended = await untilEnded(service, deps, run);
  if (ended.state !== "succeeded") throw toError(ended);
  const seen = await listRunResults(db, ended);
  const results = seen.map(describe);
  const document = RunResultDocument.parse({ run: toRunDocument(ended, table.name), results });
  return { output: printed(document), exitCode: exitCode(deps, seen, failOn ?? null) };
}

async function untilEnded({ database }: Service, { say, signal }: CommandDeps, { id }: RunRow): Promise<RunRow> {
  for (let said = ""; ;) {
    const run = await getRun(database.db, id);
    if (run.state !== "queued" && run.state !== "running") return run;
    const doing = run.state === "queued" ? (run.errorMessage ?? "waiting for a worker") : (run.progress?.detail ?? "starting");
    if (doing !== said) say(`${run.state}: ${doing}`);
    said = doing;
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) throw new AppError("cancelled", `Stopped waiting for the run ${id}; it continues. Cancel it with: cancel ${id}`);
  }
}

function toError(run: RunRow): AppError {
  return storedError(run.state === "skipped" ? { ...run, errorCode: "usage" } : run, `The run is ${run.state}.`);
}

function describe({ key, snapshotId, trust, verdict, values, notComputed }: RunResult): Result {
  const missing = snapshotId === null ? "The table was never written." : "Not computed.";
  return {
    key,
    verdict: verdict && toVerdictDocument(verdict),
    metrics: Object.fromEntries(METRIC_NAMES.map((name) => [name, values[name] ?? null])) as Result["metrics"],
    notComputed: Object.fromEntries(
      METRICS.flatMap(({ name }) => ((values[name] ?? null) === null ? [[name, notComputed[name] ?? missing]] : [])),
    ),
    trust,
  };
}

function exitCode({ say }: CommandDeps, seen: readonly RunResult[], failOn: Severity | null): number {
  const findings = seen.flatMap(({ verdict }) => verdict?.findings ?? []);
  const severities = new Set(seen.map(({ verdict }) => verdict?.severity));
  const worst = severities.has("alert") ? "alert" : severities.has("warn") ? "warn" : null;
  if (failOn === null || (worst !== "alert" && worst !== failOn))
    return seen.some(({ trust }) => trust.level === "untrusted") ? EXIT.untrusted : 0;
  for (const { severity, metric, sentence } of findings) say(`${severity}: ${metric ?? ""}: ${sentence}`);
  return EXIT.failed;
}
