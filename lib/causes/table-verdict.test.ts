import { expect, test } from "vitest";
import { sayWhy, tableVerdict } from "#lib/causes/table-verdict.ts";
import { someCauses, someDriftTopic, someShare } from "#lib/testing/cause-facts.ts";
import type { CauseFacts, DriftTopic } from "#lib/iceberg/contract-causes.ts";

function drift(labels: DriftTopic["labels"], counts: number[], topics = 1): CauseFacts["drift"] {
  const topic = someDriftTopic(counts, { topic: "orders.v1", labels });
  return { topics: Array.from({ length: topics }, () => topic), otherTopics: 0 };
}

const ORDERS = [someShare("partition_drift", 17_690, { surplusRows: 18_000 }), someShare("key_encoding", 442), someShare("unknown", 280)];

test("a manager reads how many things, and why by shares, the largest first", () => {
  const causes = someCauses(ORDERS, { drift: drift(["count_raised"], [6, 12]) });
  expect(tableVerdict(causes, "shop.orders")).toMatchObject({
    main: "partition_drift",
    manager:
      "18,412 orders have more than one row: 96.1 % because topic orders.v1 now has 12 partitions instead of 6, 2.4 % because the same key was written to Kafka as different bytes; of 1.5 % the cause is not known.",
  });
});

test.each<[string, CauseFacts["drift"], string]>([
  ["a count that was raised twice", drift(["count_raised"], [3, 6, 12]), "topic orders.v1 now has 12 partitions instead of 3"],
  [
    "a topic that was created again",
    drift(["topic_recreated"], [12, 6]),
    "topic orders.v1 was created again with 6 partitions instead of 12",
  ],
  [
    "another client",
    drift(["another_client"], [6, 6]),
    "clients that write topic orders.v1 choose the partition of a key in different ways",
  ],
  [
    "given partitions",
    drift(["explicit"], [8]),
    "records are in partitions of topic orders.v1 that no known partitioner would choose: the producer set them, or the client uses a rule of its own",
  ],
  ["what is not explained", drift(["unexplained"], [8]), "the same key is in several partitions of its topic"],
  ["several reasons", drift(["count_raised", "another_client"], [6, 12]), "the same key is in several partitions of its topic"],
  ["several topics", drift(["count_raised"], [6, 12], 2), "the same key is in several partitions of its topic"],
  ["nothing known", null, "the same key is in several partitions of its topic"],
])("drift by %s is told as such", (_, found, because) => {
  expect(tableVerdict(someCauses([someShare("partition_drift", 1)], { drift: found }), "shop.orders")?.manager).toBe(
    `One of the orders has more than one row because ${because}.`,
  );
});

test("a count that was raised is no certainty where nothing says of which topic a row is", () => {
  const topic = someDriftTopic([6, 12], { topic: null });
  expect(sayWhy(someCauses([someShare("partition_drift", 1)], { drift: { topics: [topic], otherTopics: 0 } }))).toBe(
    "All of them because their topic now has 12 partitions instead of 6, if all rows came from one.",
  );
});

test("where nothing is known, that is said and nothing else", () => {
  expect(tableVerdict(someCauses([someShare("unknown", 5)]), "dim")?.manager).toBe(
    "5 keys have more than one row, and the cause is not known.",
  );
  expect(tableVerdict(someCauses([]), "dim")).toBeNull();
});

test("where most is not known, that comes first and leads, with what would tell more, and the known causes are told as the minority they are", () => {
  const undecided: CauseFacts["undecided"] = [
    { cause: "several_topics", missing: ["kafka-topic"], keys: 25 },
    { cause: "key_encoding", missing: ["kafka-key"], keys: 95 },
    { cause: "unkeyed", missing: ["kafka-key"], keys: 95 },
  ];
  const causes = someCauses([someShare("upsert_off", 30), someShare("unknown", 70)], { undecided });
  const shares = "of 70.0 % the cause is not known; 30.0 % because the table's writer only ever adds rows.";
  const decides = "To tell more it would take the Kafka key's bytes of each row (`kafka.key`).";
  const verdict = tableVerdict(causes, "shop.orders");
  expect(verdict).toMatchObject({
    main: "unknown",
    manager: `100 orders have more than one row: ${shares}`,
  });
  expect(verdict?.engineer).toContain(decides);
  expect(sayWhy(causes)).toBe(`O${shares.slice(1)} ${decides}`);
  expect(sayWhy({ ...causes, undecided: undecided.slice(0, 1) })).toBe(`O${shares.slice(1)}`);
  expect(sayWhy(someCauses([someShare("unknown", 70)], { undecided }))).toBe(`The cause is not known. ${decides}`);
});

test("many causes are not all told in one sentence", () => {
  const shares = [someShare("upsert_off", 8), someShare("snapshot_overlap", 7), someShare("ghost_delete", 4), someShare("soft_delete", 3)];
  expect(tableVerdict(someCauses(shares), "customers")?.manager).toBe(
    "22 customers have more than one row: 36.4 % because the table's writer only ever adds rows, 31.8 % because a snapshot of the source brought rows that the table has already, 31.8 % by 2 other causes.",
  );
});

test("harm is what is too many and what it adds up to; what is meant is no harm", () => {
  const measured = someCauses(
    [someShare("by_design", 9, { measure: "70" }), someShare("offset_replayed", 2, { surplusRows: 3, measure: "1236.5" })],
    {
      measure: { value: { column: "amount", rowsWithout: 1 } },
    },
  );
  expect(tableVerdict(measured, "events")?.harm).toBe(
    "3 rows are too many. 1,236.50 of amount is counted twice, without 1 row that has no number to add.",
  );
  expect(tableVerdict(someCauses([someShare("by_design", 9)]), "events")?.harm).toBe("");
  const tied = { value: { column: "amount", rowsWithout: 0, tiedKeys: 2 } };
  expect(tableVerdict(someCauses([someShare("upsert_off", 3, { measure: "70" })], { measure: tied }), "events")?.harm).toBe(
    "3 rows are too many. 70 of amount is counted twice, if of 2 keys whose right rows are undecided the last written are right.",
  );
  const unmeasured = someCauses([someShare("upsert_off", 1)], { measure: { value: null, reason: "Column amount is not a number." } });
  expect(tableVerdict(unmeasured, "events")?.harm).toBe(
    "1 row is too many. What is counted twice is not known: Column amount is not a number.",
  );
});

test("retries and what is not decided are told with what would decide it", () => {
  const causes = someCauses([someShare("key_is_not_business_key", 13)], {
    retryKeys: { value: 5 },
    undecided: [
      { cause: "offset_replayed", missing: ["kafka-offset"], keys: 11 },
      { cause: "soft_delete", missing: ["deleted"], keys: 1 },
    ],
  });
  const verdict = tableVerdict(causes, "orders");
  expect(verdict?.engineer).toContain(
    "5 of the 13 keys whose records are keyed by something else are retries: one request that was sent again.",
  );
  expect(verdict?.undecided).toEqual([
    "Of 11 keys it is not decided whether it is record written twice. It would take the Kafka offset of each row (`kafka.offset`).",
    "Of 1 key it is not decided whether it is soft delete. It would take a soft-delete flag in each row (`cdc.deleted`).",
  ]);
});

test.each([
  [
    ORDERS,
    "96.1 % because the same key is in several partitions of its topic, 2.4 % because the same key was written to Kafka as different bytes; of 1.5 % the cause is not known.",
  ],
  [[someShare("upsert_off", 8)], "All of them because the table's writer only ever adds rows."],
  [[someShare("unknown", 8)], "The cause is not known."],
  [[], null],
])("a message says why in one sentence", (shares, why) => {
  expect(sayWhy(someCauses(shares))).toBe(why);
});
