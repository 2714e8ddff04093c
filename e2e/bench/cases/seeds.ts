import type { RunCase } from "#e2e/bench/bench-case.ts";
import { runPlain } from "#e2e/bench/plain-duckdb.ts";

const WORST = 50;

/** What people run by hand, one statement after another: rows against keys, keys in several partitions, the worst keys. */
export const seeds: RunCase = async (table) =>
  await runPlain(table, [
    { part: "rows and keys", sql: (rows) => `SELECT count(*) AS rows, count(DISTINCT order_id) AS distinct_keys FROM ${rows}` },
    {
      part: "partitions",
      sql: (rows) => `SELECT count(*) AS multi_partition_keys
          FROM (SELECT order_id FROM ${rows} GROUP BY order_id HAVING count(DISTINCT kafka_partition) > 1)`,
    },
    {
      part: "worst keys",
      sql: (
        rows,
      ) => `SELECT order_id, count(*) AS rows_, count(DISTINCT kafka_partition) AS partitions_, count(DISTINCT kafka_key) AS distinct_keys
          FROM ${rows} GROUP BY order_id HAVING count(*) > 1 ORDER BY rows_ DESC LIMIT ${WORST}`,
      check: (worst) => {
        const expected = Math.min(WORST, table.truth.duplicated_keys);
        if (worst.length !== expected || worst.some((key) => Number(key["rows_"]) !== 2))
          throw new Error(`the worst keys are ${worst.length} and not ${expected}, each with two rows`);
      },
    },
  ]);
