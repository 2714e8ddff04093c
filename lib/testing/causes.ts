import type { EvidentRow, GivenColumn, KeyEvidence, TableEvidence } from "#lib/causes/table-evidence.ts";
import type { KeyDelete, RowEvidence } from "#lib/iceberg/contract-causes.ts";
import type { SampleRow } from "#lib/iceberg/contract.ts";

const ALL_COLUMNS: readonly GivenColumn[] = [
  "deleted",
  "kafkaKey",
  "kafkaOffset",
  "kafkaPartition",
  "kafkaTopic",
  "lsn",
  "op",
  "sourceTime",
];

/** A row of order 7 from partition 3 of topic orders; changes go on top. */
export function anEvidentRow(changes: Partial<SampleRow> & Partial<RowEvidence> = {}): EvidentRow {
  const row: SampleRow = {
    values: {},
    topic: "orders",
    partition: "3",
    offset: "100",
    keyBytesHex: "37",
    file: "a.parquet",
    position: "0",
    sequenceNumber: "1",
  };
  const evidence: RowEvidence = {
    kafkaTimestamp: "1000",
    eventTime: "1000",
    sourceTime: null,
    op: null,
    lsn: [],
    deleted: null,
    payload: null,
    content: null,
    keyReads: true,
    keyReadAs: "text",
    compacted: false,
    scope: null,
    addedBy: null,
  };
  const given = <T extends object>(whole: T): T =>
    ({ ...whole, ...Object.fromEntries(Object.entries(changes).filter(([name]) => name in whole)) }) satisfies T;
  return { ...given(row), evidence: given(evidence) };
}

/** A row of which nothing but its values is known. */
export function aBareRow(values: SampleRow["values"]): SampleRow {
  return { values, topic: null, partition: null, offset: null, keyBytesHex: null, file: null, position: null, sequenceNumber: null };
}

/** The rows of one key; each differs from the others in its place and its commit, unless it says otherwise. */
export function someKey(...rows: (Partial<SampleRow> & Partial<RowEvidence>)[]): KeyEvidence {
  return {
    rows: rows.map((row, at) => anEvidentRow({ position: String(at), offset: String(100 + at), addedBy: String(at + 1), ...row })),
    deletes: [],
  };
}

/** A live equality delete for the key of order 7 that reaches the whole table. */
export function aKeyDelete(changes: Partial<KeyDelete> = {}): KeyDelete {
  return { file: "delete.parquet", sequenceNumber: "2", scope: null, columns: ["order_id"], names: [], ...changes };
}

/** An upsert table with all Kafka columns and without CDC columns. `without`: columns that are not given; `with`: further ones that are. */
export function someTableEvidence({
  without = [],
  with: more = [],
  absent = [],
  ...changes
}: Partial<Omit<TableEvidence, "given" | "absent">> & {
  absent?: readonly GivenColumn[];
  without?: readonly GivenColumn[];
  with?: readonly GivenColumn[];
} = {}): TableEvidence {
  const given = new Set<GivenColumn>(["kafkaKey", "kafkaOffset", "kafkaPartition", "kafkaTopic", ...more]);
  for (const column of without) given.delete(column);
  return {
    kind: "upsert",
    promise: "unique",
    keep: "last",
    key: ["order_id"],
    neverDeletes: false,
    nothingErased: false,
    commits: new Map(),
    rewrites: new Map(),
    ...changes,
    given,
    absent: new Set(absent),
  };
}

/** The same as a CDC table with all CDC columns. */
export function someCdcEvidence({ without = [], ...changes }: Parameters<typeof someTableEvidence>[0] = {}): TableEvidence {
  return someTableEvidence({ kind: "cdc", with: ALL_COLUMNS, without, ...changes });
}
