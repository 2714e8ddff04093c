import { expect, test } from "vitest";
import { sayEvidence } from "#lib/causes/evidence/say-evidence.ts";
import { someDriftTopic, someVerdict } from "#lib/testing/cause-facts.ts";
import { aKeyDelete, someKey } from "#lib/testing/causes.ts";
import type { DriftFacts, KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import { DRIFT_LABELS } from "#lib/drift-names.ts";
import { CAUSE_NAMES } from "#lib/names.ts";
import { DRIFT_LABEL_SENTENCES } from "#lib/causes/say-drift.ts";

type Rows = Parameters<typeof someKey>;

function say(rows: Rows, verdict: Partial<KeyVerdict>, drift: DriftFacts | null = null) {
  return sayEvidence({ rows: [...someKey(...rows).rows], rowCount: rows.length, verdict: someVerdict(verdict) }, { drift });
}

const DRIFT: DriftFacts = { topics: [someDriftTopic([6, 12])], otherTopics: 0 };

test.each<[string, Rows, Partial<KeyVerdict>, string[]]>([
  [
    "one stored row",
    [{ position: "4" }, { position: "4" }],
    { cause: "file_registered_twice" },
    ["Rows 1 and 2 are one stored row, position 4 of a.parquet, which the table lists 2 times."],
  ],
  [
    "one record",
    [{ offset: "5" }, { offset: "5" }],
    { cause: "offset_replayed" },
    [
      "Rows 1 and 2 both have topic orders, partition 3, offset 5, and nothing of the record differs, so that it was written more than once.",
    ],
  ],
  [
    "two records of one offset",
    [
      { offset: "5", kafkaTimestamp: "1000000000" },
      { offset: "5", kafkaTimestamp: "2500000000" },
    ],
    { cause: "offset_reused" },
    [
      "Rows 1 and 2 both have topic orders, partition 3, offset 5, and the Kafka timestamps differ: 1970-01-01T00:00:01Z and 1970-01-01T00:00:02.5Z.",
    ],
  ],
  ["a delete", [{ op: "d" }, { op: "c" }], { cause: "ghost_delete" }, ["Row 1 has op d: the source deleted it, and it is still a row."]],
  [
    "flags",
    [{ deleted: true }, { deleted: false }],
    { cause: "soft_delete" },
    ["Row 1 is marked as deleted at the source, and row 2 is not."],
  ],
  [
    "a snapshot read and its insert",
    [
      { op: "r", payload: 1 },
      { op: "c", payload: 1 },
    ],
    { cause: "snapshot_overlap" },
    ["Rows 1 and 2, a snapshot read (op r) and an insert (op c), have the same payload."],
  ],
  [
    "a snapshot read and an earlier update",
    [
      { op: "r", payload: 1, lsn: ["10"] },
      { op: "u", payload: 2, lsn: ["9"] },
    ],
    { cause: "snapshot_overlap" },
    ["Rows 1 and 2, a snapshot read (op r) and an update (op u), are at log positions 10 and 9: the snapshot had seen the change."],
  ],
  [
    "a rewrite and its source",
    [
      { file: "a.parquet", addedBy: "4" },
      { file: "b.parquet", addedBy: "7" },
    ],
    { cause: "rewrite_sources_live" },
    ["Row 1 is in a.parquet, which snapshot 4 added.", "Row 2 is in b.parquet, which snapshot 7 added."],
  ],
  ["one commit", [{ addedBy: "7" }, { addedBy: "7" }], { cause: "repeated_in_commit" }, ["Snapshot 7 added all of these rows."]],
  ["no key bytes", [{ keyBytesHex: null }, { keyBytesHex: "" }], { cause: "unkeyed" }, ["Rows 1 and 2 came from Kafka without key bytes."]],
  [
    "two encodings",
    [{ keyBytesHex: "37" }, { keyBytesHex: "0007", keyReadAs: "a big-endian integer" }],
    { cause: "key_encoding" },
    [
      "Row 1: key bytes 37 (1 byte), which are the row's key, written as text.",
      "Row 2: key bytes 0007 (2 bytes), which are the row's key, written as a big-endian integer.",
      "They are 1 and 2 bytes long, and already the first byte differs.",
    ],
  ],
  [
    "two schema ids",
    [
      { keyBytesHex: "0000000011FF", keyReads: null, keyReadAs: null },
      { keyBytesHex: "0000000017FF", keyReads: null, keyReadAs: null },
    ],
    { cause: "key_encoding" },
    [
      "Row 1: key bytes 0000000011FF (6 bytes), which cannot be read without a schema registry.",
      "Row 2: key bytes 0000000017FF (6 bytes), which cannot be read without a schema registry.",
      "They are equal behind their headers, schema id 17 and schema id 23.",
    ],
  ],
  [
    "another key, and a retry",
    [
      { keyBytesHex: "6131", keyReads: false },
      { keyBytesHex: "6132", keyReads: false },
    ],
    { cause: "key_is_not_business_key", retry: true },
    [
      "Row 1: key bytes 6131 (2 bytes), which are another value than the row's key.",
      "Row 2: key bytes 6132 (2 bytes), which are another value than the row's key.",
      "They differ in byte 2 of 2.",
      "The rows differ only in Kafka's columns, times and columns equal to their own Kafka key: one request that was sent again.",
    ],
  ],
  [
    "one commit",
    [{ sequenceNumber: "5" }, { sequenceNumber: "5" }],
    { cause: "delete_in_same_commit", deletes: [aKeyDelete({ sequenceNumber: "5", names: [0, 1] })] },
    [
      "Rows 1 and 2 and the delete in delete.parquet all have sequence number 5, and an equality delete reaches only rows with a smaller one.",
    ],
  ],
  [
    "another partition",
    [
      { sequenceNumber: "3", scope: "spec 0, day=1" },
      { sequenceNumber: "6", scope: "spec 0, day=2" },
    ],
    { cause: "delete_in_other_partition", deletes: [aKeyDelete({ sequenceNumber: "6", scope: "spec 0, day=2" })] },
    [
      "Row 1 has sequence number 3 and is in spec 0, day=1; the delete for the key with number 6 is in spec 0, day=2 and does not reach it.",
    ],
  ],
  [
    "an older delete",
    [{ sequenceNumber: "3" }, { sequenceNumber: "6" }],
    { cause: "appended_without_delete", deletes: [aKeyDelete({ sequenceNumber: "2" })] },
    ["No live equality delete for the key is above row 1's sequence number, 3: the newest has 2."],
  ],
])("what shows the cause is told: %s", (_, rows, verdict, shows) => {
  expect(say(rows, verdict)?.shows).toEqual(shows);
});

test("partitions are computed from the key bytes by what explains the topic's rows, and the rows that lie there are named", () => {
  const rows: Rows = [
    { keyBytesHex: "6F72642D31383034", partition: "4" },
    { keyBytesHex: "6F72642D31383034", partition: "10" },
  ];
  const [lies, computed] = say(rows, { cause: "partition_drift" }, DRIFT)?.shows ?? [];
  expect(lies).toBe("The key bytes are the same, with row 1 in partition 4 and row 2 in partition 10.");
  const [, value] = /^Murmur2 of the key bytes gives (\d+): /.exec(computed ?? "") ?? [];
  expect(computed).toContain(`${value} % 6 = ${Number(value) % 6}`);
  expect(computed).toContain(`${value} % 12 = ${Number(value) % 12}`);
  expect(say(rows, { cause: "partition_drift" })?.shows).toHaveLength(1);
});

test("a drifted key says how it came into its partitions, so that one that was given is not taken for a computed one", () => {
  const rows: Rows = [{ partition: "4" }, { partition: "0" }];
  expect(say(rows, { cause: "partition_drift", drift: "explicit" })?.shows.at(-1)).toBe(
    "A row is in a partition that no known partitioner would choose, like many of the topic's rows at that time: the producer set the partition, or the client uses a rule of its own.",
  );
});

test("of masked key bytes nothing is computed, and masked values are named as such", () => {
  const rows: Rows = [
    { keyBytesHex: "masked 1", partition: "4" },
    { keyBytesHex: "masked 1", partition: "10" },
  ];
  expect(say(rows, { cause: "partition_drift" }, DRIFT)?.shows[1]).toBe("The key bytes are masked, so nothing is computed of them.");
  expect(say([{ op: "masked 1" }, { op: "masked 2" }], { cause: "ghost_delete" })?.shows).toEqual([
    "A row has a delete op; the ops are masked.",
  ]);
  expect(say([{ keyBytesHex: "masked 1" }, { keyBytesHex: "masked 2" }], { cause: "key_encoding" })?.shows[0]).toBe(
    "Row 1: key bytes that are masked (masked 1), which are the row's key, written as text.",
  );
});

test("what could not be decided is named with what would decide it, and so is the cause that the key had at first", () => {
  const words = say([{}, {}], {
    cause: "unknown",
    undecided: [
      { cause: "delete_in_same_commit", missing: ["sequence number before the compaction"] },
      { cause: "appended_without_delete", missing: ["sequence number before the compaction"] },
    ],
    first: { cause: "delete_in_same_commit", snapshotId: "77" },
  });
  expect(words?.undecided).toEqual([
    "Undecided: delete in the same commit or appended without a delete. Deciding it needs the sequence numbers from before a compaction, which rewrote the rows.",
  ]);
  expect(words?.shows[1]).toBe(
    "When the key became duplicated, at snapshot 77 or before it, the cause was delete in the same commit; now its rows no longer tell.",
  );
});

test.each(CAUSE_NAMES)("of %s there is always a sentence, also where the rows that show it are not kept", (cause) => {
  for (const sentence of say([{}, { offset: "900" }], { cause })?.shows ?? [""]) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

test.each([
  ["37", "383930", "They are 1 and 3 bytes long, and already the first byte differs."],
  ["3738", "373930", "They are 2 and 3 bytes long, and only the first byte is the same."],
  ["373839", "37", "They are 3 and 1 bytes long, and the longer one begins with the shorter one."],
])("key bytes %s and %s of other lengths: how far they are the same", (one, other, says) => {
  expect(say([{ keyBytesHex: one }, { keyBytesHex: other }], { cause: "key_encoding" })?.shows).toContain(says);
});

test.each(DRIFT_LABELS)("a key that drifted by %s says how it came about", (drift) => {
  const rows: Rows = [{ partition: "1" }, { partition: "7" }];
  const without = say(rows, { cause: "partition_drift", drift: null })?.shows ?? [];
  const shows = say(rows, { cause: "partition_drift", drift })?.shows ?? [];
  expect(shows).toEqual([...without, DRIFT_LABEL_SENTENCES[drift]]);
});
