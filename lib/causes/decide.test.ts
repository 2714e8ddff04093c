import { describe, expect, test } from "vitest";
import { decide } from "#lib/causes/decide.ts";
import { signatureOf } from "#lib/causes/signature.ts";
import { someCdcEvidence, someKey, someTableEvidence } from "#lib/testing/causes.ts";

/** A row that never was in Kafka. */
const NEVER = { topic: null, partition: null, offset: null, keyBytesHex: null, keyReads: null } as const;
const UNTOLD = { keyReads: null, keyReadAs: null } as const;

describe("a cause is provisional", () => {
  test("where an earlier one is undecided, with what would decide it", () => {
    const table = someTableEvidence({ without: ["kafkaKey", "kafkaOffset", "kafkaPartition", "kafkaTopic"] });
    const { cause, doubt } = decide(signatureOf(someKey(NEVER, NEVER), table));
    expect(cause).toBe("appended_without_delete");
    expect(doubt).toEqual({
      alternatives: ["offset_replayed", "unkeyed", "key_encoding", "key_is_not_business_key", "partition_drift"],
      missing: ["kafka-key", "kafka-offset", "kafka-partition"],
    });
  });

  test("not where all earlier ones are decided", () => {
    expect(decide(signatureOf(someKey({}, {}), someTableEvidence())).doubt).toBeNull();
  });

  test("not for the flag that a table with an op lacks, which stays undecided", () => {
    const decided = decide(signatureOf(someKey({ op: "u" }, { op: "u" }), someCdcEvidence({ without: ["deleted"] })));
    expect(decided.undecided).toEqual([{ cause: "soft_delete", missing: ["deleted"] }]);
    expect(decided.doubt).toBeNull();
    const without = decide(signatureOf(someKey({}, {}), someCdcEvidence({ without: ["deleted", "op"] })));
    expect(without.doubt?.alternatives).toEqual(["ghost_delete", "soft_delete", "snapshot_overlap"]);
  });

  test("not for the topic column that a table lacks: it is taken for one topic's", () => {
    const decided = decide(signatureOf(someKey({}, {}), someTableEvidence({ without: ["kafkaTopic"] })));
    expect(decided.undecided).toEqual([{ cause: "several_topics", missing: ["kafka-topic"] }]);
    expect(decided.doubt).toBeNull();
  });

  test("not for a column that the table is declared not to have", () => {
    const without = ["kafkaKey", "kafkaOffset"] as const;
    const key = someKey({ ...NEVER, partition: "3" }, { ...NEVER, partition: "3" });
    expect(decide(signatureOf(key, someTableEvidence({ without, absent: without }))).doubt).toBeNull();
    const { undecided } = decide(signatureOf(key, someTableEvidence({ without, absent: ["kafkaKey"] })));
    expect(undecided.map(({ cause }) => cause)).toEqual(["offset_replayed"]);
  });

  test("never where no cause is known", () => {
    const table = someTableEvidence({ without: ["kafkaKey"], neverDeletes: null });
    const erased = { compacted: true, sequenceNumber: "5" };
    expect(decide(signatureOf(someKey(erased, erased), table))).toMatchObject({ cause: "unknown", doubt: null });
  });
});

describe("what two rows show", () => {
  test("is a partition drift, though a third row was never in Kafka", () => {
    const key = someKey({ partition: "1" }, { partition: "2" }, NEVER);
    const decided = decide(signatureOf(key, someTableEvidence()));
    expect(decided.cause).toBe("partition_drift");
    expect(decided.doubt?.alternatives).toEqual(["offset_replayed", "key_encoding", "key_is_not_business_key", "several_topics"]);
  });

  test("are several topics, though a third row was never in Kafka", () => {
    expect(decide(signatureOf(someKey({ topic: "a" }, { topic: "b" }, NEVER), someTableEvidence())).cause).toBe("several_topics");
  });

  test("is a key encoding, though a third row was never in Kafka", () => {
    const key = someKey({ keyBytesHex: "37" }, { keyBytesHex: "2237" }, NEVER);
    expect(decide(signatureOf(key, someTableEvidence())).cause).toBe("key_encoding");
  });

  test("is no drift where their key bytes are not known to be equal", () => {
    const key = someKey({ partition: "1" }, { partition: "2", keyBytesHex: null });
    expect(decide(signatureOf(key, someTableEvidence())).cause).toBe("appended_without_delete");
  });
});

describe("a later cause that what is known contradicts does not hold", () => {
  test("different key bytes rule out that an upsert by them was off", () => {
    const key = someKey({ ...UNTOLD, keyBytesHex: "0000000001aa" }, { ...UNTOLD, keyBytesHex: "0000000002bb" });
    const { cause, undecided } = decide(signatureOf(key, someTableEvidence({ neverDeletes: true })));
    expect(cause).toBe("unknown");
    expect(undecided.map((one) => one.cause)).toEqual(["key_encoding", "key_is_not_business_key"]);
  });

  test("key bytes that are not known do not", () => {
    const table = someTableEvidence({ neverDeletes: true, without: ["kafkaKey"] });
    expect(decide(signatureOf(someKey({ keyBytesHex: null }, { keyBytesHex: null }), table)).cause).toBe("upsert_off");
  });
});
