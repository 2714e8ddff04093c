import { z } from "zod";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { CAUSED } from "#lib/iceberg/duckdb/causes/classify.ts";
import { rowsAtSql } from "#lib/iceberg/duckdb/causes/rows-at.ts";
import { placeOf } from "#lib/iceberg/duckdb/causes/signatures.ts";
import { WINNERS } from "#lib/iceberg/duckdb/causes/winners.ts";
import { namedField } from "#lib/iceberg/duckdb/resolve-request.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import type { Column } from "#lib/iceberg/plan/column-path.ts";
import type { IcebergType } from "#lib/iceberg/plan/schema.ts";

/**
 * Table of the measure by key: `id` UHUGEINT, `total` (HUGEINT or DECIMAL, exact: the sum over the rows that are too many; 0 where none has a
 * value), of these rows `rows_without` (NULL), `rows_beyond` (NaN, infinite or too great to be added exactly) and `rows_small` (no 0, and rounded to
 * it), all BIGINT; `differs` BOOLEAN: the right row is undecided between rows of different values, and one of them was taken for it.
 */
export const MEASURES = "own_measures";

/** What MEASURES adds up to over the keys of each cause. */
export interface Measured {
  /** By the cause's place. */
  totals: ReadonlyMap<number, string>;
  /** Rows that are too many without a value that could be added, and keys of which another row may be right; those of keys that may repeat are not counted. */
  rowsWithout: number;
  tiedKeys: number;
  /** Sentences on how exact the sums are. */
  notes: string[];
}

const FLOAT_SCALE = 6;
const FLOAT_DIGITS = 38 - FLOAT_SCALE;

function isFloat(type: IcebergType): boolean {
  return type === "float" || type === "double";
}

/** Added up exactly: floats would give another sum for every order of the rows. */
function exactValue(type: IcebergType, sql: string): string {
  if (type === "int" || type === "long") return `${sql}::HUGEINT`;
  return isFloat(type) ? `TRY_CAST(${sql} AS DECIMAL(38, ${FLOAT_SCALE}))` : sql;
}

/**
 * Fills MEASURES with the sum over all rows of a key but the right one. In: `rows` as rankWinners takes them, WINNERS of the same keys, and the
 * resolved column. A reason, and MEASURES empty, where a sum has more than 38 digits; null: filled.
 */
export async function sumMeasure(reading: CauseReading, rows: string, measure: Column): Promise<string | null> {
  const { database } = reading;
  const read = await rowsAtSql(reading, `(SELECT id, file, position FROM ${rows})`, [namedField("__measure", measure)]);
  const surplus = "place IS DISTINCT FROM 1";
  return await unlessTooLong(measure, async () => {
    await database.run(`CREATE OR REPLACE TABLE ${MEASURES} (id UHUGEINT)`);
    await database.run(`CREATE OR REPLACE TABLE ${MEASURES} AS
      SELECT id, coalesce(sum(value) FILTER (${surplus}), 0) AS total,
        count(*) FILTER (${surplus} AND written IS NULL) AS rows_without,
        count(*) FILTER (${surplus} AND written IS NOT NULL AND value IS NULL) AS rows_beyond,
        count(*) FILTER (${surplus} AND value = 0 AND written <> 0) AS rows_small,
        count(*) FILTER (tied) > 0 AND (min(value) FILTER (tied) IS DISTINCT FROM max(value) FILTER (tied)
          OR count(value) FILTER (tied) NOT IN (0, count(*) FILTER (tied))) AS differs
      FROM (SELECT r.id, r.__measure AS written, ${exactValue(measure.type, "r.__measure")} AS value, w.place, w.tied
        FROM (${read}) r LEFT JOIN ${WINNERS} w USING (id, file, position)) GROUP BY id`);
  });
}

const ofPlace = z.object({ place: count, total: z.string(), without: count, beyond: count, small: count, tied: count });

/** Adds MEASURES up. In: CAUSED, and the column that was summed. The reason where a sum has more than 38 digits. */
export async function addMeasures({ database }: Pick<CauseReading, "database">, measure: Column): Promise<Fact<Measured>> {
  let places: z.infer<typeof ofPlace>[] = [];
  const reason = await unlessTooLong(measure, async () => {
    places = await database.rows(
      `SELECT c.place, CAST(sum(m.total) AS VARCHAR) AS total, sum(m.rows_without)::BIGINT AS without, sum(m.rows_beyond)::BIGINT AS beyond,
         sum(m.rows_small)::BIGINT AS small, count(*) FILTER (m.differs) AS tied
       FROM ${CAUSED} c JOIN ${MEASURES} m ON m.id = c.id GROUP BY c.place`,
      ofPlace,
    );
  });
  if (reason !== null) return { value: null, reason };
  const harmful = places.filter(({ place }) => place !== placeOf("by_design"));
  const sum = (of: "without" | "beyond" | "small" | "tied"): number => harmful.reduce((all, one) => all + one[of], 0);
  return {
    value: {
      totals: new Map(places.map(({ place, total }) => [place, total])),
      rowsWithout: sum("without") + sum("beyond"),
      tiedKeys: sum("tied"),
      notes: notesOf(measure, { beyond: sum("beyond"), small: sum("small"), tied: sum("tied") }),
    },
  };
}

function notesOf({ written, type }: Column, { beyond, small, tied }: { beyond: number; small: number; tied: number }): string[] {
  const rows = (many: number): string => `${many} ${many === 1 ? "row" : "rows"}`;
  return [
    ...(isFloat(type)
      ? [`Column ${written} holds floating-point numbers: its sums are of each value rounded to ${FLOAT_SCALE} decimals, and so not exact.`]
      : []),
    ...(beyond > 0
      ? [
          `${rows(beyond)} that ${beyond === 1 ? "is" : "are"} too many ${beyond === 1 ? "has" : "have"} NaN, an infinite number or one of more than ${FLOAT_DIGITS} digits in ${written}: no sum has ${beyond === 1 ? "it" : "them"}.`,
        ]
      : []),
    ...(small > 0
      ? [
          `${rows(small)} that ${small === 1 ? "is" : "are"} too many ${small === 1 ? "has" : "have"} a number in ${written} that is rounded to 0.`,
        ]
      : []),
    ...(tied > 0
      ? [
          `The right row of ${tied} ${tied === 1 ? "key" : "keys"} is undecided, and the candidates differ in ${written}. Bergwatch used the one that was written last.`,
        ]
      : []),
  ];
}

async function unlessTooLong({ written }: Column, add: () => Promise<void>): Promise<string | null> {
  try {
    await add();
    return null;
  } catch (cause) {
    if (!(cause instanceof Error && /Overflow in HUGEINT addition/.test(cause.message))) throw cause;
    return `The sum of column ${written} has more than 38 digits. Name a measure of smaller numbers.`;
  }
}
