import { expect, test } from "vitest";
import { explainPartitions } from "#lib/causes/drift/explain-partitions.ts";
import type { DriftRow } from "#lib/causes/drift/drift-rows.ts";
import type { DriftTopic, DriftWindow } from "#lib/iceberg/contract-causes.ts";
import { driftTime, seededNumbers, someDriftRows, type SentBy } from "#lib/testing/drift-rows.ts";
import type { Partitioner } from "#lib/drift-names.ts";

function explain(rows: readonly DriftRow[]): DriftTopic {
  const [topic] = explainPartitions([{ topic: "orders", rows, rowsInAll: rows.length }], { timed: true });
  if (!topic) throw new Error("no topic was explained");
  return topic;
}

function explainSent(count: number, sentBy: (row: number, numbers: () => number) => SentBy, seed = 7): DriftTopic {
  const numbers = seededNumbers(seed);
  return explain(someDriftRows(count, numbers, (row) => sentBy(row, numbers)));
}

const by = (partitioner: Partitioner, count: number): SentBy => ({ partitioner, count });
const clients = ({ windows }: DriftTopic): string[] => windows.map(({ partitioner, partitionCount }) => `${partitioner}/${partitionCount}`);

function windowOf(topic: DriftTopic, client: string): DriftWindow {
  const window = topic.windows[clients(topic).indexOf(client)];
  if (!window) throw new Error(`${client} explains nothing: ${clients(topic).join(", ")}`);
  return window;
}

test("a count that was raised twice gives three windows, whose borders are the rows at which it was raised", () => {
  const topic = explainSent(1500, (row) => by("murmur2", row < 400 ? 3 : row < 1100 ? 6 : 12));
  expect(clients(topic)).toEqual(["murmur2/3", "murmur2/6", "murmur2/12"]);
  expect(topic.labels).toEqual(["count_raised"]);
  // Of the rows around a border some fit over both counts, so that it is known to a few rows.
  const near = (at: string | null, row: number): number => Math.abs(Date.parse(at ?? "") - Date.parse(driftTime(row))) / 60_000;
  expect(near(windowOf(topic, "murmur2/6").firstAt, 400)).toBeLessThan(10);
  expect(near(windowOf(topic, "murmur2/12").firstAt, 1100)).toBeLessThan(10);
  expect(topic.windows.map(({ rows }) => rows).reduce((a, b) => a + b)).toBe(1500);
});

test("a count that changed where offsets begin anew is that of a topic that was created again, and not where they go on", () => {
  const change = (from: number, to: number, offset: (row: number) => number): DriftRow[] =>
    someDriftRows(1200, seededNumbers(5), (row) => by("murmur2", row < 600 ? from : to)).map((row, number) => ({
      ...row,
      offset: String(offset(number)),
    }));
  const anew = (row: number): number => (row < 600 ? row : row - 600);
  expect(explain(change(12, 6, anew)).labels).toEqual(["topic_recreated"]);
  expect(explain(change(6, 12, anew)).labels).toEqual(["topic_recreated"]);
  expect(explain(change(6, 12, (row) => row)).labels).toEqual(["count_raised"]);
  // Sent last, with times before all others.
  expect(explain(change(12, 6, (row) => (row < 600 ? 600 + row : row - 600))).labels).toEqual(["count_raised"]);
  const [noTopic] = explainPartitions([{ topic: null, rows: change(6, 12, anew), rowsInAll: 1200 }], { timed: true });
  const [noTimes] = explainPartitions([{ topic: "orders", rows: change(6, 12, anew), rowsInAll: 1200 }], { timed: false });
  expect([noTopic?.labels, noTimes?.labels]).toEqual([["count_raised"], ["count_raised"]]);
});

test("between rows that fit over both counts a border takes the longest pause", () => {
  const rows = someDriftRows(300, seededNumbers(3), (row) => by("murmur2", row < 150 ? 6 : 12));
  const paused = rows.map((row, number) => (number < 150 ? row : { ...row, at: String(BigInt(row.at) + 86_400_000_000_000n) }));
  const topic = explain(paused);
  expect(topic.windows.map(({ lastAt }) => lastAt)[0]).toBe(driftTime(149));
  expect(topic.windows.map(({ firstAt }) => firstAt)[1]).toBe(driftTime(150 + 24 * 60));
});

test("two clients over one count are told apart with their shares", () => {
  const topic = explainSent(8000, (_, numbers) => by(numbers() < 0.23 ? "crc32" : "murmur2", 6));
  expect(clients(topic).toSorted()).toEqual(["crc32/6", "murmur2/6"]);
  expect(topic.labels).toEqual(["another_client"]);
  expect(windowOf(topic, "crc32/6").rows / 8000).toBeCloseTo(0.23, 1.5);
});

test("a second client that came later and a count that was raised are found at once", () => {
  const topic = explainSent(8000, (row, numbers) => by(row > 5000 && numbers() < 0.3 ? "fnv1a" : "murmur2", row < 3000 ? 8 : 12));
  expect(clients(topic)).toEqual(["murmur2/8", "murmur2/12", "fnv1a/12"]);
  expect(topic.labels).toEqual(["count_raised", "another_client"]);
  expect(Date.parse(windowOf(topic, "fnv1a/12").firstAt ?? "")).toBeGreaterThan(Date.parse(driftTime(4990)));
});

test("a client that replaced another is no count that was raised", () => {
  expect(explainSent(2000, (row) => by(row < 900 ? "murmur2" : "crc32", 6)).labels).toEqual(["another_client"]);
});

test("rows that were sent round robin are explained by nothing, and bounded in time", () => {
  const topic = explainSent(3000, (row) =>
    row > 1000 && row < 1060 ? { partitioner: null, count: 8, partition: row % 8 } : by("murmur2", 8),
  );
  expect(clients(topic)).toEqual(["murmur2/8", "null/8"]);
  const given = windowOf(topic, "null/8");
  expect(given.rows).toBeGreaterThan(40);
  expect(Date.parse(given.firstAt ?? "")).toBeGreaterThan(Date.parse(driftTime(999)));
  expect(Date.parse(given.lastAt ?? "")).toBeLessThan(Date.parse(driftTime(1060)));
});

test("a topic that began with one partition and got three had its count raised", () => {
  expect(clients(explainSent(500, (row) => by("murmur2", row < 200 ? 1 : 3)))).toEqual(["murmur2/1", "murmur2/3"]);
});

test("a topic with a thousand partitions is explained as one with a few is", () => {
  const topic = explainSent(6000, (row) => by("murmur2", row < 3000 ? 512 : 1024));
  expect(clients(topic)).toEqual(["murmur2/512", "murmur2/1024"]);
});

test("a topic that was recreated with fewer partitions has the lower count since", () => {
  expect(clients(explainSent(2000, (row) => by("murmur2", row < 900 ? 12 : 4)))).toEqual(["murmur2/12", "murmur2/4"]);
});

test("clients that hear of new partitions some minutes late stay clients of the old count", () => {
  const late = new Set([2003, 2006, 2009, 2012]);
  const topic = explainSent(4000, (row) => by("murmur2", row < 2000 || late.has(row) ? 6 : 12));
  expect(clients(topic)).toEqual(["murmur2/6", "murmur2/12"]);
  expect(topic.windows.map(({ rows }) => rows).reduce((a, b) => a + b)).toBe(4000);
});

test("old times among new ones make no windows of a few rows each", () => {
  const topic = explainSent(3000, (row, numbers) => by("murmur2", row >= 1500 || numbers() < 0.1 ? 12 : 6));
  expect(clients(topic).toSorted()).toEqual(["murmur2/12", "murmur2/6"]);
});

test.each([
  { rows: 6, partitions: 6 },
  { rows: 12, partitions: 4 },
  { rows: 30, partitions: 2 },
  { rows: 60, partitions: 12 },
  { rows: 200, partitions: 3 },
])("of 200 topics of $rows rows in $partitions partitions at random none is explained", ({ rows, partitions }) => {
  const numbers = seededNumbers(rows);
  const explained = Array.from({ length: 200 }, () =>
    explain(someDriftRows(rows, numbers, () => ({ partitioner: null, count: partitions, partition: Math.floor(numbers() * partitions) }))),
  ).filter(({ windows }) => windows.some(({ partitioner }) => partitioner !== null));
  expect(explained).toEqual([]);
});

test("few rows of several clients are too few to tell them, and were not given for that", () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1);
  const labels = seeds.map((seed) => {
    const numbers = seededNumbers(seed);
    const clients = ["murmur2", "crc32", "fnv1a"] as const;
    const send = (from: number) =>
      someDriftRows(16, seededNumbers(seed), () => by(clients[Math.floor(numbers() * 3)] ?? "murmur2", 6)).map((row, at) => ({
        ...row,
        at: `${1_772_000_000_000 + from + at}000000`,
      }));
    return explain([...send(0), ...send(1000)]).labels;
  });
  expect(labels.filter((one) => one.includes("explicit"))).toEqual([]);
  expect(labels.filter((one) => one.includes("unexplained")).length).toBeGreaterThan(15);
});

test("many rows of a few keys prove no more than the keys", () => {
  const rows = someDriftRows(4, seededNumbers(1), () => by("murmur2", 6));
  const repeated = Array.from({ length: 400 }, (_, row) => ({ ...(rows[row % 4] as DriftRow), at: `${1_772_000_000_000 + row}000000` }));
  expect(explain(repeated).windows.filter(({ partitioner }) => partitioner !== null)).toEqual([]);
});

test("two rows are enough for the new count where they lie beyond the old one", () => {
  const old = someDriftRows(40, seededNumbers(5), () => by("murmur2", 5));
  const keys = someDriftRows(400, seededNumbers(6), () => by("murmur2", 8));
  const beyond = keys
    .filter(({ partition }) => partition === 7)
    .slice(0, 2)
    .map((row, at) => ({ ...row, at: `${1_780_000_000_000 + at}000000` }));
  expect(clients(explain([...old, ...beyond]))).toEqual(["murmur2/5", "murmur2/8"]);
});

test("where rows have no Kafka timestamp windows have no times, and name the snapshot of their first row", () => {
  const rows = someDriftRows(600, seededNumbers(2), (row) => by("murmur2", row < 300 ? 6 : 12));
  const committed = rows.map((row) => ({ ...row, at: `${1_772_000_000_000 + Number(row.snapshotId)}000000` }));
  const [topic] = explainPartitions([{ topic: null, rows: committed, rowsInAll: 900 }], { timed: false });
  expect(topic?.windows.map(({ firstAt, firstSnapshotId }) => [firstAt, firstSnapshotId])).toEqual([
    [null, "1"],
    [null, "4"],
  ]);
  expect(topic).toMatchObject({ sampledRows: 600, rows: 900 });
});

test("the strip counts every row once, by what explains it", () => {
  const { strip, windows } = explainSent(1000, (row) => by("murmur2", row < 400 ? 6 : 12));
  expect(strip.flatMap(({ rows }) => rows).reduce((a, b) => a + b)).toBe(1000);
  expect(strip.every(({ rows }) => rows.length === windows.length + 1)).toBe(true);
  expect(strip[0]?.rows[0]).toBeGreaterThan(0);
  expect(strip.at(-1)?.rows[1]).toBeGreaterThan(0);
});
