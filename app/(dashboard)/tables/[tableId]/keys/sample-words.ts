import type { ColumnDefinitions } from "#lib/contracts/table-definition.ts";
import type { SampledKey, SampleRow, TableColumn } from "#lib/iceberg/contract.ts";
import { isMasked } from "#lib/masking.ts";

/** What a sampled row says, in words and times. Pure. */

/** Columns by their role, as they stand among a row's values: a nested one lies in the whole column that is named here. */
export interface RowRoles {
  kafka: Set<string>;
  change: Set<string>;
  eventTime: string | null;
}

/** Which columns of the rows are Kafka's and which describe the change; names are folded. */
export function rolesOf(columns: ColumnDefinitions): RowRoles {
  const { kafkaTopic, kafkaPartition, kafkaOffset, kafkaKey, kafkaTimestamp, op, lsn, sourceTime, deleted, eventTime } = columns;
  return {
    kafka: new Set(
      [kafkaTopic, kafkaPartition, kafkaOffset, kafkaKey, kafkaTimestamp].flatMap((path) => (path === null ? [] : topColumn(path))),
    ),
    change: new Set([op, ...lsn, sourceTime, deleted].flatMap((path) => (path === null ? [] : topColumn(path)))),
    eventTime: [eventTime, kafkaTimestamp].find((path) => path !== null && !path.includes(".")) ?? null,
  };
}

/** `a` of `a.b`, folded; a name that holds a dot stands in double quotes. */
function topColumn(path: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(path)?.[1];
  return (quoted?.replaceAll('""', '"') ?? path.split(".")[0] ?? path).trim().toLowerCase();
}

/** Names of a row's columns in the order of the table's schema; those that it does not name, or without a schema, by name. */
export function orderColumns(names: readonly string[], columns: readonly TableColumn[] | null): string[] {
  const places = new Map((columns ?? []).map(({ name }, at) => [name.toLowerCase(), at]));
  const place = (name: string): number => places.get(name.toLowerCase()) ?? Number.MAX_SAFE_INTEGER;
  return names.toSorted((a, b) => place(a) - place(b) || a.localeCompare(b, "en"));
}

/** Business columns in which the rows are not all alike, in the order of the schema. */
export function differingColumns(
  rows: readonly SampleRow[],
  { kafka, change }: RowRoles,
  columns: readonly TableColumn[] | null,
): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const differing = Object.keys(first.values).filter((name) => {
    const folded = name.toLowerCase();
    if (kafka.has(folded) || change.has(folded)) return false;
    return rows.some((row) => (row.values[name] ?? null) !== (first.values[name] ?? null));
  });
  return orderColumns(differing, columns);
}

/** `4 and 10`, `4 in all rows`; with their topics where there are several. Empty without Kafka columns. */
export function sayPartitions(partitions: readonly string[]): string {
  const topics = new Set(partitions.map((pair) => pair.slice(0, Math.max(0, pair.lastIndexOf("/")))));
  const names = partitions.map((pair) => (topics.size > 1 ? pair : pair.slice(pair.lastIndexOf("/") + 1)));
  if (names.length === 0) return "";
  if (names.length === 1) return `${names[0]} in all rows`;
  const sorted = topics.size > 1 ? names : names.toSorted((a, b) => Number(a) - Number(b));
  return listNames(sorted);
}

/**
 * `4 → 10`: from the partitions of the stale rows to that of the right one. null: which is which is not known, not all rows are kept, they do
 * not differ in it, or lie in several topics.
 */
export function sayMove({ rows, rowCount, verdict }: Pick<SampledKey, "rows" | "rowCount" | "verdict">): string | null {
  const place = verdict?.winner ?? null;
  const to = place === null ? undefined : rows[place]?.partition;
  if (to == null || rows.length < rowCount || new Set(rows.map(({ topic }) => topic)).size > 1) return null;
  const from = new Set(rows.flatMap(({ partition }, at) => (at === place || partition === null || partition === to ? [] : [partition])));
  if (from.size === 0) return null;
  return `${[...from].toSorted((a, b) => Number(a) - Number(b)).join(", ")} → ${to}`;
}

/** A moment as DuckDB writes it (`2026-09-22 14:26:15.298+00`, without a zone: UTC) in ISO 8601; null: it is none, or hidden. */
export function readMoment(text: string | null | undefined): string | null {
  if (text == null || isMasked(text)) return null;
  const [, day, clock = "00:00:00", fraction = "", zone = "+00"] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d(?::?\d\d)?|Z)?)?$/.exec(text) ?? [];
  if (day === undefined) return null;
  const offset = zone === "Z" ? "Z" : zone.length === 3 ? `${zone}:00` : zone;
  const at = new Date(`${day}T${clock}${fraction.slice(0, 4)}${offset}`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** When a row's event happened, by the table's own column; null where there is none. */
export function eventMoment(row: SampleRow, { eventTime }: RowRoles): string | null {
  if (eventTime === null) return null;
  const folded = topColumn(eventTime);
  const name = Object.keys(row.values).find((one) => one.toLowerCase() === folded);
  return name === undefined ? null : readMoment(row.values[name]);
}

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** `Two rows`, `12 rows`. */
export function countRows(rows: number): string {
  return `${NUMBERS[rows] ?? rows} ${rows === 1 ? "row" : "rows"}`;
}

/** `a`, `a and b`, `a, b and 3 more` with four names at most. */
export function listNames(names: readonly string[], max = 4): string {
  const shown = names.slice(0, max);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(", ")} and ${more} more`;
  return shown.length < 2 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
