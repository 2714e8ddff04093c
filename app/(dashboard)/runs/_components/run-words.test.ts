import { describe, expect, test } from "vitest";
import type { RunView } from "#lib/contracts/run-view.ts";
import { logText, sayRun, spansOf } from "./run-words.ts";

const NOW = Date.parse("2026-03-01T10:01:00Z");

function someRun(changes: Partial<RunView> = {}): RunView {
  return {
    id: "0b6f3c1e-9a4e-4a59-8a3b-0d8b5f8f7f11",
    tableId: "0b6f3c1e-9a4e-4a59-8a3b-0d8b5f8f7f12",
    tableName: "shop.orders",
    state: "running",
    reason: "person",
    attempt: 1,
    askedSnapshotId: null,
    snapshotId: null,
    scheduledFor: "2026-03-01T10:00:00Z",
    queuedAt: "2026-03-01T10:00:00Z",
    startedAt: "2026-03-01T10:00:10Z",
    heartbeatAt: "2026-03-01T10:00:59Z",
    finishedAt: null,
    worker: "worker 1",
    progress: null,
    error: null,
    cost: { bytes: null, milliseconds: null },
    engineVersion: null,
    ...changes,
  };
}
const say = (changes: Partial<RunView>) => sayRun(someRun(changes), NOW);
const error = { code: "too_slow", message: "It took longer than 60 s." };

describe("a run is said in a sentence", () => {
  test("while it runs: where it is", () => {
    expect(say({}).verdict).toBe("It has just begun.");
    expect(say({ progress: { phase: "counting", detail: "counting keys in 3 data files" } })).toEqual({
      verdict: "Counting keys in 3 data files.",
      because: null,
    });
  });

  test("when its worker falls silent, that another takes over", () => {
    expect(say({ heartbeatAt: "2026-03-01T10:00:30Z" }).because).toMatch(/no sign for 30 s/);
  });

  test("when it failed: its error, and what helps", () => {
    expect(say({ state: "failed", error })).toEqual({ verdict: error.message, because: expect.stringMatching(/budget/) as string });
  });

  test("when it waits to be tried again: why", () => {
    expect(say({ state: "queued", error, attempt: 1 }).verdict).toBe(`It will be retried: ${error.message}`);
    expect(say({ state: "queued", attempt: 0 }).verdict).toBe("It waits for a worker.");
  });

  test("when it succeeded: what was read, or that nothing was", () => {
    const done = { state: "succeeded", snapshotId: "1" } as const;
    expect(say({ ...done, engineVersion: "1.5.5", cost: { bytes: 2048, milliseconds: 1200 } }).verdict).toBe("It read 2 KiB in 1.2 s.");
    expect(say({ ...done, engineVersion: null }).verdict).toMatch(/no data was read/);
    expect(say({ ...done, snapshotId: null }).verdict).toMatch(/never written/);
  });
});

test("it waits until it starts and takes until it ends; one that ended before it started took no time that is known", () => {
  expect(spansOf(someRun(), NOW)).toEqual({ waitedMs: 10_000, tookMs: 50_000 });
  expect(spansOf(someRun({ finishedAt: "2026-03-01T10:00:12Z", state: "succeeded" }), NOW)).toEqual({ waitedMs: 10_000, tookMs: 2000 });
  expect(spansOf(someRun({ startedAt: null, state: "queued" }), NOW)).toEqual({ waitedMs: 60_000, tookMs: null });
  expect(spansOf(someRun({ startedAt: null, state: "cancelled", finishedAt: "2026-03-01T10:00:05Z" }), NOW)).toEqual({
    waitedMs: 5000,
    tookMs: null,
  });
});

test("a copied log keeps the whole time and the level of each line", () => {
  expect(
    logText([
      { at: "2026-03-01T10:00:00Z", level: "warn", message: "one" },
      { at: "2026-03-01T10:00:01Z", level: "info", message: "two" },
    ]),
  ).toBe("2026-03-01T10:00:00Z warn one\n2026-03-01T10:00:01Z info two");
});
