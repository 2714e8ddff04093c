import type { Finding } from "#lib/contracts/finding.ts";
import { formatAge } from "#lib/units.ts";

/** The finding of a table whose observation did not happen. Pure. */
export function overdueFinding({ dueAt, now, lastError }: { dueAt: Date; now: Date; lastError: string | null }): Finding {
  const lateMs = now.getTime() - dueAt.getTime();
  const why = lastError === null ? "" : ` The last run failed: ${lastError}`;
  return {
    check: "runs",
    kind: "overdue",
    severity: "warn",
    metric: null,
    key: null,
    value: Math.round(lateMs / 1000),
    bound: null,
    limit: null,
    expected: null,
    sentence: `No observation for ${formatAge(lateMs)} after it was due.${why}`,
  };
}
