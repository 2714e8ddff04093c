import { z } from "zod";
import { FEATURES_TABLE } from "#lib/iceberg/duckdb/causes/key-features.ts";
import { leadingIds } from "#lib/iceberg/duckdb/causes/slices.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";

/** Table of keys whose key bytes are still to be read: `id`. */
export const OPEN = "own_open_keys";

/** How many key bytes are read, which takes up to 100 microseconds of processor time each: of one key, and of all. */
export interface ReadingBounds {
  pairsEach: number;
  rows: number;
}

export const READING_BOUNDS: ReadingBounds = { pairsEach: 10_000, rows: 2_000_000 };

const counted = z.object({ keys: count, rows: count, all_rows: count, most_rows: count });
type Counted = z.infer<typeof counted>;

/** What is read: how many keys OPEN has then, the rows of one on average and at most, and a sentence where a bound leaves some out. */
export interface Readings {
  keys: number;
  rowsEach: number;
  mostRows: number;
  note: string[];
}

/**
 * Takes keys out of OPEN until their rows are within the bounds, and puts those into the table of key values as unread: of all keys a share, by
 * their ids, so that a bounded reading looks like the whole.
 */
export async function chooseReadings(database: Database, values: string, bounds: ReadingBounds): Promise<Readings> {
  const all = await countRows(database, bounds);
  const left = all.rows > bounds.rows ? await leaveOut(database, values, bounds, all) : all;
  const rowsEach = left.keys === 0 ? 0 : left.all_rows / left.keys;
  return { keys: left.keys, rowsEach, mostRows: left.most_rows, note: sayLeftOut(bounds, all, left) };
}

async function countRows(database: Database, { pairsEach }: ReadingBounds): Promise<Counted> {
  return await database.row(
    `SELECT count(*) AS keys, coalesce(sum(least(f.n, ${pairsEach})), 0)::BIGINT AS rows, coalesce(sum(f.n), 0)::BIGINT AS all_rows, coalesce(max(f.n), 0) AS most_rows
     FROM ${FEATURES_TABLE} f SEMI JOIN ${OPEN} o ON o.id = f.id`,
    counted,
  );
}

async function leaveOut(database: Database, values: string, bounds: ReadingBounds, { rows }: Counted): Promise<Counted> {
  const stay = leadingIds("id", bounds.rows / rows);
  await database.run(`INSERT INTO ${values} SELECT id, NULL, false, true FROM ${OPEN} WHERE NOT (${stay})`);
  await database.run(`DELETE FROM ${OPEN} WHERE NOT (${stay})`);
  return await countRows(database, bounds);
}

function sayLeftOut({ rows, pairsEach }: ReadingBounds, all: Counted, left: Counted): string[] {
  return [
    ...(left.keys < all.keys
      ? [
          `Key bytes were decoded for ${left.keys} of the ${all.keys} keys that needed it, since at most about ${rows} rows are decoded. The others are unknown, and the numbers of keys under "Key encoding" and "Key is not the business key" are lower bounds.`,
        ]
      : []),
    ...(left.most_rows > pairsEach ? [`At most ${pairsEach} different key bytes were read of a key with more rows than that.`] : []),
  ];
}
