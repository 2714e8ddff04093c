import type { ChartRow } from "./series-chart.client.tsx";

/** Stretches of rows that have a value. Pure. */
export function splitRows(rows: readonly ChartRow[], key: string): ChartRow[][] {
  const parts: ChartRow[][] = [[]];
  for (const row of rows) {
    if (row[key] == null) parts.push([]);
    else parts.at(-1)?.push(row);
  }
  return parts.filter((part) => part.length > 0);
}

/** A row's value as a span; a number's begins at 0. Pure. */
export function spanOf(row: ChartRow, key: string): [number, number] {
  const value = row[key];
  if (Array.isArray(value)) return value;
  return typeof value === "number" ? [0, value] : [0, 0];
}
