import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import type { CommandResult } from "#jobs/commands/command-deps.ts";

/** Every check with its metrics, their words and limits, as the registry declares them: one JSON document. */
export function listChecks(): CommandResult {
  const checks = CHECKS.map((check) => ({
    id: check.id,
    title: check.title,
    question: check.question,
    metrics: listMetrics(check).map(({ name, declaration: { label, unit, worse, warnAt, alertAt, per, help } }) => ({
      name,
      label,
      unit,
      worse,
      warnAt,
      alertAt,
      of: per,
      help,
    })),
  }));
  return { output: `${JSON.stringify({ checks }, null, 2)}\n`, exitCode: 0 };
}
