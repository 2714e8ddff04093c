import { describe, expect, test } from "vitest";
import { afterTry } from "#jobs/delivery/after-try.ts";
import type { SendOutcome } from "#lib/incidents/message.ts";

const NOW = new Date("2026-03-02T12:00:00Z");
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const inMs = (ms: number): Date => new Date(NOW.getTime() + ms);
const DAY = 24 * 60;

const DELIVERY = { kind: "incident" as const, dueAt: ago(1), unanswered: 0, detail: {} };
const WORKS = { failingSince: null, failuresInRow: 0 };
const outcome = (changes: Partial<SendOutcome>): SendOutcome => ({
  outcome: "delivered",
  status: 200,
  answer: "said",
  retryAfterMs: null,
  fault: null,
  posted: null,
  ...changes,
});
const GONE = outcome({ outcome: "refused", fault: "channel", status: 404 });
const BLOCKS = outcome({ outcome: "refused", fault: "message", status: 400 });
const AWAY = outcome({ outcome: "unreachable", status: null });
const SILENT = outcome({ outcome: "unanswered", status: null });

type Given = Parameters<typeof afterTry>;

describe("a delivery", () => {
  test.each<[string, Partial<Given[0]>, Given[1], SendOutcome, string, Record<string, unknown>]>([
    [
      "that arrived ends",
      {},
      WORKS,
      outcome({ posted: { conversation: "C1", ts: "1.2" } }),
      "delivered",
      { endedAt: NOW, conversation: "C1", ts: "1.2" },
    ],
    ["that met a limit waits", {}, WORKS, outcome({ outcome: "limited", retryAfterMs: 5000 }), "waiting", {}],
    [
      "that was refused goes once more as plain text",
      { detail: { shared: "s3://a" } },
      WORKS,
      BLOCKS,
      "waiting",
      { detail: { shared: "s3://a", plain: true } },
    ],
    ["that was refused as plain text failed", { detail: { plain: true } }, WORKS, BLOCKS, "failed", { endedAt: NOW, lastAnswer: "said" }],
    [
      "that was refused for an unknown reason goes as plain text too",
      {},
      WORKS,
      { ...BLOCKS, fault: null },
      "waiting",
      { detail: { plain: true } },
    ],
    ["to a channel that is gone waits", {}, WORKS, GONE, "waiting", { lastAnswer: "said" }],
    ["to a channel that is not reached waits", {}, WORKS, AWAY, "waiting", {}],
    [
      "that is a day old waits on where the channel fails since an hour",
      { dueAt: ago(2 * DAY) },
      { failingSince: ago(60), failuresInRow: 5 },
      AWAY,
      "waiting",
      {},
    ],
    [
      "that is an hour old waits on where the channel fails for a day",
      { dueAt: ago(60) },
      { failingSince: ago(2 * DAY), failuresInRow: 30 },
      GONE,
      "waiting",
      {},
    ],
    [
      "failed where both are a day old",
      { dueAt: ago(DAY) },
      { failingSince: ago(DAY), failuresInRow: 30 },
      GONE,
      "failed",
      { endedAt: NOW },
    ],
    ["without an answer is tried once more", {}, WORKS, SILENT, "waiting", { unanswered: 1 }],
    ["twice without an answer is unsure", { unanswered: 1 }, WORKS, SILENT, "unsure", { unanswered: 2, endedAt: NOW }],
    ["that is a test ends with its first try: refused", { kind: "test" }, WORKS, GONE, "failed", { endedAt: NOW }],
    ["that is a test ends with its first try: not reached", { kind: "test" }, WORKS, AWAY, "failed", { endedAt: NOW }],
    ["that is a test ends with its first try: no answer", { kind: "test" }, WORKS, SILENT, "unsure", { endedAt: NOW }],
    ["that is a test waits for a limit", { kind: "test" }, WORKS, outcome({ outcome: "limited", retryAfterMs: 5000 }), "waiting", {}],
  ])("%s", (_, delivery, state, result, ends, more) => {
    const next = afterTry({ ...DELIVERY, ...delivery }, state, result, { now: NOW, kind: "slack_bot" });
    expect(next.delivery).toMatchObject({ state: ends, ...more });
    expect(next.delivery.endedAt === undefined).toBe(ends === "waiting");
  });
});

describe("a channel", () => {
  const after = (result: SendOutcome, state: Given[1] = WORKS, kind: Given[3]["kind"] = "slack_webhook") =>
    afterTry(DELIVERY, state, result, { now: NOW, kind }).channel;

  test("that takes a message works again, and rests a moment where it is Slack's", () => {
    const failed = { failingSince: ago(60), failuresInRow: 5 };
    const works = { failingSince: null, failuresInRow: 0, fault: null, lastDeliveredAt: NOW };
    expect(after(outcome({}), failed)).toEqual({ ...works, pausedUntil: inMs(1100) });
    expect(after(outcome({}), failed, "webhook")).toEqual({ ...works, pausedUntil: null });
  });

  test("that asks for peace is left in peace for as long as it says, and does not fail", () => {
    expect(after(outcome({ outcome: "limited", retryAfterMs: 90_000 }))).toEqual({ pausedUntil: inMs(90_000) });
    expect(after(outcome({ outcome: "limited" }))).toEqual({ pausedUntil: inMs(30_000) });
  });

  test("that dislikes a message works", () => {
    expect(after(BLOCKS, { failingSince: ago(5), failuresInRow: 2 })).toMatchObject({ failingSince: null, failuresInRow: 0 });
  });

  test.each([
    [0, 1],
    [1, 2],
    [2, 4],
    [5, 32],
    [6, 60],
    [500, 60],
  ])("that failed %d times before is tried again after %d minutes", (failuresInRow, minutes) => {
    for (const result of [GONE, AWAY, SILENT]) {
      const since = failuresInRow === 0 ? null : ago(90);
      expect(after(result, { failingSince: since, failuresInRow })).toEqual({
        failingSince: since ?? NOW,
        failuresInRow: failuresInRow + 1,
        fault: "said",
        pausedUntil: inMs(minutes * 60_000),
      });
    }
  });
});
