import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { duckdbType, isBytes } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { anyText } from "#lib/iceberg/duckdb/sql.ts";
import type { Column } from "#lib/iceberg/plan/column-path.ts";
import type { IcebergType } from "#lib/iceberg/plan/schema.ts";
import { typeName } from "#lib/iceberg/plan/table-columns.ts";

function fractionDigits(text: string): number {
  return /\.(\d*?)0*(?!\d)/.exec(text)?.[1]?.length ?? 0;
}

/** An offset from UTC behind a time of day, but for UTC's own. */
const OTHER_ZONE = /:[\d.]+\s*[+-](?!00?(?::?00)?\s*$)\d/;

function isWithinRange(type: "float" | "double", text: string): boolean {
  const value = type === "float" ? Math.fround(Number(text)) : Number(text);
  return !/\d/.test(text) || Number.isFinite(value);
}

/**
 * Whether a cast keeps all that is written. DuckDB rounds 1.5 to 2 where a whole number is asked for, drops the time of day from a date, the
 * zone from a time of a column without one, and what a column cannot hold of a fraction, and takes 1e400 for infinity: another key than the
 * person's would be found.
 */
function isWhole(type: string, text: string): boolean {
  const scale = /^decimal\(\d+,(\d+)\)$/.exec(type)?.[1];
  if (scale !== undefined) return /^\s*[+-]?(?:\d+\.?\d*|\.\d+)\s*$/.test(text) && fractionDigits(text) <= Number(scale);
  if (type === "int" || type === "long") return /^\s*[+-]?\d+\s*$/.test(text);
  if (type === "date") return /^\s*[+-]?\d+-\d+-\d+(?:\s*\(BC\))?\s*$/i.test(text);
  if (type === "float" || type === "double") return isWithinRange(type, text);
  if (type === "timestamp_ns") return fractionDigits(text) <= 9 && !OTHER_ZONE.test(text);
  if (type === "time" || type === "timestamp") return fractionDigits(text) <= 6 && !OTHER_ZONE.test(text);
  return type.startsWith("timestamp") ? fractionDigits(text) <= 6 : true;
}

function bytesConstant(type: IcebergType, text: string): string | null {
  const length = /^fixed\[(\d+)\]$/.exec(typeName(type))?.[1];
  const isHex = /^(?:[\da-f]{2})*$/i.test(text) && (length === undefined || text.length === 2 * Number(length));
  return isHex ? `from_hex('${text}')` : null;
}

async function castConstant(database: Database, type: IcebergType, text: string): Promise<string | null> {
  if (type === "string") return anyText(text);
  if (!isWhole(typeName(type), text)) return null;
  const duckdb = duckdbType(type);
  const { ok } = await database.row(`SELECT TRY_CAST(${anyText(text)} AS ${duckdb}) IS NOT NULL AS ok`, z.object({ ok: z.boolean() }));
  return ok ? `CAST(${anyText(text)} AS ${duckdb})` : null;
}

/**
 * SQL for the values of one key, each of its column's own type; any text is safe. In: one value a column, bytes in hex.
 * Throws usage where there are more or fewer, wrong_key_type where a value is none of its column's type; the value itself, which may be a
 * person's, is not in the message.
 */
export async function keyConstants(database: Database, columns: readonly Column[], values: readonly string[]): Promise<string[]> {
  if (values.length !== columns.length) {
    const names = columns.map((column) => column.written).join(", ");
    throw new AppError(
      "usage",
      `The key has ${columns.length} columns (${names}), and ${values.length} values are given. Give one for each.`,
    );
  }
  const constants: string[] = [];
  for (const [index, { type, written }] of columns.entries()) {
    const text = values[index] ?? "";
    const constant = isBytes(type) ? bytesConstant(type, text) : await castConstant(database, type, text);
    if (constant === null) {
      const how = isBytes(type) ? "Give its bytes in hex, two digits each." : "Give the value as a sampled key shows it.";
      throw new AppError("wrong_key_type", `The value for column ${written} is not a valid ${typeName(type)}. ${how}`);
    }
    constants.push(constant);
  }
  return constants;
}
