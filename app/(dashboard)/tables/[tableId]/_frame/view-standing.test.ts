import { expect, test } from "vitest";
import type { IncidentSince } from "#lib/contracts/since.ts";
import { judgedVerdict } from "#lib/testing/judged-verdict.ts";
import { viewStanding } from "./view-standing.ts";

const SINCE: IncidentSince = {
  snapshotId: "1",
  committedAt: "2026-09-20T22:07:10.000Z",
  operation: "append",
  lastGoodAt: "2026-09-18T22:05:27.000Z",
  unreadBetween: false,
  isFirst: false,
};
const values = { duplicated_keys: 163, surplus_rows: 163 };

test("the sentence is the stored one, dated by its limit", () => {
  expect(viewStanding(judgedVerdict({ values }, SINCE))).toMatchObject({
    lead: "163 keys are duplicated (163 extra rows)",
    since: { at: SINCE.committedAt, orEarlier: false },
    accepted: [],
  });
  const trust = { level: "partial", direction: "at least", reasons: [] } as const;
  expect(viewStanding(judgedVerdict({ values, trust }))).toMatchObject({
    lead: "At least 163 keys are duplicated (163 extra rows)",
    since: null,
  });
});

test.each([
  ["snapshots before it are unread", { unreadBetween: true }, true],
  ["no good snapshot is known", { lastGoodAt: null }, true],
  ["it is the table's first snapshot", { lastGoodAt: null, isFirst: true }, false],
])("if %s, it may have begun earlier or not", (_, changes, orEarlier) => {
  expect(viewStanding(judgedVerdict({ values }, { ...SINCE, ...changes })).since).toEqual({ at: SINCE.committedAt, orEarlier });
});

test("what is accepted names its level, until when and by whom", () => {
  const accepted = { surplus_rows: { level: 163, by: "Ana K.", why: "known", until: "2026-10-01T09:00:00.000Z" } };
  expect(viewStanding(judgedVerdict({ values, accepted }))).toMatchObject({
    state: "accepted",
    accepted: [{ what: "163 extra rows", by: "Ana K.", until: "2026-10-01T09:00:00.000Z" }],
  });
});
