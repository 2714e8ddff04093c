import { expect, test } from "vitest";
import type { SinceCommit, Transition } from "#lib/contracts/since.ts";
import { sayCommit, sayTransition, toText } from "#lib/judging/say-since.ts";

const COMMIT: SinceCommit = {
  snapshotId: "20",
  committedAt: "2026-11-24T02:44:00.000Z",
  operation: "append",
  committedBy: "Flink 1.20, job a5, checkpoint 20417",
  addedFiles: 3,
  addedRows: 1204,
};
const BEFORE = { commit: { ...COMMIT, snapshotId: "10", committedAt: "2026-11-24T01:44:00.000Z" }, value: 0 };
const TURN: Transition = { to: "bad", at: COMMIT, value: 5, before: BEFORE, unreadBetween: 0, lineageEnds: false, isFirst: false };

const say = (changes: Partial<Transition>, canRead = false) => toText(sayTransition({ ...TURN, ...changes }, { canRead }));

test("a transition is said as surely as it is known, with the commit that made it", () => {
  expect(say({})).toBe(
    "Since Tue 24 Nov 2026, 02:44 UTC, snapshot 20: Flink 1.20, job a5, checkpoint 20417 appended 3 files with 1,204 rows, by its summary.",
  );
  expect(say({ to: "good" })).toMatch(/^Good again since Tue 24 Nov/);
  expect(say({ unreadBetween: 4 })).toBe(
    "Since some time between Tue 24 Nov 2026, 01:44 UTC, snapshot 10, and Tue 24 Nov 2026, 02:44 UTC, snapshot 20: 4 snapshots between them can no longer be read.",
  );
  expect(say({ unreadBetween: 1 }, true)).toMatch(/: 1 snapshot between them was not read\.$/);
  expect(say({ before: null, unreadBetween: 2 }, true)).toMatch(/^Since .* or earlier: 2 snapshots before snapshot 20 were not read\.$/);
  expect(say({ before: null, lineageEnds: true })).toMatch(
    / or earlier: snapshot 20 is the oldest one known; earlier ones have expired\.$/,
  );
  expect(say({ before: null, isFirst: true })).toMatch(/^Since the table’s first snapshot, 20 of /);
});

test("what a commit's summary does not say is not said", () => {
  expect(sayCommit({ ...COMMIT, committedBy: null, addedFiles: null })).toBe(
    "a program that does not give its name appended 1,204 rows, by its summary",
  );
  expect(sayCommit({ ...COMMIT, operation: "overwrite", addedRows: null, addedFiles: 1 })).toMatch(
    / overwrote, adding 1 file, by its summary$/,
  );
  expect(sayCommit({ ...COMMIT, operation: null, addedRows: null, addedFiles: null })).toMatch(/ committed$/);
});
