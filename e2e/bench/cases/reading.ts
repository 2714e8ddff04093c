import type { RunCase } from "#e2e/bench/bench-case.ts";
import { runPlain } from "#e2e/bench/plain-duckdb.ts";

/** What no check can avoid: every value of its columns is read once. `max` keeps the reader from answering by statistics. */
export const reading: RunCase = async (table) =>
  await runPlain(table, [
    {
      part: "read",
      sql: (
        rows,
      ) => `SELECT n AS rows FROM (SELECT count(order_id) AS n, max(order_id) AS a, max(kafka_partition) AS b, max(kafka_key) AS c FROM ${rows})
          WHERE a IS NOT NULL AND b IS NOT NULL AND c IS NOT NULL`,
    },
  ]);
