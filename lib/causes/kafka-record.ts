import type { EvidentRow, TableEvidence } from "#lib/causes/table-evidence.ts";

/** The Kafka key's bytes in hex; null: none are stored. Empty bytes are no value, as NULL ones are none. Pure. */
export function keyBytesOf({ keyBytesHex }: Pick<EvidentRow, "keyBytesHex">): string | null {
  return keyBytesHex === null || keyBytesHex === "" ? null : keyBytesHex;
}

/** The topic for comparison: one and the same for all rows of a table without a topic column; null: the row has none. Pure. */
export function topicOf({ topic }: EvidentRow, { given }: TableEvidence): string | null {
  return given.has("kafkaTopic") ? topic : "";
}

/** Whether two rows are one record by their coordinates; false where a coordinate is not known. Pure. */
export function sharesCoordinates(one: EvidentRow, other: EvidentRow, table: TableEvidence): boolean {
  const topic = topicOf(one, table);
  return (
    topic !== null &&
    topic === topicOf(other, table) &&
    one.partition !== null &&
    one.partition === other.partition &&
    one.offset !== null &&
    one.offset === other.offset
  );
}

/** Whether key bytes and Kafka timestamp agree where both rows have them. Pure. */
export function sameRecord(one: EvidentRow, other: EvidentRow): boolean {
  const agree = (a: string | null, b: string | null): boolean => a === null || b === null || a === b;
  return agree(keyBytesOf(one), keyBytesOf(other)) && agree(one.evidence.kafkaTimestamp, other.evidence.kafkaTimestamp);
}

/** Whether a row lacks a coordinate by which records are told apart. Pure. */
export function lacksCoordinates(rows: readonly EvidentRow[], table: TableEvidence): boolean {
  return rows.some((row) => topicOf(row, table) === null || row.partition === null || row.offset === null);
}
