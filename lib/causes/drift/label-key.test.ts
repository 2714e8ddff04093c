import { expect, test } from "vitest";
import { explainPartitions } from "#lib/causes/drift/explain-partitions.ts";
import { labelKey } from "#lib/causes/drift/label-key.ts";
import type { DriftRow } from "#lib/causes/drift/drift-rows.ts";
import type { DriftTopic } from "#lib/iceberg/contract-causes.ts";
import { partitionOf } from "#lib/causes/partitioners/registry.ts";
import { DRIFT_BEGIN, seededNumbers, someDriftRows } from "#lib/testing/drift-rows.ts";
import type { Partitioner } from "#lib/drift-names.ts";

function topicOf(rows: readonly DriftRow[]): DriftTopic {
  const [topic] = explainPartitions([{ topic: null, rows, rowsInAll: rows.length }], { timed: true });
  if (!topic) throw new Error("no topic was explained");
  return topic;
}

/** Rows of the first key that lies where it shall not by chance, sent as said. */
function rowsOf(sent: readonly { partitioner: Partitioner; count: number; row: number }[]): DriftRow[] {
  for (let number = 0; ; number++) {
    const key = new TextEncoder().encode(`key-${number}`);
    const rows = sent.map(({ partitioner, count, row }) => ({
      partition: partitionOf(partitioner, key, count),
      offset: null,
      at: `${DRIFT_BEGIN + row * 60_000}000000`,
      keyBytesHex: Buffer.from(key).toString("hex"),
      snapshotId: null,
    }));
    if (new Set(rows.map(({ partition }) => partition)).size === sent.length) return rows;
  }
}

const raised = topicOf(someDriftRows(1000, seededNumbers(1), (row) => ({ partitioner: "murmur2", count: row < 500 ? 6 : 12 })));
const numbers = seededNumbers(2);
const mixed = topicOf(someDriftRows(1000, numbers, () => ({ partitioner: numbers() < 0.3 ? "crc32" : "murmur2", count: 6 })));
const given = topicOf(
  someDriftRows(1000, seededNumbers(3), (row) =>
    row % 4 === 0 ? { partitioner: null, count: 6, partition: (row >> 2) % 6 } : { partitioner: "murmur2", count: 6 },
  ),
);

test("a key that lies where the old count and where the new one says drifted since the count was raised", () => {
  const rows = rowsOf([
    { partitioner: "murmur2", count: 6, row: 100 },
    { partitioner: "murmur2", count: 12, row: 900 },
  ]);
  expect(labelKey(rows, raised)).toBe("count_raised");
  // At a time at which the old count was past, nothing explains the row.
  expect(
    labelKey(
      rows.toReversed().map((row, index) => ({ ...row, at: `${DRIFT_BEGIN + index * 60_000}000000` })),
      raised,
    ),
  ).toBe("unexplained");
});

test("a key that lies where two clients say drifted for the other client", () => {
  const rows = rowsOf([
    { partitioner: "murmur2", count: 6, row: 100 },
    { partitioner: "crc32", count: 6, row: 900 },
  ]);
  expect(labelKey(rows, mixed)).toBe("another_client");
  expect(labelKey(rows, raised)).toBe("unexplained");
});

test("a row that nothing explains was given its partition where the topic has many of that kind", () => {
  const [row, other] = rowsOf([
    { partitioner: "murmur2", count: 6, row: 100 },
    { partitioner: "crc32", count: 6, row: 500 },
  ]);
  if (!row || !other) throw new Error("no rows");
  expect(given.labels).toEqual(["explicit"]);
  expect(labelKey([row, other], given)).toBe("explicit");
});

test("rows in one partition need no explanation, and rows without a time may belong to any window", () => {
  const rows = rowsOf([
    { partitioner: "murmur2", count: 6, row: 900 },
    { partitioner: "murmur2", count: 12, row: 100 },
  ]);
  expect(labelKey(rows.slice(0, 1), raised)).toBeNull();
  expect(
    labelKey(
      rows.map((row) => ({ ...row, at: null })),
      raised,
    ),
  ).toBe("count_raised");
});
