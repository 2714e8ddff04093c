import { expect, test } from "vitest";
import { countLines, linesOf, readShow, viewTimeline } from "./timeline.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute));
const nothing = { events: [], runs: [], deliveries: [] } as const;
const event = { by: null, runId: null, detail: {} } as const;
const run = { state: "succeeded", snapshotId: "7", errorMessage: null } as const;

test("what happened is told newest first, and of two at one time the later", () => {
  const lines = viewTimeline(
    {
      events: [
        { ...event, id: 9, at: at(0), kind: "opened", runId: "first" },
        { ...event, id: 10, at: at(5), kind: "acknowledged", by: "Mia" },
        { ...event, id: 11, at: at(5), kind: "commented", by: "Mia", detail: { text: "on it" } },
      ],
      runs: [
        { ...run, id: "second", finishedAt: at(3) },
        { ...run, id: "first", finishedAt: at(0) },
      ],
      deliveries: [{ id: "3", channel: "#orders-data", at: at(4), text: "Delivered (opened).", until: null }],
    },
    (snapshotId) => `${snapshotId} rows`,
  );
  expect(lines.map(({ title, text }) => `${title}: ${text}`)).toEqual([
    "Mia: on it",
    "Mia: Acknowledged",
    "#orders-data: Delivered (opened).",
    "Run: 7 rows",
    "Opened: ",
  ]);
  expect(linesOf(lines, "comment")).toHaveLength(1);
  expect(countLines(lines)).toEqual({ all: 5, change: 2, comment: 1, run: 1, delivery: 1 });
  expect(linesOf(lines, null)).toHaveLength(5);
});

test("a run under way is no line yet, and one that failed says why", () => {
  const runs = [
    { ...run, id: "a", finishedAt: null },
    { ...run, id: "b", finishedAt: at(1), state: "failed", errorMessage: "The table cannot be read." } as const,
  ];
  expect(viewTimeline({ events: [], runs, deliveries: [] }, () => "")).toMatchObject([
    { title: "Run failed", text: "The table cannot be read.", runId: "b" },
  ]);
});

test("who resolved, assigned and snoozed is said, and until when", () => {
  const say = (changes: object) =>
    viewTimeline({ ...nothing, events: [{ ...event, id: 1, at: at(0), kind: "resolved", ...changes }] }, () => "")[0];
  expect(say({ detail: { goodRuns: 3 } })).toMatchObject({ title: "Resolved", text: "Automatically, after 3 good runs" });
  expect(say({ detail: { goodRuns: 1 } })).toMatchObject({ text: "Automatically, after 1 good run" });
  expect(say({ by: "Mia" })).toMatchObject({ title: "Mia", text: "Resolved manually" });
  expect(say({ kind: "assigned", by: "Mia", detail: { assignee: null } })).toMatchObject({ text: "Assigned to nobody" });
  const until = "2026-03-02T08:00:00.000Z";
  expect(say({ kind: "snoozed", by: "Mia", detail: { until } })).toMatchObject({ text: "Snoozed until", until });
});

test("an address asks for comments, runs or deliveries, and for all where it asks for anything else", () => {
  expect(["comment", "run", "delivery", "change", "x", undefined, ["run", "run"]].map(readShow)).toEqual([
    "comment",
    "run",
    "delivery",
    null,
    null,
    null,
    null,
  ]);
});
