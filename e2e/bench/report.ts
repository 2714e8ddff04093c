import type { Summary } from "#e2e/bench/summary.ts";
import { formatBytes } from "#lib/units.ts";

const BUSY_SHARE = 0.1;

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2);
}

function lines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  "),
  );
}

function parts(ofCase: Record<string, number>): string {
  return Object.entries(ofCase)
    .map(([name, milliseconds]) => `${name} ${seconds(milliseconds)}`)
    .join(", ");
}

function verdict(value: number, bar: number | null): string {
  if (bar === null) return "";
  return value <= bar ? `kept (≤ ${bar})` : `MISSED (≤ ${bar})`;
}

/** The numbers of one table for a person: times in seconds, medians over the rounds. */
export function reportSummary({ table, cases, ratios, othersShareMax }: Summary, rounds: number): string {
  const { rows, shape, bytes, truth } = table;
  const title = `${rows / 1_000_000} M rows (${formatBytes(bytes)}), ${truth.duplicated_keys} keys duplicated (${shape}); medians of ${rounds} rounds`;
  const numbers = lines([
    ["", "time s", "processor s", "peak memory"],
    ...cases.map((one) => [
      one.title,
      `${one.unended > 0 ? "> " : ""}${seconds(one.wallMs)}`,
      seconds(one.processorMs),
      formatBytes(one.residentBytesMax),
    ]),
  ]).map((line, index) => (index === 0 ? line : `${line}   ${parts(cases[index - 1]?.parts ?? {})}`));
  const compared = lines([
    ["Bergwatch's", "ratio", ""],
    ...ratios.map(({ name, value, bar }) => [name, value.toFixed(3), verdict(value, bar)]),
  ]);
  const busy =
    othersShareMax !== null && othersShareMax > BUSY_SHARE
      ? [
          `The machine was busy: other processes took up to ${Math.round(othersShareMax * 100)} % of its processors. Times are too long, ratios less so.`,
        ]
      : [];
  return [title, "", ...numbers, "", ...(ratios.length > 0 ? compared : []), ...busy, ""].join("\n");
}
