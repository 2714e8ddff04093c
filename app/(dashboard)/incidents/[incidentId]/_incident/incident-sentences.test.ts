import { expect, test } from "vitest";
import { incidentSettings } from "#lib/incidents/incident.ts";
import { sayBeginning, sayEnd, shortId } from "./incident-sentences.ts";
import type { MetricName } from "#lib/metrics.ts";

const standing = {
  check: "duplicates",
  metric: "surplus_rows",
  cause: null,
  state: "open",
  goodRuns: 0,
  goodRunsNeeded: 3,
  resolvedBy: null,
} as const;
const since = {
  snapshotId: "1",
  committedAt: "2026-03-01T00:00:00Z",
  operation: null,
  lastGoodAt: null,
  unreadBetween: false,
  isFirst: false,
};

test("whether it ends by itself is said with what ends it and how far that is", () => {
  expect(sayEnd(standing)).toMatch(/until it is deleted.*after 3 good runs in a row\.$/);
  expect(sayEnd({ ...standing, check: "delete_backlog", metric: "delete_ratio", goodRuns: 2 })).toMatch(
    /^A compaction that applies the deletes ends it\..*, 2 so far\.$/,
  );
  expect(sayEnd({ ...standing, check: "runs", goodRunsNeeded: incidentSettings("runs").goodRunsToResolve })).toBe(
    "The next run that reads the table ends it. The incident then resolves itself.",
  );
  expect(sayEnd({ ...standing, state: "resolved" })).toMatch(/automatically/);
  expect(sayEnd({ ...standing, state: "resolved", resolvedBy: "Mia" })).toBe("Mia resolved it manually.");
});

test("no compaction is named as the end of a file that is listed twice, by its number or by its cause", () => {
  for (const about of [{ check: "delete_backlog", metric: "files_registered_twice" }, { cause: "file_registered_twice" }] as const)
    expect(sayEnd({ ...standing, ...about })).toMatch(/each file once\. A compaction does not help/);
});

test("what ends a backlog is said by its number, and nothing where nothing does", () => {
  const end = (metric: MetricName) => sayEnd({ ...standing, check: "delete_backlog", metric });
  expect(end("snapshots_retained")).toMatch(/^Expiring old snapshots ends it\./);
  expect(end("small_data_files")).toMatch(/^A compaction ends it\./);
  expect(end("dangling_delete_files")).toMatch(/^A compaction that removes dangling deletes ends it\./);
  expect(end("data_files")).toMatch(/^The incident then resolves itself/);
});

test("no more is said of its beginning than the snapshots that were read prove", () => {
  const say = (changes: object) =>
    sayBeginning({ ...since, ...changes })
      .map((part) => (typeof part === "string" ? part : "at" in part ? part.at.slice(5, 16) : part.snapshotId))
      .join("");
  const lastGoodAt = "2026-02-28T23:00:00Z";
  expect(say({ lastGoodAt })).toBe("Since 03-01T00:00, snapshot 1; the snapshot before it was OK.");
  expect(say({ lastGoodAt, unreadBetween: true })).toMatch(/^Began between 02-28T23:00 and 03-01T00:00, in snapshot 1 or earlier;/);
  expect(say({})).toBe("Since 03-01T00:00 or earlier; snapshot 1 is the earliest bad one known.");
  expect(say({ isFirst: true })).toBe("Since 03-01T00:00, the table’s first snapshot, 1.");
  expect(sayBeginning(null)).toEqual([]);
});

test("a long id is cut in the middle", () => {
  expect(shortId("5120448867302916644")).toBe("5120…6644");
  expect(shortId("12345")).toBe("12345");
});
