import { z } from "zod";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { contentHash } from "#lib/iceberg/duckdb/causes/contents.ts";
import { EVIDENCE } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { rowsAtSql } from "#lib/iceberg/duckdb/causes/rows-at.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";

/** Rows whose contents are compared: all their columns are read. */
const ROWS_MAX = 2_000_000;

/** Keys of a relation with `id` whose rows are one request sent again. In: how many rows these keys have. */
export async function countRetries({ database, planned, live }: CauseReading, ids: string, rows: number): Promise<Fact<number>> {
  if (rows === 0) return { value: 0 };
  if (rows > ROWS_MAX)
    return {
      value: null,
      reason: `Keys that are not the business key have ${rows} rows, and the contents of at most ${ROWS_MAX} are compared.`,
    };
  const content = contentHash(planned.schema, planned.columns, planned.rows.keyBytes);
  if (content === null)
    return { value: null, reason: "A column has a type that DuckDB 1.5 cannot read, so the contents of rows cannot be compared." };
  const keyBytes = planned.rows.fields.filter(({ alias }) => alias === "__key_bytes");
  const places = `(SELECT e.id, e.file, e.position FROM ${EVIDENCE} e SEMI JOIN ${ids} i ON i.id = e.id)`;
  const rowsSql = await rowsAtSql({ database, live }, places, [...content.fields, ...keyBytes]);
  const { retries } = await database.row(
    `SELECT count(*) AS retries FROM (SELECT id FROM (SELECT id, ${content.sql} AS content FROM (${rowsSql})) GROUP BY id HAVING min(content) = max(content))`,
    z.object({ retries: count }),
  );
  return { value: retries };
}
