import { expect, test } from "vitest";
import { someSnapshots } from "#db/testing/factories.ts";
import { anEvidentRow } from "#lib/testing/causes.ts";
import { viewLife } from "./life-view.ts";

const [first, second, third] = someSnapshots(3).map((one) => ({ ...one, expiredAt: null }));
const known = [first, second, third].flatMap((one) => one ?? []);
const heads = ["partition 4", "partition 10"].map((where, place) => ({
  title: `Row ${place + 1}`,
  where,
  at: null,
  standing: place === 0 ? ("stale" as const) : ("winner" as const),
}));
const at = new Date("2026-03-01T10:00:00Z");
const rows = (...numbers: (string | null)[]) => numbers.map((sequenceNumber) => anEvidentRow({ sequenceNumber }));

test("each place has a lane that begins with the commit that wrote its row, and the rows of the key turn from one to two", () => {
  const life = viewLife({ comparison: { heads }, rows: rows("1", "3"), rowCount: 2, writtenBy: known, at });
  expect(life?.from).toEqual(new Date("2026-02-28T23:00:00Z"));
  expect(life?.lanes.map(({ title, bars }) => [title, bars.map(({ begin, known: sure, standing }) => [begin, sure, standing])])).toEqual([
    ["partition 4", [[expect.closeTo(8.5, 1), expect.closeTo(8.5, 1), "stale"]]],
    ["partition 10", [[expect.closeTo(25.4, 1), expect.closeTo(25.4, 1), "winner"]]],
  ]);
  expect(life?.counts.map((one) => one.rows)).toEqual([1, 2]);
  expect(life).toMatchObject({ isWhole: true, notes: [] });
});

test("a row that a compaction wrote anew was there before, and what is not known is said", () => {
  const [, compaction] = known;
  const writtenBy = [...known.slice(0, 1), ...(compaction ? [{ ...compaction, operation: "replace" }] : [])];
  const life = viewLife({ comparison: { heads }, rows: rows("2", "9"), rowCount: 3, writtenBy, at });
  expect(life?.lanes.map(({ bars }) => bars[0]?.begin)).toEqual([0, 0]);
  expect(life?.isWhole).toBe(false);
  expect(life?.notes).toEqual([
    "A compaction rewrote one row: which commit brought it is not known.",
    "The commit that added one row is unknown: the table no longer lists it.",
    "One of its rows was not kept, and is not counted here.",
  ]);
});

test("a row that came with the snapshot itself is seen at the right edge", () => {
  const life = viewLife({ comparison: { heads }, rows: rows("1", "3"), rowCount: 2, writtenBy: known, at: known[2]?.committedAt ?? null });
  expect(life?.lanes[1]?.bars[0]?.known).toBeLessThan(95);
});

test("rows of one place share its lane", () => {
  const life = viewLife({
    comparison: { heads: heads.map((head) => ({ ...head, where: "partition 4" })) },
    rows: rows("1", "2"),
    rowCount: 2,
    writtenBy: known,
    at,
  });
  expect(life?.lanes.map(({ bars }) => bars.length)).toEqual([2]);
});

test("nothing is drawn where no commit is known, or all rows came at once with the snapshot itself", () => {
  expect(viewLife({ comparison: { heads }, rows: rows(null, "77"), rowCount: 2, writtenBy: known, at })).toBeNull();
  expect(
    viewLife({ comparison: { heads }, rows: rows("1", "1"), rowCount: 2, writtenBy: known, at: known[0]?.committedAt ?? null }),
  ).toBeNull();
});
