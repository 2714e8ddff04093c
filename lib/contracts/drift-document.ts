import { z } from "zod";
import { DRIFT_LABELS, PARTITIONERS } from "#lib/drift-names.ts";

const count = z.number().int().nonnegative();

/** What explains the rows of a span of time. Times are ISO 8601 in UTC. */
const Window = z.strictObject({
  /** null: no partitioner explains these rows better than chance. */
  partitioner: z.enum(PARTITIONERS).nullable(),
  /** Number of partitions; of an unexplained window the least that there can be. */
  partitionCount: count,
  /** Kafka timestamps of its first and last row; null: there are none, so that windows follow commits, or they are masked. */
  firstAt: z.iso.datetime().nullable(),
  lastAt: z.iso.datetime().nullable(),
  firstSnapshotId: z.string().nullable(),
  /** Sampled rows that it explains, and that fall into its time. */
  rows: count,
  rowsInTime: count,
});

const Topic = z.strictObject({
  /** null: the table has no topic column, and is taken for one topic's. */
  topic: z.string().nullable(),
  /** Rows looked at, and rows that there are; null: not counted. */
  sampledRows: count,
  rows: count.nullable(),
  /** In the order of their first row; those of several clients may lie over one another. */
  windows: z.array(Window),
  labels: z.array(z.enum(DRIFT_LABELS)),
  /** How many keys went from one partition to another. */
  moves: z.array(z.strictObject({ from: count, to: count, keys: count })),
  /** Rows over time, in the order of `windows`; the last count is of none of them. */
  strip: z.array(z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime(), rows: z.array(count) })),
});

/** Which partitioner and partition count explain the rows of each topic, as the command line's documents show it. */
export const DriftDocument = z.strictObject({
  topics: z.array(Topic),
  /** Topics that are not told, since there are too many. */
  otherTopics: count,
});
