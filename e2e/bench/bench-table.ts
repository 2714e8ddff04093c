import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";

/**
 * `few`: one row in 1,001 repeats a key. `half`: half of the keys have two rows, as after a topic grew from 6 to 12 partitions. `deletes`: as
 * `few`, and 10,000 keys more (one for each hundred rows where these are fewer) that were upserted once, each by an equality-delete file.
 */
export const SHAPES = ["few", "half", "deletes"] as const;
export type Shape = (typeof SHAPES)[number];

/** Known from how the rows are made, not from any reading. */
export const Truth = z.strictObject({
  rows: z.number(),
  distinct_keys: z.number(),
  duplicated_keys: z.number(),
  surplus_rows: z.number(),
  multi_partition_keys: z.number(),
  multi_key_bytes_keys: z.number(),
});
export type Truth = z.infer<typeof Truth>;

/** A table that was made, as `table.json` beside it says. */
export const BenchTable = z.strictObject({
  /** Another recipe means another table. */
  recipe: z.string(),
  shape: z.enum(SHAPES),
  rows: z.number(),
  metadataFile: z.string(),
  dataFiles: z.array(z.string()),
  bytes: z.number(),
  truth: Truth,
});
export type BenchTable = z.infer<typeof BenchTable>;

/** Where the table of a shape and size lies. */
export function benchTableDirectory(shape: Shape, rows: number): string {
  return join(env().dataDir, "bench", `orders-${rows}-${shape}`);
}
