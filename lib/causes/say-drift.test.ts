import { expect, test } from "vitest";
import { explainPartitions } from "#lib/causes/drift/explain-partitions.ts";
import type { DriftRow } from "#lib/causes/drift/drift-rows.ts";
import { sayDriftSample, sayDriftTopic, sayMoves, viewFit } from "#lib/causes/say-drift.ts";
import type { DriftTopic } from "#lib/iceberg/contract-causes.ts";
import { seededNumbers, someDriftRows } from "#lib/testing/drift-rows.ts";

function explain(rows: readonly DriftRow[], timed = true): DriftTopic {
  const [topic] = explainPartitions([{ topic: "orders", rows, rowsInAll: rows.length }], { timed });
  if (!topic) throw new Error("no topic was explained");
  return topic;
}

/** Two days lie between the rows before and after each of these. */
function paused(rows: readonly DriftRow[], ...at: number[]): DriftRow[] {
  return rows.map((row, number) => {
    const days = 2 * at.filter((border) => number >= border).length;
    return { ...row, at: String(BigInt(row.at) + BigInt(days) * 86_400_000_000_000n) };
  });
}

test("counts that were raised are told with the times until which each held", () => {
  const rows = someDriftRows(900, seededNumbers(1), (row) => ({ partitioner: "murmur2", count: row < 300 ? 3 : row < 600 ? 6 : 12 }));
  expect(sayDriftTopic(explain(paused(rows, 300, 600)), "UTC")).toEqual([
    "Until Sun 1 Mar 2026, 04:59 murmur2 over 3, until Tue 3 Mar 2026, 09:59 over 6, since then over 12.",
  ]);
  expect(sayDriftTopic(explain(paused(rows, 300, 600), false), "UTC")).toEqual(["First murmur2 over 3, then over 6, then over 12."]);
});

test("a topic that was created again is told as such, since its offsets begin anew", () => {
  const rows = someDriftRows(900, seededNumbers(1), (row) => ({ partitioner: "murmur2", count: row < 400 ? 12 : 6 }));
  const anew = paused(rows, 400).map((row, number) => ({ ...row, offset: String(number < 400 ? number : number - 400) }));
  expect(sayDriftTopic(explain(anew), "UTC")).toEqual([
    "Until Sun 1 Mar 2026, 06:39 murmur2 over 12, since then over 6: offsets start again at 0, so the topic was recreated.",
  ]);
});

test("of rows that one commit brought, without a time, no order of their counts is told", () => {
  const rows = someDriftRows(400, seededNumbers(1), (row) => ({ partitioner: "murmur2", count: row % 2 === 0 ? 12 : 6 }));
  const committed = rows.map((row) => ({ ...row, at: "1772000000000000000", snapshotId: "1" }));
  expect(sayDriftTopic(explain(committed, false), "UTC")).toEqual([
    "murmur2 over 6 and 12 partitions, in an order that the rows' commits do not tell.",
  ]);
});

test("another client is told with its share and with who chooses partitions so", () => {
  const numbers = seededNumbers(3);
  const topic = explain(someDriftRows(4000, numbers, () => ({ partitioner: numbers() < 0.23 ? "crc32" : "murmur2", count: 6 })));
  expect(sayDriftTopic(topic, "UTC")[0]).toMatch(/^murmur2 over 6 partitions explains 3,\d\d\d of the 4,000 rows sampled\.$/);
  expect(sayDriftTopic(topic, "UTC")[1]).toMatch(/^2[234] % of rows by CRC32: a librdkafka producer\.$/);
});

test("a client that was there for a while is told with that while", () => {
  const numbers = seededNumbers(4);
  const topic = explain(
    someDriftRows(2000, numbers, (row) => ({ partitioner: row > 600 && row < 1200 && numbers() < 0.5 ? "fnv1a" : "murmur2", count: 6 })),
  );
  expect(sayDriftTopic(topic, "UTC")[1]).toMatch(
    /^\d+ % of rows between Sun 1 Mar 2026, 10:\d\d and Sun 1 Mar 2026, (19|20):\d\d by FNV-1a: a Sarama producer\.$/,
  );
});

test("rows that no partitioner explains are told with their number and times", () => {
  const rows = someDriftRows(400, seededNumbers(2), (row) =>
    row >= 200 && row < 230 ? { partitioner: null, count: 8, partition: row % 8 } : { partitioner: "murmur2", count: 8 },
  );
  const [, given] = sayDriftTopic(explain(rows), "UTC");
  expect(given).toMatch(
    /^No partitioner explains 2\d rows between Sun 1 Mar 2026, 03:2\d and Sun 1 Mar 2026, 03:\d\d: partitions were given explicitly, or by a rule of the client's own\.$/,
  );
});

test("many rows that nothing explains are not said to be given where their keys may have been decoded", () => {
  const rows = [0, 1].flatMap((half) =>
    someDriftRows(200, seededNumbers(4), (row) => ({ partitioner: null, count: 8, partition: (row + half) % 8 })).map((row) => ({
      ...row,
      at: String(BigInt(row.at) + BigInt(half)),
    })),
  );
  const [topic] = explainPartitions([{ topic: "orders", rows, rowsInAll: 400 }], { timed: true, raw: false });
  expect(topic && sayDriftTopic(topic, "UTC")[0]).toMatch(
    /: they are of too few keys to tell why, or the column of Kafka keys holds decoded keys and not the bytes that were sent\.$/,
  );
});

test("few rows of which nothing can be told are called so", () => {
  const rows = someDriftRows(4, seededNumbers(3), (row) => ({ partitioner: null, count: 2, partition: row % 2 }));
  expect(sayDriftTopic(explain(rows), "UTC")).toEqual([
    "No partitioner explains 4 rows between Sun 1 Mar 2026, 00:00 and Sun 1 Mar 2026, 00:03: they are too few to tell why.",
  ]);
});

test("what the sentences rest on is said, whether rows were counted or not", () => {
  const topic = explain(someDriftRows(30, seededNumbers(3), () => ({ partitioner: "murmur2", count: 6 })));
  expect(sayDriftSample(topic)).toBe("From all 30 rows with key bytes and a partition in its data files.");
  expect(sayDriftSample({ ...topic, rows: 4000 })).toContain("30 of the 4,000 rows");
  expect(sayDriftSample({ ...topic, rows: null })).toBe("From a sample of 30 rows of its data files, from all over its commits.");
});

test("moves by one rule are told by it, others and few are not", () => {
  expect(
    sayMoves([
      { from: 0, to: 6, keys: 3 },
      { from: 1, to: 7, keys: 4 },
    ]),
  ).toBe("Every one of the 7 went from partition p to p + 6, and none elsewhere.");
  expect(
    sayMoves([
      { from: 0, to: 6, keys: 30 },
      { from: 1, to: 2, keys: 1 },
    ]),
  ).toBe("30 of 31 went from partition p to p + 6.");
  expect(
    sayMoves([
      { from: 0, to: 6, keys: 3 },
      { from: 1, to: 2, keys: 4 },
    ]),
  ).toBeNull();
  expect(sayMoves([{ from: 1, to: 7, keys: 4 }])).toBeNull();
  expect(sayMoves([])).toBeNull();
});

test("a window's fit is its share of the rows of its time", () => {
  const window = {
    partitioner: "crc32",
    partitionCount: 6,
    firstAt: null,
    lastAt: null,
    firstSnapshotId: null,
    rows: 23,
    rowsInTime: 100,
  } as const;
  expect(viewFit(window)).toEqual({ client: "CRC32 mod 6", share: "23 %", from: null, to: null });
  expect(viewFit({ ...window, rows: 9999, rowsInTime: 10_000 }).share).toBe("almost 100 %");
});
