import { describe, expect, test } from "vitest";
import { OWN_TABLE, STEP_TARGETS, stepsFor, VENDORS, type Situation, type Step } from "#lib/causes/advice.ts";
import { CHECKLIST, checklistPoint } from "#lib/causes/checklist.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { adviseOnBacklog } from "#lib/compaction/backlog-advice.ts";
import { UNKNOWN_WRITER } from "#lib/layouts/table-writer.ts";
import { CAUSE_NAMES, KEY_KEEPS, TABLE_LAYOUTS, TABLE_MANAGERS, type CauseName } from "#lib/names.ts";

const SITUATIONS: Situation[] = TABLE_MANAGERS.flatMap((managedBy) =>
  [null, ...TABLE_LAYOUTS].flatMap((layout) =>
    KEY_KEEPS.flatMap((keep) =>
      [false, true].flatMap((isRetry) => [false, true].map((neverDeletes) => ({ managedBy, layout, keep, isRetry, neverDeletes }))),
    ),
  ),
);
const OF_VENDORS = SITUATIONS.filter(({ managedBy }) => managedBy !== "you");

function stepsOf(cause: CauseName, situation: Partial<Situation> = {}): Step[] {
  return stepsFor(causeWords(cause).advice, { ...OWN_TABLE, ...situation });
}

function saysOf(cause: CauseName, situation: Partial<Situation> = {}): string {
  return stepsOf(cause, situation)
    .map(({ says }) => says)
    .join(" ");
}

/** An order to change rows, files or layout of a table, which no "do not" takes back. */
const CHANGES_A_TABLE = /(?<!not )\b(?:delete (?:every|all|rows|its|the)|overwrite|compact the|rewrite|partition the table|alter|drop)\b/i;
/** Removes rows: by a delete, an overwrite, or a tombstone. */
const REMOVES_ROWS = /(?<!not )\b(?:delete (?:every|all|rows|its|the)|overwrite|send (?:a )?tombstones?)\b/i;

describe.each(CAUSE_NAMES)("the first steps of %s", (cause) => {
  test("are one or two short sentences each, and at least one in every situation", () => {
    for (const situation of SITUATIONS) {
      const steps = stepsOf(cause, situation);
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.length).toBeLessThanOrEqual(4);
      for (const { changes, says } of steps) {
        expect(STEP_TARGETS).toContain(changes);
        expect(says).toMatch(/^[A-Z].*\.$/);
        expect(says.length).toBeLessThanOrEqual(160);
        expect(says.match(/\.(\s|$)/g)?.length).toBeLessThanOrEqual(2);
      }
      expect(steps[0]?.says).not.toMatch(/^Then /);
    }
  });

  test("never change a table or a sink that a vendor owns, and say how to read it instead", () => {
    for (const situation of OF_VENDORS) {
      const steps = stepsOf(cause, situation);
      expect(steps.filter(({ changes }) => changes === "table" || changes === "sink")).toEqual([]);
      expect(steps.filter(({ says }) => CHANGES_A_TABLE.test(says))).toEqual([]);
    }
    const own = stepsOf(cause).filter(({ changes }) => changes !== "query" && changes !== "nothing");
    for (const situation of own.length === 0 ? [] : OF_VENDORS) {
      const [first, second] = stepsOf(cause, situation);
      expect(first?.says).toMatch(/^Do not change this table: .+ owns it\.$/);
      expect(second).toMatchObject({ changes: "query", says: expect.stringMatching(/view that keeps .+ build a table of your own/) });
    }
  });

  test("never remove a winner: whatever removes rows says which row stays", () => {
    for (const situation of SITUATIONS) {
      for (const { keeps, says } of stepsOf(cause, situation)) {
        expect({ says, removes: REMOVES_ROWS.test(says) }).toEqual({ says, removes: keeps !== undefined });
        expect(says).toMatch(keeps === undefined ? /./ : keeps === "winner" ? /winner/ : /one row per/);
        expect(says).not.toMatch(
          /delete (?:the |all )?(?:stale |old |snapshot )?(?:rows|reads)\b(?! of an affected key except)|rows of the key|metadata/i,
        );
      }
    }
  });

  test("name a point of the checklist that exists", () => {
    expect(checklistPoint(causeWords(cause).advice.checklist).says).toMatch(/\.$/);
  });
});

test("all first steps of a cause fit into a message whole, with whose keys they are about", () => {
  for (const cause of CAUSE_NAMES) for (const situation of SITUATIONS) expect(saysOf(cause, situation).length).toBeLessThanOrEqual(540);
});

test("a table that is not known to be a vendor's is cleaned up in place, key by key", () => {
  for (const cause of ["ghost_delete", "snapshot_overlap", "offset_reused", "several_topics", "delete_in_same_commit"] as const)
    expect(saysOf(cause)).toContain("every row of an affected key except its winner");
  expect(saysOf("offset_replayed")).toContain("keep one row per topic, partition, and offset");
  expect(saysOf("file_registered_twice")).toContain("one row per (_file, _pos)");
});

test("Apache's Kafka Connect sink is told to have no upsert, and what to do instead", () => {
  const says = saysOf("upsert_off", { layout: "kafka_connect" });
  for (const part of ["has no upsert mode", "MERGE", "Flink", "debezium.sink.iceberg.upsert"]) expect(says).toContain(part);
  expect(saysOf("upsert_off", { layout: "debezium_server" })).toContain("debezium.sink.iceberg.upsert");
  expect(saysOf("upsert_off", { managedBy: "tableflow" })).toContain("that creates a new table");
});

test("a writer that only appends is sent no tombstone, be it one that cannot delete or one that never did", () => {
  const appends = ({ layout, managedBy, neverDeletes }: Situation) =>
    neverDeletes || managedBy === "redpanda" || managedBy === "msk_data_delivery" || (managedBy === "you" && layout === "kafka_connect");
  for (const situation of SITUATIONS.filter(appends))
    for (const cause of CAUSE_NAMES) expect(saysOf(cause, situation)).not.toMatch(/tombstone/i);
  for (const situation of SITUATIONS.filter((one) => one.managedBy === "you" && appends(one)))
    expect(stepsOf("partition_drift", situation)[0]).toMatchObject({ changes: "table", keeps: "winner" });
  expect(saysOf("partition_drift")).toMatch(/tombstone/);
  expect(saysOf("partition_drift", { managedBy: "tableflow" })).toMatch(/tombstone/);
});

test("a retry keeps the first row, another key of the wrong kind the row that its key keeps", () => {
  const cause = "key_is_not_business_key";
  expect(saysOf(cause, { isRetry: true })).toContain("the first row of each key");
  expect(saysOf(cause, { isRetry: true, managedBy: "redpanda" })).toContain("the first row of each key");
  expect(saysOf(cause)).toContain("the last row of each key");
});

test("deletes in other partitions need old values: REPLICA IDENTITY, also where a vendor owns the table", () => {
  for (const managedBy of ["you", "unity_catalog"] as const)
    expect(saysOf("delete_in_other_partition", { managedBy })).toContain("REPLICA IDENTITY FULL");
});

test("a vendor's backlog is compacted by the vendor, one's own by rewrite_data_files", () => {
  for (const managedBy of TABLE_MANAGERS) {
    const { steps } = adviseOnBacklog({ ...UNKNOWN_WRITER, managedBy });
    expect(steps.some(({ changes }) => changes === "table")).toBe(managedBy === "you");
    const owner =
      managedBy === "you" ? /rewrite_data_files/ : new RegExp(`^Do not compact this table: ${VENDORS[managedBy].title} owns it`);
    expect(steps[0]?.says).toMatch(owner);
    for (const { says } of steps) expect(says.length).toBeLessThanOrEqual(140);
  }
});

test("a table whose files are registered twice is not compacted first", () => {
  const [first] = adviseOnBacklog(UNKNOWN_WRITER, 1).steps;
  expect(first?.says).toContain("one coordinator per table");
});

test("no point of the checklist changes a table without saying that it is one's own, or edits metadata", () => {
  const points = CHECKLIST.flatMap(({ points }) => points);
  expect(new Set(points.map(({ title }) => title)).size).toBe(points.length);
  for (const { changes, says } of points) {
    expect(STEP_TARGETS).toContain(changes);
    const isSafe = changes === "table" ? /table of your own/.test(says) : !CHANGES_A_TABLE.test(says);
    expect({ says, isSafe }).toEqual({ says, isSafe: true });
    expect(says.replace(/never edit metadata by hand/, "")).not.toMatch(/metadata/);
  }
});

test("the tombstone point tells null from empty, and how long a tombstone is kept", () => {
  const { says } = checklistPoint("Write tombstones");
  for (const part of ["null value", "empty value", "cleanup.policy=compact", "delete.retention.ms"]) expect(says).toContain(part);
});
