import { expect, test } from "vitest";
import type { LimitPreview } from "#lib/contracts/limits.ts";
import { drawPreview } from "./preview-view.ts";

const FROM = Date.UTC(2026, 2, 1);
const HOUR_MS = 3_600_000;

function preview(changes: Partial<LimitPreview> = {}): LimitPreview {
  return {
    metric: "surplus_rows",
    label: "Surplus rows",
    unit: "rows",
    from: new Date(FROM).toISOString(),
    to: new Date(FROM + 10 * HOUR_MS).toISOString(),
    by: "commit",
    rule: { warnAt: 5, alertAt: null, byPast: false, worse: "higher" },
    found: 0,
    judged: 0,
    missing: 0,
    untrusted: 0,
    openings: [],
    openSeconds: 0,
    accepted: [],
    points: [],
    written: null,
    lines: null,
    ...changes,
  };
}

const point = (hour: number, value: number | null, changes: Partial<LimitPreview["points"][number]> = {}) => ({
  at: FROM + hour * HOUR_MS,
  value,
  edge: 5,
  trusted: true,
  series: "duckdb",
  ...changes,
});

test("a line joins numbers of one engine alone, and leaves a gap where one is missing or not trusted", () => {
  const points = [
    point(0, 0),
    point(1, 10),
    point(2, null),
    point(3, 10, { trusted: false }),
    point(4, 10),
    point(5, 10, { series: "trino" }),
  ];
  const { lines, doubtful } = drawPreview(preview({ points }), "UTC", new Date(0));
  expect(lines).toEqual(["M0.0 100.00L100.0 0.00", "M400.0 0.00h0", "M500.0 0.00h0"]);
  expect(doubtful).toEqual([{ x: 0.3, y: 0 }]);
});

test("what would be open to this day reaches to the end, and what began before the span begins with it", () => {
  const opening = { snapshotId: null, severity: "warn", worst: 9, bound: null, sentence: "", fromStart: false } as const;
  const openings = [
    { ...opening, openedAt: new Date(FROM - HOUR_MS).toISOString(), resolvedAt: new Date(FROM + 2 * HOUR_MS).toISOString() },
    { ...opening, openedAt: new Date(FROM + 5 * HOUR_MS).toISOString(), resolvedAt: null },
  ];
  expect(drawPreview(preview({ openings }), "UTC", new Date(0)).spans).toEqual([
    { from: 0, to: 0.2, alert: false },
    { from: 0.5, to: 1, alert: false },
  ]);
});

test("the axis ends above numbers and limits, and without any it is still one", () => {
  expect(drawPreview(preview({ points: [point(0, 2, { edge: 90 })] }), "UTC", new Date(0)).levels.at(-1)?.text).toBe("100");
  expect(drawPreview(preview(), "UTC", new Date(0))).toMatchObject({ lines: [], levels: [{ share: 0, text: "0" }], last: null });
});
