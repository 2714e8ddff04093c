import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { runLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import type { TablePage } from "./read-table-page.ts";

/** Stands where the numbers will be: the table was never read, or never written. */
export function WaitingFace({ page: { table, seen, history, runUnderWay } }: { page: TablePage }) {
  if (seen !== null && seen.snapshotId === null) {
    return (
      <Face icon={<StateIcon state="unknown" />} title="Never written">
        <p>The table is there and has no snapshot yet. The first numbers come with its first commit.</p>
      </Face>
    );
  }
  if (table.lastRunState === "failed") {
    return (
      <Face icon={<StateIcon state="unknown" />} title="No result yet">
        <p>{table.lastErrorMessage ?? "The first run failed, and no reason was kept."}</p>
        {table.lastRunId !== null && (
          <p>
            <Link href={runLink(table.lastRunId)}>The run and its log</Link>
          </p>
        )}
      </Face>
    );
  }
  return (
    <Face icon={<StateIcon state="unknown" />} title={runUnderWay === null ? "Waiting for its first run" : "Being read for the first time"}>
      <p>
        {history.retained > 0
          ? `${formatCount(history.read)} of ${formatCount(history.retained)} snapshots have been read. The newest comes first, then the history from coarse to fine.`
          : "The newest snapshot is read first, then the history from coarse to fine."}
      </p>
      <p>You can leave; the numbers will be here.</p>
    </Face>
  );
}
