import { keyBytesOf, topicOf } from "#lib/causes/kafka-record.ts";
import { lacksLogPosition, lacksPayload } from "#lib/causes/snapshot-overlap.ts";
import { lacksRegistry } from "#lib/causes/key-encoding.ts";
import { isCompacted } from "#lib/causes/stale-rows.ts";
import type { Features } from "#lib/causes/features.ts";
import type { EvidentRow, KeyEvidence, TableEvidence } from "#lib/causes/table-evidence.ts";
import type { EvidenceName } from "#lib/names.ts";

/** What this key lacks: columns that are not given or are NULL in one of its rows, and what the table no longer says. In: its features. Pure. */
export function missingEvidence(key: KeyEvidence, table: TableEvidence, features: Features): Set<EvidenceName> {
  const { given } = table;
  const some = (lacks: (row: EvidentRow) => boolean): boolean => key.rows.some(lacks);
  const isErased = [features.deleted_in_same_commit, features.deleted_elsewhere, features.not_deleted].includes(null);
  const lacks: Record<EvidenceName, boolean> = {
    deleted: !given.has("deleted"),
    "kafka-key": !given.has("kafkaKey") || some((row) => keyBytesOf(row) === null),
    "kafka-offset": !given.has("kafkaOffset") || some(({ offset }) => offset === null),
    "kafka-partition": !given.has("kafkaPartition") || some(({ partition }) => partition === null),
    "kafka-topic": !given.has("kafkaTopic") || some((row) => topicOf(row, table) === null),
    lsn: lacksLogPosition(key),
    "manifests of older snapshots":
      table.neverDeletes === null || features.repeated_in_commit === null || (isErased && some((row) => isCompacted(row, table) === null)),
    op: !given.has("op") || some(({ evidence }) => evidence.op === null),
    payload: lacksPayload(key),
    // Only where many keys are read at once.
    "reading of all key bytes": false,
    "schema registry": lacksRegistry(key),
    "sequence number before the compaction": isErased && some((row) => isCompacted(row, table) === true),
  };
  return new Set((Object.keys(lacks) as EvidenceName[]).filter((name) => lacks[name]));
}
