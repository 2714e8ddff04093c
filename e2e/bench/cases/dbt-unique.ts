import type { RunCase } from "#e2e/bench/bench-case.ts";
import { runPlain } from "#e2e/bench/plain-duckdb.ts";

/** The statement of dbt's `unique` test, which answers one number. */
export const dbtUnique: RunCase = async (table) =>
  await runPlain(table, [
    {
      part: "unique",
      sql: (rows) => `SELECT count(*) AS duplicated_keys, count(*) != 0 AS should_warn, count(*) != 0 AS should_error FROM (
          SELECT order_id AS unique_field, count(*) AS n_records FROM ${rows} WHERE order_id IS NOT NULL GROUP BY order_id HAVING count(*) > 1
          ) dbt_internal_test`,
    },
  ]);
