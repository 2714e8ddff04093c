import { PageHead } from "#app/_ui/page-head.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { TableWithKeys } from "#db/queries/tables.ts";
import type { Backlog } from "#lib/iceberg/contract-backlog.ts";
import type { MetricName } from "#lib/names.ts";
import { formatAge } from "#lib/units.ts";
import type { BacklogPage } from "../read-backlog.ts";
import { judgeBacklog, leftBy, sayBacklog } from "./backlog-words.ts";
import { SnapshotSteps } from "./snapshot-steps.tsx";
import { byKind, sumTotals } from "./backlog-view.ts";

/** What is left to delete, against its limit, and since which compaction it has grown. */
export function BacklogHead({ table, page }: { table: TableWithKeys; page: BacklogPage }) {
  const { facts, stored, lastCompactionAt, committedAt } = page;
  if (facts === null && stored === null) {
    return (
      <PageHead
        title="Delete backlog"
        state="unknown"
        verdict="This snapshot is known, and was never read."
        actions={<SnapshotSteps tableId={table.id} page={page} />}
      />
    );
  }
  const values: Partial<Record<MetricName, number | null>> = facts?.values ?? {};
  const judged = judgeBacklog(values, table.definition.limits, facts?.trust ?? { level: "exact", direction: null });
  const deletes = stored === null ? leftBy(values) : leftIn(stored.backlog);
  return (
    <PageHead
      title="Delete backlog"
      state={facts === null ? "unknown" : judged.state}
      facts={table.name}
      verdict={sayBacklog(deletes, values.delete_ratio ?? null, judged)}
      actions={<SnapshotSteps tableId={table.id} page={page} />}
      because={
        lastCompactionAt === null ? (
          deletes.files > 0 ? (
            "No compaction of the table is known; until there is one, the backlog only grows."
          ) : undefined
        ) : (
          <>
            The last compaction was <Time at={lastCompactionAt.toISOString()} />
            {committedAt !== null && sayBefore(committedAt, lastCompactionAt)}.
          </>
        )
      }
    />
  );
}

function leftIn(backlog: Backlog): ReturnType<typeof leftBy> {
  const kinds = byKind(backlog);
  const { files, rows } = sumTotals(kinds.map(({ totals }) => totals));
  return { files, rows, vectors: kinds.find(({ kind }) => kind === "vector")?.totals.files ?? 0 };
}

function sayBefore(committedAt: Date, compactedAt: Date): string {
  const ms = committedAt.getTime() - compactedAt.getTime();
  return ms < 5000 ? ": this very commit" : `, ${formatAge(ms)} before this commit`;
}
