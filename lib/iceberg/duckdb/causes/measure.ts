import { z } from "zod";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { rowsAtSql } from "#lib/iceberg/duckdb/causes/rows-at.ts";
import { WINNERS } from "#lib/iceberg/duckdb/causes/winners.ts";
import { namedField, whyMissing } from "#lib/iceberg/duckdb/resolve-request.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import type { IcebergType } from "#lib/iceberg/plan/schema.ts";

/**
 * Table of the measure by key: `id` UHUGEINT, `total` (HUGEINT or DECIMAL, exact: the sum over the rows that are too many; 0 where none has a
 * value), `rows_without` BIGINT (rows of these without a value).
 */
export const MEASURES = "own_measures";

export interface Measured {
  /** As the request writes it. */
  column: string;
  /** Keys whose right row is undecided between rows of different values: one of them was taken for it. */
  tiedKeys: number;
  /** Sentences on how exact the sums are. */
  notes: string[];
}

const FLOAT_SCALE = 6;

/** Added up exactly: floats would give another sum for every order of the rows. */
function exactValue(type: IcebergType, sql: string): { value: string; isFloat: boolean } {
  if (type === "int" || type === "long") return { value: `${sql}::HUGEINT`, isFloat: false };
  const isFloat = type === "float" || type === "double";
  return { value: isFloat ? `TRY_CAST(${sql} AS DECIMAL(38, ${FLOAT_SCALE}))` : sql, isFloat };
}

function notesOf(column: string, isFloat: boolean, tiedKeys: number): string[] {
  return [
    ...(isFloat
      ? [
          `Column ${column} holds floating-point numbers: its sums are of each value rounded to ${FLOAT_SCALE} decimals, and so not exact; what is no such number counts as a row without a value.`,
        ]
      : []),
    ...(tiedKeys > 0
      ? [
          `Of ${tiedKeys} ${tiedKeys === 1 ? "key" : "keys"} it is undecided which row is right, and these rows differ in ${column}: the last written of them was taken for the right one.`,
        ]
      : []),
  ];
}

/**
 * Fills MEASURES with the sum over all rows of a key but the right one. In: `rows` as rankWinners takes them, and WINNERS of the same keys.
 * null with the reason, and MEASURES empty, where the snapshot lacks the column or a sum has more than 38 digits.
 */
export async function sumMeasure(reading: CauseReading, rows: string): Promise<Fact<Measured>> {
  const { database, planned } = reading;
  const { measure } = planned.columns;
  await database.run(`CREATE OR REPLACE TABLE ${MEASURES} (id UHUGEINT, total HUGEINT, rows_without BIGINT)`);
  if (!measure) return { value: null, reason: whyMissing(planned.columns, "measure", "measure", "--measure") };
  const { value, isFloat } = exactValue(measure.type, "r.__measure");
  const read = await rowsAtSql(reading, `(SELECT id, file, position FROM ${rows})`, [namedField("__measure", measure)]);
  try {
    await database.run(`CREATE OR REPLACE TABLE ${MEASURES} AS
      SELECT id, coalesce(sum(value) FILTER (place IS DISTINCT FROM 1), 0) AS total,
        count(*) FILTER (place IS DISTINCT FROM 1 AND value IS NULL) AS rows_without,
        count(*) FILTER (tied) > 0 AND (min(value) FILTER (tied) IS DISTINCT FROM max(value) FILTER (tied)
          OR count(value) FILTER (tied) NOT IN (0, count(*) FILTER (tied))) AS differs
      FROM (SELECT r.id, ${value} AS value, w.place, w.tied FROM (${read}) r LEFT JOIN ${WINNERS} w USING (id, file, position)) GROUP BY id`);
  } catch (cause) {
    if (!(cause instanceof Error && /Overflow in HUGEINT addition/.test(cause.message))) throw cause;
    return { value: null, reason: `The sum of column ${measure.written} has more than 38 digits.` };
  }
  const { tied } = await database.row(`SELECT count(*) FILTER (differs) AS tied FROM ${MEASURES}`, z.object({ tied: count }));
  return { value: { column: measure.written, tiedKeys: tied, notes: notesOf(measure.written, isFloat, tied) } };
}
