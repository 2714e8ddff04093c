import type { KeyDelete, RowEvidence } from "#lib/iceberg/contract-causes.ts";
import type { EvidentRow, KeyEvidence } from "#lib/causes/table-evidence.ts";
import type { CauseName } from "#lib/names.ts";
import { AMOUNT } from "./seeded-causes.ts";
import type { Story } from "./stories.ts";

/** Where a duplicated key lies, and what it is. */
export interface SeededKey {
  id: string;
  cause: CauseName;
  /** Tells its rows from those of other keys. */
  place: number;
  story: Story;
  /** Of its newest row. */
  at: Date;
}

interface Change {
  values?: Record<string, string | null>;
  row?: Partial<EvidentRow>;
  evidence?: Partial<RowEvidence>;
}

/** The two rows of a key, old and new, that come about by its cause, with the deletes that live for it; as if no column were masked. */
export function rowsOf(key: SeededKey): KeyEvidence {
  const [old, young] = CHANGES[key.cause]?.(key) ?? [];
  const rows = [rowOf(key, 0, old), rowOf(key, 1, young)];
  return { rows, deletes: DELETES[key.cause]?.(rows) ?? [] };
}

const hex = (text: string): string => Buffer.from(text).toString("hex");

/** What the rows of a cause have that is not so in any two rows of a key that was written twice. */
const CHANGES: Partial<Record<CauseName, (key: SeededKey) => readonly [Change, Change]>> = {
  file_registered_twice: () => [{ row: { file: FILE, position: "7" } }, { row: { file: FILE, position: "7" } }],
  offset_replayed: ({ place }) => {
    const record = { row: { offset: String(8000 + place) }, evidence: { kafkaTimestamp: "1700000000000000000" } };
    return [record, record];
  },
  offset_reused: () => [{ row: { offset: "12" } }, { row: { offset: "12" } }],
  ghost_delete: () => [{ evidence: { op: "d" } }, { evidence: { op: "c" } }],
  soft_delete: () => [{ evidence: { deleted: true } }, {}],
  snapshot_overlap: () => [{ evidence: { op: "c", payload: 1 } }, { evidence: { op: "r", payload: 1 } }],
  unkeyed: () => [{ row: { keyBytesHex: null } }, { row: { keyBytesHex: null } }],
  key_encoding: ({ id }) => [{}, { row: { keyBytesHex: hex(JSON.stringify({ id })) }, evidence: { keyReadAs: "JSON" } }],
  key_is_not_business_key: ({ place }) => [
    { row: { keyBytesHex: hex(`evt-${place}-1`) }, evidence: { keyReads: false } },
    { row: { keyBytesHex: hex(`evt-${place}-2`) }, evidence: { keyReads: false } },
  ],
  several_topics: ({ story }) => [{ row: { topic: `${story.topic}.mirror` } }, {}],
  partition_drift: ({ place, story }) => [{}, { row: { partition: String((place % 6) + (story.grewFrom ?? 6)) } }],
  delete_in_same_commit: () => [{ row: { sequenceNumber: "5001" } }, { row: { sequenceNumber: "5001" } }],
  delete_in_other_partition: () => [{ evidence: { scope: "spec 0, day=2026-01-01" } }, { evidence: { scope: "spec 0, day=2026-01-02" } }],
  unknown: () => [{ evidence: { compacted: true } }, { evidence: { compacted: true } }],
};

const FILE = "data/00007-compacted.parquet";

const DELETES: Partial<Record<CauseName, (rows: readonly EvidentRow[]) => KeyDelete[]>> = {
  delete_in_same_commit: () => [deleteOf("5001", null, [0, 1])],
  delete_in_other_partition: () => [deleteOf("5003", "spec 0, day=2026-01-02", [0])],
};

function deleteOf(sequenceNumber: string, scope: string | null, names: number[]): KeyDelete {
  return { file: `data/eq-deletes-${sequenceNumber}.parquet`, sequenceNumber, scope, columns: ["id"], names };
}

function rowOf({ id, place, story, at }: SeededKey, age: 0 | 1, change: Change = {}): EvidentRow {
  const isNew = age === 1;
  const written = new Date(at.getTime() - (isNew ? 0 : 26 * 3_600_000));
  const nanoseconds = `${written.getTime()}000000`;
  const isCdc = story.kind === "cdc";
  const { kafkaKey, kafkaTopic } = story.columns;
  const evidence: RowEvidence = {
    kafkaTimestamp: story.columns.kafkaTimestamp == null ? null : nanoseconds,
    eventTime: nanoseconds,
    sourceTime: isCdc ? nanoseconds : null,
    op: isCdc ? (isNew ? "u" : "c") : null,
    lsn: isCdc ? [String(24_000_000 + place * 100 + age)] : [],
    deleted: isCdc ? false : null,
    payload: 1 + age,
    content: 1 + age,
    keyReads: true,
    keyReadAs: "text",
    compacted: false,
    scope: null,
    addedBy: null,
    ...change.evidence,
  };
  const row: EvidentRow = {
    values: {},
    topic: kafkaTopic == null ? null : story.topic,
    partition: String(place % 6),
    offset: String(5000 + place * 10 + age),
    keyBytesHex: kafkaKey == null ? null : hex(id),
    file: `data/0000${isNew ? 8 : 3}-${place}.parquet`,
    position: String(place),
    sequenceNumber: isNew ? "5002" : "4810",
    ...change.row,
    evidence,
  };
  return { ...row, values: valuesOf(row, { id, isNew, written, story }) };
}

/** The columns of a seeded table, in the order of its schema. */
function valuesOf(
  row: Omit<EvidentRow, "values">,
  { id, isNew, written, story }: { id: string; isNew: boolean; written: Date; story: Story },
): Record<string, string | null> {
  const { columns } = story;
  const { evidence } = row;
  const time = written.toISOString().replace("T", " ").replace("Z", "+00");
  return {
    id,
    status: isNew ? "PAID" : "NEW",
    ...(story.measure !== null && { [story.measure]: AMOUNT }),
    event_ts: time,
    ...(columns.op != null && {
      op: evidence.op,
      source_lsn: evidence.lsn[0] ?? null,
      source_ts: time,
      is_deleted: String(evidence.deleted === true),
    }),
    ...(columns.kafkaTopic != null && { kafka_topic: row.topic }),
    kafka_partition: row.partition,
    kafka_offset: row.offset,
    ...(columns.kafkaKey != null && { kafka_key: row.keyBytesHex }),
    ...(columns.kafkaTimestamp != null && { kafka_timestamp: time }),
  };
}
