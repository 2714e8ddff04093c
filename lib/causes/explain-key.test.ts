import { expect, test } from "vitest";
import { explainKey } from "#lib/causes/explain-key.ts";
import { aKeyDelete, someKey, someTableEvidence } from "#lib/testing/causes.ts";

test("a key is explained by the first cause that holds, and what could not be decided before it is named with what would decide it", () => {
  const key = someKey({ eventTime: "1" }, { eventTime: "2", keyBytesHex: null, partition: null, offset: null, sequenceNumber: "2" });
  expect(explainKey(key, someTableEvidence())).toEqual({
    cause: "appended_without_delete",
    doubt: {
      alternatives: ["offset_replayed", "key_encoding", "key_is_not_business_key", "partition_drift"],
      missing: ["kafka-key", "kafka-offset", "kafka-partition"],
    },
    retry: null,
    undecided: [
      { cause: "offset_replayed", missing: ["kafka-offset", "kafka-partition"] },
      { cause: "key_encoding", missing: ["kafka-key"] },
      { cause: "key_is_not_business_key", missing: ["kafka-key"] },
      { cause: "partition_drift", missing: ["kafka-key", "kafka-partition"] },
    ],
    winner: 1,
    winnerBy: "event_time",
    tied: [],
    deletes: [],
    drift: null,
    rowsSeen: 2,
  });
});

test("a table without any Kafka column is explained by what needs none", () => {
  const bare = { topic: null, partition: null, offset: null, keyBytesHex: null, kafkaTimestamp: null, keyReads: null };
  const table = someTableEvidence({ without: ["kafkaKey", "kafkaOffset", "kafkaPartition", "kafkaTopic"], neverDeletes: true });
  const { cause, undecided } = explainKey(someKey(bare, bare), table);
  expect(cause).toBe("upsert_off");
  expect(undecided).toEqual([
    { cause: "offset_replayed", missing: ["kafka-offset", "kafka-partition", "kafka-topic"] },
    { cause: "unkeyed", missing: ["kafka-key"] },
    { cause: "key_encoding", missing: ["kafka-key"] },
    { cause: "key_is_not_business_key", missing: ["kafka-key"] },
    { cause: "several_topics", missing: ["kafka-key", "kafka-topic"] },
    { cause: "partition_drift", missing: ["kafka-key", "kafka-partition", "kafka-topic"] },
  ]);
});

test("a key whose rows a compaction wrote is unknown, and says that their own numbers would tell", () => {
  const compacted = { compacted: true, sequenceNumber: "9" };
  const { cause, undecided } = explainKey(someKey(compacted, compacted), someTableEvidence());
  expect(cause).toBe("unknown");
  expect(undecided.map(({ cause: name, missing }) => [name, ...missing])).toEqual(
    ["delete_in_same_commit", "delete_in_other_partition", "appended_without_delete"].map((name) => [
      name,
      "sequence number before the compaction",
    ]),
  );
});

test("a key whose rows' commit expired is unknown, and says that the older snapshots would tell", () => {
  const expired = { compacted: null, sequenceNumber: "9" };
  const { cause, undecided } = explainKey(someKey(expired, expired), someTableEvidence());
  expect(cause).toBe("unknown");
  expect(undecided.map(({ cause: name, missing }) => [name, ...missing])).toEqual(
    ["delete_in_same_commit", "delete_in_other_partition", "appended_without_delete"].map((name) => [name, "manifests of older snapshots"]),
  );
});

test("a drifted key takes on how its topic's keys came into several partitions, another one does not", () => {
  const drifted = someKey({}, { partition: "9" });
  expect(explainKey(drifted, someTableEvidence(), { drift: "count_raised" })).toMatchObject({
    cause: "partition_drift",
    drift: "count_raised",
  });
  expect(explainKey(someKey({}, {}), someTableEvidence(), { drift: "count_raised" }).drift).toBeNull();
});

test("keys by an event id are told from one request that was sent again", () => {
  const sent = (content: number) => someKey({ content: 1, keyReads: false }, { content, keyBytesHex: "38", keyReads: false });
  expect(explainKey(sent(1), someTableEvidence())).toMatchObject({ cause: "key_is_not_business_key", retry: true });
  expect(explainKey(sent(2), someTableEvidence())).toMatchObject({ cause: "key_is_not_business_key", retry: false });
});

test("what was found of all rows stands where only some are at hand, and the newest deletes are kept", () => {
  const deletes = Array.from({ length: 30 }, (_, at) => aKeyDelete({ sequenceNumber: String(at + 1) }));
  const verdict = explainKey({ ...someKey({}, {}), deletes }, someTableEvidence(), {
    found: { cause: "ghost_delete", undecided: [], doubt: null, retry: null },
  });
  expect(verdict.cause).toBe("ghost_delete");
  expect(verdict.deletes.map(({ sequenceNumber }) => sequenceNumber)).toEqual(Array.from({ length: 20 }, (_, at) => String(30 - at)));
});
