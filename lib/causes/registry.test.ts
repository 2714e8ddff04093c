import { describe, expect, test } from "vitest";
import { featuresOf, type Condition } from "#lib/causes/condition.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { FEATURES, type Feature } from "#lib/causes/features.ts";
import { CAUSES } from "#lib/causes/registry.ts";
import { CAUSE_NAMES, type EvidenceName } from "#lib/names.ts";

/** What each feature lacks where it is not known. */
const MAY_MISS: Record<Feature, EvidenceName[]> = {
  shares_place: [],
  rewrote_live_sources: [],
  repeated_in_commit: ["manifests of older snapshots"],
  shares_offset: ["kafka-offset", "kafka-partition", "kafka-topic"],
  reuses_offset: ["kafka-offset", "kafka-partition", "kafka-topic"],
  promises_nothing: [],
  has_delete_op: ["op"],
  soft_deleted: ["deleted"],
  snapshot_overlaps: ["lsn", "op", "payload"],
  lacks_key_bytes: ["kafka-key", "kafka-offset", "kafka-partition"],
  several_key_bytes: ["kafka-key"],
  same_key_value: ["kafka-key", "reading of all key bytes", "schema registry"],
  several_topics: ["kafka-topic"],
  several_partitions: ["kafka-partition", "kafka-topic"],
  shares_key_across_topics: [],
  shares_key_across_partitions: [],
  deleted_in_same_commit: ["manifests of older snapshots", "sequence number before the compaction"],
  deleted_elsewhere: ["manifests of older snapshots", "sequence number before the compaction"],
  never_deletes: ["manifests of older snapshots"],
  not_deleted: ["manifests of older snapshots", "sequence number before the compaction"],
};

/** Features that leave a condition open where they are not known. */
function openedBy(condition: Condition<Feature>): Feature[] {
  if (condition.is === "not known to hold") return [];
  if (condition.is === "all" || condition.is === "any") return condition.of.flatMap(openedBy);
  return condition.is === "not" ? openedBy(condition.of) : featuresOf(condition);
}

test("causes are asked in the order in which they are named, and unknown is none of them", () => {
  expect([...CAUSES.map(({ name }) => name), "unknown"]).toEqual(CAUSE_NAMES);
});

test("every feature is looked at by a cause", () => {
  expect(new Set(CAUSES.flatMap(({ condition }) => featuresOf(condition)))).toEqual(new Set(FEATURES));
});

test.each(CAUSES.map((cause) => [cause.name, cause] as const))(
  "%s needs what its condition may lack, and nothing else",
  (_, { condition, needs }) => {
    expect(new Set(needs)).toEqual(new Set(openedBy(condition).flatMap((feature) => MAY_MISS[feature])));
  },
);

test("no two causes look alike", () => {
  const looks = CAUSE_NAMES.map((name) => JSON.stringify(causeWords(name).look));
  expect(new Set(looks).size).toBe(CAUSE_NAMES.length);
});

describe.each(CAUSE_NAMES)("the words of %s", (name) => {
  const { label, because, plain, technical, docs } = causeWords(name);

  test("are full sentences", () => {
    for (const text of [plain, technical, ...docs]) expect(text).toMatch(/^[A-Z][^!]{20,}\.$/);
    expect(because).toMatch(/^[a-z][^.!]{20,}[^.]$/);
    expect(label).toMatch(/^[A-Z][a-z]/);
    expect(docs.length).toBeGreaterThanOrEqual(4);
  });

  test("say what happened in one sentence", () => {
    expect(plain.replaceAll(/"[^"]*"/g, "").match(/\.(\s|$)/g)).toHaveLength(1);
  });
});
