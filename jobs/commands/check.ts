import { type MetricReading, readChecks } from "#lib/checks/registry.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import { judgeTable } from "#lib/judging/judge-table.ts";
import type { LimitPassed } from "#lib/judging/limits.ts";
import { toCheckDocument } from "#jobs/commands/check-document.ts";
import type { CheckInput } from "#jobs/commands/check-options.ts";
import { EXIT, type CommandDeps, type CommandResult } from "#jobs/commands/command-deps.ts";
import type { Progress } from "#lib/iceberg/contract.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import { maskCauses } from "#lib/mask-causes.ts";
import { hiddenKeyColumns, maskSamples } from "#lib/masking.ts";
import { isShownMetric } from "#lib/metrics.ts";
import type { TrustDirection } from "#lib/names.ts";

/**
 * One check of one table, nothing stored. The exit code is 1 when a limit of `failOn` or graver was passed and the trust allows to say
 * so, else 4 for an untrusted run, else 0. Throws AppError when there is no answer.
 */
export async function runCheck(
  { gatherFacts, useSources, now, signal, say, interactive }: CommandDeps,
  input: CheckInput,
): Promise<CommandResult> {
  useSources?.(input.sources);
  const onProgress = input.verbose ? describeAll(say) : interactive ? describePhases(say) : undefined;
  const read = await gatherFacts(input.request, { signal, onProgress });
  const { key, columns } = input.request;
  const sampleColumns = { ...columns, key };
  const { samples, unknown } = maskSamples(read.samples, input.masked, sampleColumns);
  const causes: Facts["causes"] =
    read.causes.value === null ? read.causes : { value: maskCauses(read.causes.value, input.masked, sampleColumns) };
  if (unknown.length > 0) say(`No sample is shown: the table has no column ${unknown.join(", ")}, which shall be masked.`);
  const hidesKey = unknown.length > 0 || hiddenKeyColumns(input.masked, key).length > 0;
  const comparison = read.comparison && hidesKey ? { ...read.comparison, keys: [] } : read.comparison;
  const facts = { ...read, samples, causes, comparison };
  const readings = readChecks(facts, now());
  const document = toCheckDocument({ table: input.table, measure: input.request.explain?.measure ?? null }, facts, readings);
  const { severity: worst, findings } = judge(facts, readings, input);
  const fails = input.failOn !== null && (worst === "alert" || worst === input.failOn);
  if (fails) for (const finding of findings) say(sayFound(finding, readings, facts.trust.direction));
  const exitCode = fails ? EXIT.failed : facts.trust.level === "untrusted" ? EXIT.untrusted : 0;
  return { output: `${JSON.stringify(document, null, 2)}\n`, exitCode };
}

/** As a run is judged, but by limits alone: there is no past, and nothing is accepted. */
function judge({ snapshot, trust }: Facts, readings: readonly MetricReading[], { request, promise, limits }: CheckInput) {
  const shown = readings.filter(({ name }) => isShownMetric(name));
  const values = Object.fromEntries(shown.map(({ name, reading }) => [name, typeof reading === "number" ? reading : null]));
  const key = { id: "", name: request.key.join(", ") };
  const observed = {
    key,
    observedAt: new Date(0),
    neverWritten: snapshot === null,
    promise,
    trust,
    values,
    limits,
    accepted: {},
    past: [],
  };
  const [verdict] = judgeTable({ keys: [observed] }).verdicts;
  if (verdict === undefined) throw new Error("a key has a verdict");
  return verdict;
}

function sayFound(
  { metric: name, severity, value, limit }: Finding,
  readings: readonly MetricReading[],
  direction: TrustDirection | null,
): string {
  const metric = readings.find((one) => one.name === name);
  return metric === undefined || value === null || limit === null ? "" : sayPassed({ metric, severity, value, limit }, direction);
}

/** A limit that was passed, as a line for a person. */
function sayPassed(
  { metric, severity, value, limit }: LimitPassed<Pick<MetricReading, "name" | "declaration">>,
  direction: TrustDirection | null,
): string {
  const bound = direction !== null && metric.declaration.followsDirection ? `${direction} ` : "";
  return `${severity}: ${metric.name} is ${bound}${value}, limit ${limit}. ${metric.declaration.help}`;
}

function describeAll(say: CommandDeps["say"]): (progress: Progress) => void {
  return ({ phase, detail }) => say(`${phase}: ${detail}`);
}

/** The first sentence of each phase. */
function describePhases(say: CommandDeps["say"]): (progress: Progress) => void {
  const seen = new Set<Progress["phase"]>();
  return ({ phase, detail }) => {
    if (seen.has(phase)) return;
    seen.add(phase);
    say(`${phase}: ${detail}`);
  };
}
