import { readChecks } from "#lib/checks/registry.ts";
import { judgeLimits, worstSeverity } from "#lib/judging/limits.ts";
import { toCheckDocument } from "#jobs/commands/check-document.ts";
import type { CheckInput } from "#jobs/commands/check-options.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import type { Progress } from "#lib/iceberg/contract.ts";

const FAILED = 1;
const UNTRUSTED = 4;

/**
 * One check of one table, nothing stored. The exit code is 1 when a limit of `failOn` or graver was passed and the trust allows to say
 * so, else 4 for an untrusted run, else 0. Throws AppError when there is no answer.
 */
export async function runCheck({ gatherFacts, now, signal, say, interactive }: CommandDeps, input: CheckInput): Promise<CommandResult> {
  const onProgress = input.verbose ? describeAll(say) : interactive ? describePhases(say) : undefined;
  const facts = await gatherFacts(input.request, { signal, onProgress });
  const readings = readChecks(facts, now());
  const document = toCheckDocument(input.table, facts, readings);
  const passed = judgeLimits(readings, { promise: input.promise, trust: facts.trust });
  const worst = worstSeverity(passed);
  const fails = input.failOn !== null && (worst === "alert" || worst === input.failOn);
  if (fails) {
    const bound = facts.trust.direction === null ? "" : `${facts.trust.direction} `;
    for (const { metric, severity, value, limit } of passed) {
      say(
        `${severity}: ${metric.name} is ${metric.declaration.followsDirection ? bound : ""}${value}, limit ${limit}. ${metric.declaration.help}`,
      );
    }
  }
  const exitCode = fails ? FAILED : facts.trust.level === "untrusted" ? UNTRUSTED : 0;
  return { output: `${JSON.stringify(document, null, 2)}\n`, exitCode };
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
