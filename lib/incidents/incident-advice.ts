import { firstStepsFor, firstStepsOf, type FirstSteps } from "#lib/causes/first-steps.ts";
import { adviseOnBacklog } from "#lib/compaction/backlog-advice.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import { isExplained } from "#lib/incidents/explained-checks.ts";
import type { TableWriter } from "#lib/layouts/table-writer.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { CauseName, IncidentCheck, KeyKeep } from "#lib/names.ts";

/** Metrics that count the rows or files of one cause. */
const CAUSE_OF: Partial<Record<MetricName, CauseName>> = {
  files_registered_twice: "file_registered_twice",
  ghost_rows: "ghost_delete",
};

interface AdvisedIncident {
  check: IncidentCheck;
  /** Of the finding that leads; null: it is about none. */
  metric: MetricName | null;
  /** null: it is not about keys, or they were not explained. */
  causes: Pick<CauseFacts, "shares" | "retryKeys" | "provisional"> | null;
  writer: TableWriter;
  /** Which row of its key is right. */
  keep: KeyKeep;
}

/** What to do first about an incident of a table, by what was found, its causes, and who owns the table; null: nothing is known that helps. Pure. */
export function adviseOnIncident({ check, metric, causes, writer, keep }: AdvisedIncident): FirstSteps | null {
  const cause = metric === null ? undefined : CAUSE_OF[metric];
  if (cause !== undefined) return firstStepsOf(cause, { ...writer, keep, isRetry: false });
  if (check === "delete_backlog") return adviseOnBacklog(writer);
  return causes === null || !isExplained(check) ? null : firstStepsFor(causes, { ...writer, keep });
}
