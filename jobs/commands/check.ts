import { type MetricReading, readChecks } from "#lib/checks/registry.ts";
import { judgeLimits, type LimitPassed, withLimits, worstSeverity } from "#lib/judging/limits.ts";
import { toCheckDocument } from "#jobs/commands/check-document.ts";
import type { CheckInput } from "#jobs/commands/check-options.ts";
import { EXIT, type CommandDeps, type CommandResult } from "#jobs/commands/command-deps.ts";
import type { Progress } from "#lib/iceberg/contract.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import { maskCauses } from "#lib/mask-causes.ts";
import { hiddenKeyColumns, maskSamples } from "#lib/masking.ts";
import type { TrustDirection } from "#lib/names.ts";
import { isShownMetric } from "#lib/contracts/unfinished.ts";

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
  const sampleColumns = {
    key,
    kafkaKey: columns.kafkaKey ?? null,
    kafkaTopic: columns.kafkaTopic ?? null,
    kafkaPartition: columns.kafkaPartition ?? null,
    kafkaOffset: columns.kafkaOffset ?? null,
    kafkaTimestamp: columns.kafkaTimestamp ?? null,
    eventTime: columns.eventTime ?? null,
    sourceTime: columns.sourceTime ?? null,
    op: columns.op ?? null,
    lsn: columns.lsn,
    deleted: columns.deleted ?? null,
  };
  const { samples, unknown } = maskSamples(read.samples, input.masked, sampleColumns);
  const causes: Facts["causes"] =
    read.causes.value === null ? read.causes : { value: maskCauses(read.causes.value, input.masked, sampleColumns) };
  if (unknown.length > 0) say(`No sample is shown: the table has no column ${unknown.join(", ")}, which shall be masked.`);
  const hidesKey = unknown.length > 0 || hiddenKeyColumns(input.masked, key).length > 0;
  const comparison = read.comparison && hidesKey ? { ...read.comparison, keys: [] } : read.comparison;
  const facts = { ...read, samples, causes, comparison };
  const readings = readChecks(facts, now());
  const document = toCheckDocument({ table: input.table, measure: input.request.explain?.measure ?? null }, facts, readings);
  const judged = readings
    .filter(({ name }) => isShownMetric(name))
    .map((one) => ({ ...one, declaration: withLimits(one.declaration, input.limits[one.name]) }));
  const passed = judgeLimits(judged, { promise: input.promise, trust: facts.trust });
  const worst = worstSeverity(passed);
  const fails = input.failOn !== null && (worst === "alert" || worst === input.failOn);
  if (fails) for (const one of passed) say(sayPassed(one, facts.trust.direction));
  const exitCode = fails ? EXIT.failed : facts.trust.level === "untrusted" ? EXIT.untrusted : 0;
  return { output: `${JSON.stringify(document, null, 2)}\n`, exitCode };
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
