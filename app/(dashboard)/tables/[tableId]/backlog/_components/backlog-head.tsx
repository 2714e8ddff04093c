import { AcceptedLines } from "#app/_ui/accepted-lines.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { SinceTime } from "#app/_ui/since.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { markSince } from "#lib/contracts/since-mark.ts";
import type { Backlog } from "#lib/iceberg/contract-backlog.ts";
import { viewAccepted } from "#lib/judging/accepted-words.ts";
import type { MetricName } from "#lib/metrics.ts";
import { formatAge } from "#lib/units.ts";
import type { BacklogPage } from "../read-backlog.ts";
import { leftBy, sayBacklog, viewBacklogVerdict } from "./backlog-words.ts";
import { SnapshotSteps } from "./snapshot-steps.tsx";
import { byKind, sumTotals } from "./backlog-view.ts";

/** The deletes that reads must apply, against the limit that the verdict names, and when the table was compacted last. */
export function BacklogHead({ table, page }: { table: TableWithKeys; page: BacklogPage }) {
  const { facts, stored, verdict, lastCompactionAt, committedAt } = page;
  if (facts === null && stored === null) {
    return (
      <PageHead
        title="Delete backlog"
        state="unknown"
        verdict="This snapshot was never read."
        actions={<SnapshotSteps tableId={table.id} page={page} />}
      />
    );
  }
  const values: Partial<Record<MetricName, number | null>> = facts?.values ?? {};
  const judged = viewBacklogVerdict(verdict, table.definition.limits);
  const since = markSince(judged?.findings[0]?.since ?? null);
  const deletes = stored === null ? leftBy(values) : leftIn(stored.backlog);
  return (
    <PageHead
      title="Delete backlog"
      {...(judged !== null && { state: judged.state })}
      facts={table.name}
      verdict={
        <>
          {sayBacklog(deletes, values.delete_ratio ?? null, judged)}
          {since !== null && (
            <>
              {" "}
              Over the limit since <SinceTime since={since} />.
            </>
          )}
        </>
      }
      // Of the newest the line above all pages of the table says it.
      {...(!page.isNewest && { onIt: <AcceptedLines accepted={(judged?.accepted ?? []).map(viewAccepted)} /> })}
      actions={<SnapshotSteps tableId={table.id} page={page} />}
      because={
        lastCompactionAt === null ? (
          deletes.files > 0 ? (
            "No compaction yet, so the backlog only grows."
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
