import { bytesOf, microsecondsOf, type DriftRow } from "#lib/causes/drift/drift-rows.ts";
import { partitionOf } from "#lib/causes/partitioners/registry.ts";
import type { DriftTopic, DriftWindow } from "#lib/iceberg/contract-causes.ts";
import type { DriftLabel } from "#lib/drift-names.ts";

/** Of a row of the key; `at` null: its time is not known, so that any window may be its own. */
export type KeyRow = Pick<DriftRow, "partition" | "keyBytesHex"> & { at: string | null };

/**
 * How the rows of one key came to lie in several partitions of its topic, by the topic's windows: the fewest clients that explain all its rows,
 * and of those the fewest counts. A row that no window explains makes it `explicit` where the topic has rows of that kind at its time,
 * else `unexplained`. null: all rows lie in one partition. In: rows of one topic, with key bytes that are not empty. Pure.
 */
export function labelKey(rows: readonly KeyRow[], topic: Pick<DriftTopic, "windows" | "labels">): DriftLabel | null {
  if (new Set(rows.map(({ partition }) => partition)).size < 2) return null;
  const explained = rows.map((row) => topic.windows.filter((window) => explains(window, row)));
  const open = rows.filter((_, index) => explained[index]?.length === 0);
  if (open.length > 0) {
    const given =
      topic.labels.includes("explicit") &&
      open.some((row) => topic.windows.some((window) => window.partitioner === null && holds(window, row)));
    return given ? "explicit" : "unexplained";
  }
  if (!isOneClient(explained)) return "another_client";
  return topic.labels.includes("topic_recreated") && !topic.labels.includes("count_raised") ? "topic_recreated" : "count_raised";
}

function isOneClient(explained: readonly (readonly DriftWindow[])[]): boolean {
  const clients = new Set(explained.flat().map(({ partitioner }) => partitioner));
  return [...clients].some((client) => explained.every((windows) => windows.some(({ partitioner }) => partitioner === client)));
}

function explains(window: DriftWindow, row: KeyRow): boolean {
  const { partitioner, partitionCount } = window;
  return partitioner !== null && holds(window, row) && partitionOf(partitioner, bytesOf(row.keyBytesHex), partitionCount) === row.partition;
}

/** Times of windows are whole milliseconds, rounded outwards. */
function holds({ firstAt, lastAt }: DriftWindow, { at }: KeyRow): boolean {
  if (at === null || firstAt === null || lastAt === null) return true;
  const milliseconds = microsecondsOf(at) / 1000;
  return milliseconds >= Date.parse(firstAt) && milliseconds <= Date.parse(lastAt);
}
