import type { GivenColumn, TableEvidence } from "#lib/causes/table-evidence.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { readCommits } from "#lib/iceberg/duckdb/causes/read-commits.ts";

/** What holds for the whole table. In: what its manifests say. Pure. */
export function tableEvidence(
  reading: Pick<CauseReading, "planned" | "explain">,
  { neverDeletes, nothingErased, rewrites }: Pick<TableEvidence, "neverDeletes" | "nothingErased" | "rewrites">,
): TableEvidence {
  const { planned, explain } = reading;
  return {
    kind: explain.kind,
    promise: explain.promise,
    keep: explain.keep,
    key: planned.columns.key.map(({ written }) => written),
    ...knownColumns(reading),
    commits: readCommits(planned.table.metadata.snapshots),
    neverDeletes,
    nothingErased,
    rewrites,
  };
}

/** Which columns the request gives, and which the table is declared not to have. Pure. */
export function knownColumns({
  planned: { columns },
  explain,
}: Pick<CauseReading, "planned" | "explain">): Pick<TableEvidence, "given" | "absent"> {
  const { deleted, kafkaKey, kafkaOffset, kafkaPartition, kafkaTopic, op, sourceTime } = columns;
  const given = Object.entries({ deleted, kafkaKey, kafkaOffset, kafkaPartition, kafkaTopic, op, sourceTime, lsn: columns.lsn[0] ?? null });
  return {
    given: new Set(given.flatMap(([name, column]) => (column ? [name as GivenColumn] : []))),
    absent: new Set(explain.absent),
  };
}
