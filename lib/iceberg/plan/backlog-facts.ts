import type { Backlog, BacklogAge, CompactionPlan, DanglingReason, PartitionBacklog } from "#lib/iceberg/contract-backlog.ts";
import { matchDeletes, type DeleteMatches } from "#lib/iceberg/plan/delete-matches.ts";
import { scopeKey } from "#lib/iceberg/plan/delete-scope.ts";
import type { DataFile, DeleteFile, LiveFiles } from "#lib/iceberg/plan/entries.ts";
import { addTotals, allDeletes, deleteTotals, fileTotals } from "#lib/iceberg/plan/file-totals.ts";
import type { Snapshot, TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { tupleReader } from "#lib/iceberg/plan/partition-values.ts";

const PARTITIONS_MAX = 100;
const HOUR_MS = 3_600_000;
const AGE_LIMITS_MS: readonly [BacklogAge, number][] = [
  ["below 1 h", HOUR_MS],
  ["below 1 d", 24 * HOUR_MS],
  ["below 7 d", 7 * 24 * HOUR_MS],
  ["below 30 d", 30 * 24 * HOUR_MS],
  ["older", Number.POSITIVE_INFINITY],
];

export interface BacklogContext {
  metadata: Pick<TableMetadata, "specs" | "schemas" | "snapshots">;
  /** null: the table was never written. */
  snapshot: Snapshot | null;
  /** Dangling delete files as counted by who read their contents; null: nobody has. */
  danglingFiles: number | null;
  targetFileBytes: number;
}

/**
 * The live deletes of a snapshot by partition, by age and by what they cost a reader of the whole table, from the manifests alone. At most 100
 * partitions, most delete rows first, and one sum of the rest. Pure.
 */
export function backlogFacts(live: LiveFiles, { metadata, snapshot, danglingFiles, targetFileBytes }: BacklogContext): Backlog {
  const matches = matchDeletes(live, metadata.specs);
  const matched = live.data.filter((_, index) => (matches.perDataFile[index] ?? 0) > 0);
  const compactions = planCompactions(matched, targetFileBytes);
  return {
    ...byPartition(live, metadata, compactions),
    compaction: { ...addPlans([...compactions.values()]), targetFileBytes },
    ages: byAge(live.deletes, metadata.snapshots, snapshot),
    dangling: byReason(matches.dangling, danglingFiles),
    reading: {
      deletes: allDeletes(matches.opened),
      dataWithDeletes: fileTotals(matched),
      deletesPerDataFileMax: matches.perDataFile.reduce((most, one) => Math.max(most, one), 0),
      matches: matches.perDataFile.reduce((sum, one) => sum + one, 0),
    },
  };
}

type ByPartition = Pick<Backlog, "partitions" | "otherPartitions" | "partitionCount">;

const NOTHING_TO_REWRITE: CompactionPlan = { rewritten: fileTotals([]), filesAfterMax: 0 };

/** By scope; a scope without data to rewrite is left out. */
function planCompactions(matched: readonly DataFile[], targetFileBytes: number): Map<string, CompactionPlan> {
  const scopes = [...Map.groupBy(matched, scopeKey)].map(([scope, files]) => {
    const rewritten = fileTotals(files);
    return [scope, { rewritten, filesAfterMax: Math.max(1, Math.ceil(rewritten.bytes / targetFileBytes)) }] as const;
  });
  return new Map(scopes);
}

function addPlans(plans: readonly CompactionPlan[]): CompactionPlan {
  return {
    rewritten: addTotals(plans.map(({ rewritten }) => rewritten)),
    filesAfterMax: plans.reduce((sum, { filesAfterMax }) => sum + filesAfterMax, 0),
  };
}

function byPartition(
  { data, deletes }: LiveFiles,
  { specs, schemas }: BacklogContext["metadata"],
  compactions: ReadonlyMap<string, CompactionPlan>,
): ByPartition {
  const dataBy = Map.groupBy(data, scopeKey);
  const deletesBy = Map.groupBy(deletes, scopeKey);
  const readers = new Map([...specs].map(([id, spec]) => [id, tupleReader(spec, schemas)]));
  const rows = (files: readonly (DataFile | DeleteFile)[]): number => files.reduce((sum, { recordCount }) => sum + recordCount, 0);
  const ordered = [...deletesBy.entries()].toSorted(([a, some], [b, others]) => rows(others) - rows(some) || (a < b ? -1 : 1));
  const describe = ([key, files]: [string, DeleteFile[]]): PartitionBacklog => {
    const { specId = 0, tuple = "[]" } = files[0] ?? {};
    return {
      specId,
      values: readers.get(specId)?.(tuple) ?? [],
      data: fileTotals(dataBy.get(key) ?? []),
      deletes: deleteTotals(files),
      compaction: compactions.get(key) ?? NOTHING_TO_REWRITE,
    };
  };
  const others = ordered.slice(PARTITIONS_MAX);
  return {
    partitions: ordered.slice(0, PARTITIONS_MAX).map(describe),
    otherPartitions:
      others.length === 0
        ? null
        : {
            partitions: others.length,
            data: addTotals(others.map(([key]) => fileTotals(dataBy.get(key) ?? []))),
            deletes: deleteTotals(others.flatMap(([, files]) => files)),
          },
    partitionCount: new Set([...dataBy.keys(), ...deletesBy.keys()]).size,
  };
}

function byAge(deletes: readonly DeleteFile[], snapshots: readonly Snapshot[], at: Snapshot | null): Backlog["ages"] {
  const committed = new Map(snapshots.map((snapshot) => [snapshot["sequence-number"], snapshot["timestamp-ms"]]));
  const ageOf = ({ sequenceNumber }: DeleteFile): BacklogAge => {
    const committedAt = committed.get(String(sequenceNumber));
    if (at === null || committedAt === undefined) return "unknown";
    const ageMs = at["timestamp-ms"] - committedAt;
    return AGE_LIMITS_MS.find(([, limitMs]) => ageMs < limitMs)?.[0] ?? "unknown";
  };
  const groups = Map.groupBy(deletes, ageOf);
  return Object.fromEntries([...groups].map(([age, files]) => [age, deleteTotals(files)]));
}

/** Position deletes whose entries name no data file are told by their contents alone: what is left of the count. */
function byReason(proven: DeleteMatches["dangling"], danglingFiles: number | null): Backlog["dangling"] {
  const counts: Partial<Record<DanglingReason, number>> = {};
  for (const reason of proven.values()) counts[reason] = (counts[reason] ?? 0) + 1;
  const rest = (danglingFiles ?? 0) - proven.size;
  return rest > 0 ? { ...counts, rows_gone: rest } : counts;
}
