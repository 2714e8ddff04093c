import type { ParquetNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";

const WHOLE = /^U?(TINYINT|SMALLINT|INTEGER|BIGINT)$/;

/**
 * As what a file may store a column, by the column's type: the same type, narrower ones, and what old writers took for it. DuckDB would cast
 * others too, and lose something on the way: a fraction, digits, the difference between 7 and 007. Types that are not listed are not lossy.
 */
const STORED_AS: [type: RegExp, stored: RegExp][] = [
  [/^(int|long)$/, WHOLE],
  [/^float$/, /^FLOAT$/],
  [/^double$/, /^(FLOAT|DOUBLE)$/],
  [/^boolean$/, /^BOOLEAN$/],
  [/^date$/, /^DATE$/],
  [/^time$/, /^TIME/],
  [/^timestamp/, /^(TIMESTAMP|DATE$)/],
];

function scaleOf(decimal: string): string | undefined {
  return /^decimal\(\s*\d+\s*,\s*(\d+)\s*\)$/i.exec(decimal)?.[1];
}

/** True when every value that the file stores has a value of its own in the column's type. A file that does not tell its types passes. */
export function isStoredWithoutLoss({ storedAs, logicalType }: ParquetNode, type: string): boolean {
  if (storedAs === null) return true;
  const scale = scaleOf(type);
  if (scale !== undefined) return scaleOf(storedAs) === scale;
  const nanoseconds = storedAs === "TIMESTAMP_NS" || (logicalType ?? "").includes("NANOS=NanoSeconds");
  if (nanoseconds && /^(timestamp|timestamptz|time)$/.test(type)) return false;
  const rule = STORED_AS.find(([of]) => of.test(type));
  return rule === undefined || rule[1].test(storedAs);
}
