import { expect, test } from "vitest";
import { incidentSettings } from "#lib/incidents/incident.ts";
import { sayBeginning, sayEnd, shortId } from "./incident-sentences.ts";

const standing = { check: "duplicates", state: "open", goodRuns: 0, goodRunsNeeded: 3, resolvedBy: null } as const;
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
  expect(sayEnd({ ...standing, check: "delete_backlog", goodRuns: 2 })).toMatch(/compaction.*, 2 so far\.$/);
  expect(sayEnd({ ...standing, check: "runs", goodRunsNeeded: incidentSettings("runs").goodRunsToResolve })).toBe(
    "The next run that reads the table ends it. The incident then resolves itself.",
  );
  expect(sayEnd({ ...standing, state: "resolved" })).toMatch(/automatically/);
  expect(sayEnd({ ...standing, state: "resolved", resolvedBy: "Mia" })).toBe("Mia resolved it manually.");
});

test("no more is said of its beginning than the snapshots that were read prove", () => {
  const say = (changes: object) =>
    sayBeginning({ ...since, ...changes })
      .map((part) => (typeof part === "string" ? part : "at" in part ? part.at.slice(5, 16) : part.snapshotId))
      .join("");
  const lastGoodAt = "2026-02-28T23:00:00Z";
  expect(say({ lastGoodAt })).toBe("It began with snapshot 1 of 03-01T00:00; the one before was good.");
  expect(say({ lastGoodAt, unreadBetween: true })).toMatch(/^It began between 02-28T23:00 and 03-01T00:00, at the latest with snapshot 1;/);
  expect(say({})).toMatch(/^It is so at least since snapshot 1 /);
  expect(say({ isFirst: true })).toMatch(/first snapshot, 1 of/);
  expect(sayBeginning(null)).toEqual([]);
});

test("a long id is cut in the middle", () => {
  expect(shortId("5120448867302916644")).toBe("5120…6644");
  expect(shortId("12345")).toBe("12345");
});
