import type { IncidentSince } from "#lib/contracts/since.ts";
import { METRICS, type MetricName } from "#lib/metrics.ts";
import type { CauseName, IncidentCheck, IncidentState } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";

type About = Pick<Standing, "metric" | "cause">;

/** What ends an incident of each check; empty if unknown. */
const ENDS: Record<IncidentCheck, string | ((about: About) => string)> = {
  duplicates: ({ cause }) =>
    cause === "file_registered_twice"
      ? `The extra rows stay until the table lists each file once. ${KEEPS_BOTH}`
      : "An extra row stays until it is deleted.",
  partitions_per_key: "Keys with rows from several partitions keep them until the stale rows are deleted.",
  delete_backlog: ({ metric }) => sayBacklogEnd(metric),
  freshness: ({ metric }) => (metric === "snapshot_age_seconds" ? "The next commit ends it." : "The next commit with newer rows ends it."),
  cdc: "Such rows stay until they are deleted or rewritten.",
  runs: "The next run that reads the table ends it.",
  catalog: "The first answer of the catalog ends it; where it failed again and again, ten minutes of answers do.",
};

const KEEPS_BOTH = "A compaction does not help: it reads the file twice and writes both copies.";

function sayBacklogEnd(metric: MetricName | null): string {
  if (metric === "files_registered_twice") return `It ends when the table lists each file once. ${KEEPS_BOTH}`;
  if (metric === "dangling_delete_files") return "A compaction that removes dangling deletes ends it.";
  if (metric === "small_data_files" || metric === "seconds_since_compaction") return "A compaction ends it.";
  if (metric === "snapshots_retained") return "Expiring old snapshots ends it.";
  return metric !== null && METRICS[metric].clearedByCompaction === true ? "A compaction that applies the deletes ends it." : "";
}

interface Standing {
  check: IncidentCheck;
  /** Metric of the first finding; null if it has none. */
  metric: MetricName | null;
  /** Cause of most keys; null if the check is not about keys or no cause was computed. */
  cause: CauseName | null;
  state: IncidentState;
  goodRuns: number;
  /** Good runs in a row that resolve it. */
  goodRunsNeeded: number;
  resolvedBy: string | null;
}

/** Whether it ends by itself, and after what, in sentences. Pure. */
export function sayEnd({ check, state, goodRuns, goodRunsNeeded, resolvedBy, ...about }: Standing): string {
  if (state === "accepted") return "It opens again when the accepted level is exceeded, revoked or expires.";
  if (state === "resolved")
    return resolvedBy === null
      ? check === "catalog"
        ? "Resolved automatically: the catalog responds again."
        : "Resolved automatically: its last runs were OK."
      : `${resolvedBy} resolved it manually.`;
  const end = ENDS[check];
  const said = typeof end === "string" ? end : end(about);
  if (goodRunsNeeded === 1) return `${said} The incident then resolves itself.`;
  const soFar = goodRuns === 0 ? "" : `, ${formatCount(goodRuns)} so far`;
  return `${said} The incident then resolves itself after ${formatCount(goodRunsNeeded)} good runs in a row${soFar}.`.trim();
}

/** A piece of a sentence: words, or where the snapshot or a moment stands. */
export type BeginningPart = string | { snapshotId: string } | { at: string };

/** Since when, as far as the snapshots that were read prove it; empty: nobody knows. Pure. */
export function sayBeginning(since: IncidentSince | null): BeginningPart[] {
  if (since === null) return [];
  const { snapshotId, committedAt, isFirst, lastGoodAt, unreadBetween } = since;
  const [snapshot, at] = [{ snapshotId }, { at: committedAt }];
  if (lastGoodAt !== null && unreadBetween)
    return [
      "Began between ",
      { at: lastGoodAt },
      " and ",
      at,
      ", in snapshot ",
      snapshot,
      " or earlier; some snapshots between them were not read.",
    ];
  if (lastGoodAt !== null) return ["Since ", at, ", snapshot ", snapshot, "; the snapshot before it was OK."];
  if (isFirst) return ["Since ", at, ", the table’s first snapshot, ", snapshot, "."];
  return ["Since ", at, " or earlier; snapshot ", snapshot, " is the earliest bad one known."];
}

/** `5120…6644`: a long id cut in the middle. Pure. */
export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
}
