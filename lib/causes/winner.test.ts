import { expect, test } from "vitest";
import { findWinner, survivorOf, type Winner } from "#lib/causes/winner.ts";
import { someKey } from "#lib/testing/causes.ts";

type Rows = Parameters<typeof someKey>;
const state = { keep: "last", cdc: false } as const;
const first = { keep: "first", cdc: false } as const;
const cdc = { keep: "last", cdc: true } as const;

test.each<[string, Rows, Parameters<typeof findWinner>[1], [Winner["winner"], Winner["winnerBy"]]]>([
  ["the latest event time", [{ eventTime: "2" }, { eventTime: "10" }], state, [1, "event_time"]],
  ["the earliest, where the first is kept", [{ eventTime: "2" }, { eventTime: "10" }], first, [0, "event_time"]],
  ["any event time against none", [{ eventTime: null }, { eventTime: "1" }], state, [1, "event_time"]],
  ["any event time against none, also of the first", [{ eventTime: null }, { eventTime: "1" }], first, [1, "event_time"]],
  ["of equal times the greatest offset of one partition, as a number", [{ offset: "9" }, { offset: "10" }], state, [1, "offset"]],
  [
    "of equal times in two partitions the greater partition, as a number",
    [
      { partition: "9", offset: "5" },
      { partition: "10", offset: "1" },
    ],
    state,
    [1, "partition"],
  ],
  [
    "the streamed row against the snapshot read",
    [
      { op: "r", lsn: ["9"] },
      { op: "c", lsn: ["1"] },
    ],
    cdc,
    [1, "only_streamed"],
  ],
  [
    "the greater log position, as a number",
    [
      { op: "u", lsn: ["9"], eventTime: "9" },
      { op: "u", lsn: ["10"], eventTime: "1" },
    ],
    cdc,
    [1, "log_position"],
  ],
  ["the greater Postgres position", [{ lsn: ["16/B374D848"] }, { lsn: ["9/FFFFFFFF"] }], cdc, [0, "log_position"]],
  [
    "the later file before the greater place in it",
    [{ lsn: ["mysql-bin.999999", "900"] }, { lsn: ["mysql-bin.1000000", "4"] }],
    cdc,
    [1, "log_position"],
  ],
  [
    "the greater place in one file",
    [{ lsn: ["mysql-bin.000001", "900"] }, { lsn: ["mysql-bin.000001", "1000"] }],
    cdc,
    [1, "log_position"],
  ],
  ["the greater bytes, as a number", [{ lsn: ["0x0a0001"] }, { lsn: ["0x0a02"] }], cdc, [0, "log_position"]],
  ["the greater decimal of as many places", [{ lsn: ["1.50"] }, { lsn: ["2.25"] }], cdc, [1, "log_position"]],
  [
    "the later source time where decimals have other places behind the point",
    [
      { lsn: ["1.5"], sourceTime: "2" },
      { lsn: ["1.25"], sourceTime: "1" },
    ],
    cdc,
    [0, "source_time"],
  ],
  [
    "the later source time where log positions are of two kinds",
    [
      { lsn: ["16/B3"], sourceTime: "2" },
      { lsn: ["7"], sourceTime: "1" },
    ],
    cdc,
    [0, "source_time"],
  ],
  [
    "the event time where the log is not asked for",
    [
      { op: "r", eventTime: "2" },
      { op: "c", eventTime: "1" },
    ],
    state,
    [0, "event_time"],
  ],
  [
    "only the rule that left one row alone",
    [{ eventTime: "1" }, { eventTime: "2", offset: "1" }, { eventTime: "2", offset: "2" }],
    state,
    [2, "offset"],
  ],
])("the right row is %s", (_, rows, asked, [winner, winnerBy]) => {
  expect(findWinner(someKey(...rows).rows, asked)).toEqual({ winner, winnerBy, tied: [] });
});

test.each<[string, Rows, number[]]>([
  [
    "two topics with equal times",
    [
      { topic: "a", offset: "5" },
      { topic: "b", offset: "9" },
    ],
    [0, 1],
  ],
  [
    "two topics, each by its own last row",
    [
      { topic: "a", offset: "5" },
      { topic: "a", offset: "6" },
      { topic: "b", offset: "9" },
    ],
    [1, 2],
  ],
  ["one record twice", [{ offset: "5" }, { offset: "5" }], [0, 1]],
  [
    "no partition, so that offsets cannot be compared",
    [
      { partition: null, offset: "5" },
      { partition: null, offset: "6" },
    ],
    [0, 1],
  ],
  ["a partition and none", [{ partition: null }, { partition: "0" }], [0, 1]],
  ["offsets that are no whole numbers", [{ offset: "5.50" }, { offset: "6.50" }], [0, 1]],
  ["partitions that are no numbers", [{ partition: "north" }, { partition: "south" }], [0, 1]],
  ["one partition, one of them without an offset", [{ offset: null }, { offset: "5" }], [0, 1]],
])("it is undecided between rows of %s", (_, rows, tied) => {
  expect(findWinner(someKey(...rows).rows, state)).toEqual({ winner: null, winnerBy: "undecided", tied });
});

test("a tie is broken by sequence number, then path, then position, where a row has to be held against another", () => {
  const rows = (...some: Rows) => someKey(...some.map((row) => ({ offset: "5", ...row }))).rows;
  const survivor = (some: ReturnType<typeof rows>) => survivorOf(some, findWinner(some, state));
  expect(survivor(rows({ sequenceNumber: "10", file: "a" }, { sequenceNumber: "9", file: "b" }))).toBe(0);
  expect(survivor(rows({ file: "b", position: "1" }, { file: "a", position: "2" }))).toBe(0);
  expect(survivor(rows({ position: "9" }, { position: "10" }))).toBe(1);
});
