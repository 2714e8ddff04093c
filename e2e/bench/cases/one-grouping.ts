import type { RunCase } from "#e2e/bench/bench-case.ts";
import { runPlain } from "#e2e/bench/plain-duckdb.ts";

/** One exact grouping by key that answers every number of a check: the best that one statement does. */
export const oneGrouping: RunCase = async (table) =>
  await runPlain(table, [
    {
      part: "group",
      sql: (rows) => `SELECT sum(n)::BIGINT AS rows, count(*) AS distinct_keys, count(*) FILTER (n > 1) AS duplicated_keys,
            sum(n - 1)::BIGINT AS surplus_rows, count(*) FILTER (a <> b) AS multi_partition_keys, count(*) FILTER (x <> y) AS multi_key_bytes_keys
          FROM (SELECT order_id, count(*) AS n, min(kafka_partition) AS a, max(kafka_partition) AS b, min(hash(kafka_key)) AS x, max(hash(kafka_key)) AS y
            FROM ${rows} GROUP BY order_id)`,
    },
  ]);
