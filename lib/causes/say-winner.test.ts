import { expect, test } from "vitest";
import { sayWinner } from "#lib/causes/say-winner.ts";
import { findWinner } from "#lib/causes/winner.ts";
import { someVerdict } from "#lib/testing/cause-facts.ts";
import { someKey } from "#lib/testing/causes.ts";
import type { KeyKeep } from "#lib/names.ts";

const DAY = "1791176520000000000";
const LATER = "1791262920482913000";

type Rows = Parameters<typeof someKey>;

function say(
  rows: Rows,
  { keep = "last", cdc = false, rowCount = rows.length }: { keep?: KeyKeep; cdc?: boolean; rowCount?: number } = {},
) {
  const { rows: all } = someKey(...rows);
  const verdict = someVerdict({ ...findWinner(all, { keep, cdc }), rowsSeen: all.length });
  return sayWinner({ rows: [...all], rowCount, verdict }, keep);
}

test.each<[string, Rows, Parameters<typeof say>[1], string, string]>([
  [
    "event time",
    [{ eventTime: DAY }, { eventTime: LATER }],
    {},
    "Row 2 is right: its event time, 2026-10-06T05:02:00.482913Z, is the latest.",
    "Stale: its event time is 2026-10-05T05:02:00Z, and that of row 2 is later.",
  ],
  [
    "event time, where the first row is kept",
    [{ eventTime: DAY }, { eventTime: LATER }],
    { keep: "first" },
    "Row 1 is right: its event time, 2026-10-05T05:02:00Z, is the earliest.",
    "Stale: its event time is 2026-10-06T05:02:00.482913Z, and that of row 1 is earlier.",
  ],
  [
    "offset",
    [{ offset: "5" }, { offset: "12" }],
    {},
    "Row 2 is right: its times equal the others', and its offset, 12, is the greatest of its partition.",
    "Stale: its offset is 5, and that of row 2 in the same partition is greater.",
  ],
  [
    "log position",
    [{ lsn: ["bin.000001", "9"] }, { lsn: ["bin.000002", "4"] }],
    { cdc: true },
    "Row 2 is right: its log position, bin.000002 / 4, is the greatest.",
    "Stale: its log position is bin.000001 / 9, and that of row 2 is greater, bin.000002 / 4.",
  ],
  [
    "the stream",
    [{ op: "r" }, { op: "u" }],
    { cdc: true },
    "Row 2 is right: it came from the stream (op u), and a streamed change outranks a snapshot read.",
    "Stale: it is a snapshot read, and row 2 was streamed.",
  ],
])("a row that is right by its %s is told as such, and so is what it beats", (_, rows, asked, right, stale) => {
  const words = say(rows, asked);
  expect(words?.says).toBe(right);
  expect(words?.stale.map(({ says }) => says)).toEqual([stale]);
});

test("each stale row has the reason of its own", () => {
  const words = say([
    { eventTime: DAY, offset: "1" },
    { eventTime: LATER, offset: "2" },
    { eventTime: LATER, offset: "3" },
  ]);
  expect(words?.stale.map(({ says }) => says.split(",")[0])).toEqual([
    "Stale: its event time is 2026-10-05T05:02:00Z",
    "Stale: its offset is 2",
  ]);
});

test("rows of two topics are undecided, and it is said why", () => {
  expect(say([{ topic: "a" }, { topic: "b" }])).toEqual({
    says: "Which row is right is undecided between rows 1 and 2. They come from topics a and b with equal times, and offsets of two topics cannot be compared.",
    stale: [],
  });
});

test("rows that are one record, or one stored row, are said to be so, since any of them may stay", () => {
  const undecided = "Which row is right is undecided between rows 1 and 2.";
  const at = { partition: "1", offset: "5" };
  expect(say([at, at])?.says).toBe(`${undecided} They are one Kafka record, written more than once: any of them may stay.`);
  const stored = { file: "a.parquet", position: "3", offset: "5" };
  expect(say([stored, stored])?.says).toBe(
    `${undecided} They are one stored row, which the table lists more than once: any of them may stay.`,
  );
  const unknown = { partition: null, offset: null };
  expect(say([unknown, unknown])?.says).toBe(
    `${undecided} They agree in all that may be compared: times, log position, offset and partition.`,
  );
});

test("a latest row that says the end of its key is not taken for one that shall stay", () => {
  expect(say([{ eventTime: DAY }, { eventTime: LATER, op: "d" }])?.says).toMatch(
    / is the latest\. It says that the source deleted the row \(op d\), so no row of this key should be left\.$/,
  );
  expect(say([{ eventTime: DAY }, { eventTime: LATER, deleted: true }])?.says).toMatch(
    /It is marked as deleted at the source, so no row of this key is current\.$/,
  );
  expect(say([{ eventTime: DAY, op: "d" }, { eventTime: LATER }])?.says).not.toContain("deleted");
});

test("no row of a key that may repeat is called stale", () => {
  const { rows } = someKey({ eventTime: DAY }, { eventTime: LATER });
  expect(sayWinner({ rows: [...rows], rowCount: 2, verdict: someVerdict({ cause: "by_design" }) }, "last")).toEqual({
    says: "Every row may be right: this key promises nothing, so no row is stale.",
    stale: [],
  });
});

test("masked values are named as masked and never compared", () => {
  const [one, two] = someKey({ eventTime: "masked 1" }, { eventTime: "masked 2" }).rows;
  const words = sayWinner(
    { rows: one && two ? [one, two] : [], rowCount: 2, verdict: someVerdict({ winner: 1, winnerBy: "event_time" }) },
    "last",
  );
  expect(words?.says).toBe("Row 2 is right: its event time, a masked value, is the latest.");
  expect(words?.stale[0]?.says).toBe("Stale: its event time is a masked value, and that of row 2 is later.");
});

test("where not all rows were looked at, the right one is right among those", () => {
  expect(say([{ eventTime: DAY }, { eventTime: LATER }], { rowCount: 1_000_000 })?.says).toContain("2 of 1,000,000 rows were read");
});
