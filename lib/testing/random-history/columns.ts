import { leavesOf } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { Field, LeafField, PrimitiveType } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { IdSet, KeyKind, PartType } from "#lib/testing/random-history/history.ts";

/** Field ids of the columns that have a role; added columns count up from 22. */
export const COLUMN = {
  key: 1,
  second: 2,
  part: 9,
  status: 10,
  amount: 11,
  score: 12,
  eventTime: 13,
  topic: 14,
  partition: 15,
  offset: 16,
  keyBytes: 17,
  kafkaTime: 18,
  op: 19,
  deleted: 20,
  kafka: 21,
} as const;

const KEY_TYPES: Record<Exclude<KeyKind, "composite" | "nested">, PrimitiveType> = {
  string: "string",
  int: "int",
  long: "long",
  decimal: "decimal(18, 4)",
  uuid: "uuid",
  binary: "binary",
  date: "date",
  timestamp: "timestamp",
  timestamptz: "timestamptz",
  time: "time",
};

const column = (id: number, name: string, type: Field["type"]): Field => ({ id, name, required: false, type });

function keyFields(kind: KeyKind): Field[] {
  if (kind === "composite") return [column(1, "tenant", "string"), column(2, "order no.", "int")];
  if (kind === "nested") {
    const fields = [column(1, "id", "long"), column(2, "kind", "string")];
    return [column(3, "doc", { type: "struct", fields })];
  }
  return [column(1, kind === "string" ? "order.id" : "order_id", KEY_TYPES[kind])];
}

/** The first schema of a history. Some names need quotes on purpose. */
export function firstFields(kind: KeyKind, part: PartType | null, nestedKafka: boolean): Field[] {
  const kafka = [
    column(COLUMN.topic, "kafka_topic", "string"),
    column(COLUMN.partition, "kafka_partition", "int"),
    column(COLUMN.offset, "kafka offset", "long"),
    column(COLUMN.keyBytes, '$kafka"key', "binary"),
    column(COLUMN.kafkaTime, "kafka_ts", "timestamp"),
  ];
  return [
    ...keyFields(kind),
    ...(part === null ? [] : [column(COLUMN.part, "part", part)]),
    column(COLUMN.status, "status", "string"),
    column(COLUMN.amount, "amount", "decimal(9, 2)"),
    column(COLUMN.score, "score", "float"),
    column(COLUMN.eventTime, "event_ts", "timestamptz"),
    ...(nestedKafka ? [column(COLUMN.kafka, "kafka", { type: "struct", fields: kafka })] : kafka),
    column(COLUMN.op, "op", "string"),
    column(COLUMN.deleted, "is_deleted", "boolean"),
  ];
}

export function keyIds(kind: KeyKind): number[] {
  return kind === "composite" || kind === "nested" ? [COLUMN.key, COLUMN.second] : [COLUMN.key];
}

export function leafById(fields: readonly Field[], id: number): LeafField | null {
  return leavesOf(fields).find((leaf) => leaf.id === id) ?? null;
}

/** As a person would write it on the command line; null when the schema lacks the column. */
export function writtenPath(fields: readonly Field[], id: number): string | null {
  const leaf = leafById(fields, id);
  return leaf === null ? null : leaf.path.map((name) => (/^[a-z_]+$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)).join(".");
}

/** The columns that an equality delete names, as far as the schema has them; empty when it has none. */
export function equalityIdsOf(set: IdSet, kind: KeyKind, fields: readonly Field[]): number[] {
  const isExact = (id: number): boolean => !/^(float|double)$/.test(leafById(fields, id)?.type ?? "");
  const added = leavesOf(fields).filter((leaf) => leaf.id > COLUMN.kafka && isExact(leaf.id));
  const ids: Record<IdSet, number[]> = {
    key: keyIds(kind),
    "key and status": [...keyIds(kind), COLUMN.status],
    status: [COLUMN.status],
    "kafka key": [COLUMN.keyBytes],
    "key and kafka partition": [...keyIds(kind), COLUMN.partition],
    "key and part": [...keyIds(kind), ...(isExact(COLUMN.part) ? [COLUMN.part] : [])],
    "added column": added.slice(0, 1).map((leaf) => leaf.id),
  };
  return ids[set].filter((id) => leafById(fields, id) !== null);
}

/** The schema reduced to some leaf columns, structs kept around theirs. */
export function selectFields(fields: readonly Field[], ids: readonly number[]): Field[] {
  return fields.flatMap((field) => {
    if (typeof field.type === "string") return ids.includes(field.id) ? [field] : [];
    const inner = selectFields(field.type.fields, ids);
    return inner.length === 0 ? [] : [{ ...field, type: { type: "struct" as const, fields: inner } }];
  });
}
