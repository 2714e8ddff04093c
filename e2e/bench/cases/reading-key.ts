import type { RunCase } from "#e2e/bench/bench-case.ts";
import { runPlain } from "#e2e/bench/plain-duckdb.ts";

/** As `reading`, without the key bytes. */
export const readingKey: RunCase = async (table) =>
  await runPlain(table, [
    {
      part: "read",
      sql: (rows) => `SELECT n AS rows FROM (SELECT count(order_id) AS n, max(order_id) AS a, max(kafka_partition) AS b FROM ${rows})
          WHERE a IS NOT NULL AND b IS NOT NULL`,
    },
  ]);
