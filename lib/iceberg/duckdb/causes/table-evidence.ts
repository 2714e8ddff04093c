import type { GivenColumn, TableEvidence } from "#lib/causes/table-evidence.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";

/** What holds for the whole table. Pure. */
export function tableEvidence(
  { planned: { columns }, explain }: Pick<CauseReading, "planned" | "explain">,
  neverDeletes: boolean | null,
): TableEvidence {
  const { deleted, kafkaKey, kafkaOffset, kafkaPartition, kafkaTopic, op, sourceTime } = columns;
  const given = Object.entries({ deleted, kafkaKey, kafkaOffset, kafkaPartition, kafkaTopic, op, sourceTime, lsn: columns.lsn[0] ?? null });
  return {
    kind: explain.kind,
    promise: explain.promise,
    keep: explain.keep,
    key: columns.key.map(({ written }) => written),
    given: new Set(given.flatMap(([name, column]) => (column ? [name as GivenColumn] : []))),
    absent: new Set(explain.absent),
    neverDeletes,
  };
}
