import type { ColumnDefinitions } from "#lib/contracts/table-definition.ts";
import type { SampledKey, SampleRow, TableColumn } from "#lib/iceberg/contract.ts";
import { isMasked } from "#lib/masking.ts";
import { joinWords } from "#lib/words.ts";
import { sideOf, unwrapRows } from "./unwrap.ts";

/** What a sampled row says, in words and times. Pure. */

/** Columns by their role, as they stand among a row's values: a nested one lies in the whole column that is named here. */
export interface RowRoles {
  kafka: Set<string>;
  change: Set<string>;
  /** Those of them that lie in an envelope, by their whole paths. */
  nested: Set<string>;
  eventTime: string | null;
}

/** Which columns of the rows are Kafka's and which describe the change; names are folded. */
export function rolesOf(columns: ColumnDefinitions): RowRoles {
  const { kafkaTopic, kafkaPartition, kafkaOffset, kafkaKey, kafkaTimestamp, op, lsn, sourceTime, deleted, eventTime } = columns;
  const given = (paths: readonly (string | null)[]): string[] => paths.flatMap((path) => path ?? []);
  const kafka = given([kafkaTopic, kafkaPartition, kafkaOffset, kafkaKey, kafkaTimestamp]);
  const change = given([op, ...lsn, sourceTime, deleted]);
  return {
    kafka: new Set(kafka.map(topColumn)),
    change: new Set(change.map(topColumn)),
    nested: new Set([...kafka, ...change].map((path) => path.toLowerCase()).filter((path) => sideOf(path) !== null)),
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
  const whole = (name: string): string => (sideOf(name) ?? name).toLowerCase();
  const place = (name: string): number => places.get(name.toLowerCase()) ?? places.get(whole(name)) ?? Number.MAX_SAFE_INTEGER;
  // The fields of one struct keep its own order.
  const byName = (a: string, b: string): number => (sideOf(a) !== null && whole(a) === whole(b) ? 0 : a.localeCompare(b, "en"));
  return names.toSorted((a, b) => place(a) - place(b) || byName(a, b));
}

/** Whether a column, or a field of an unwrapped envelope, is neither Kafka's, nor the change's, nor of the row before it. */
export function isBusiness(name: string, { kafka, change, nested }: RowRoles): boolean {
  const folded = name.toLowerCase();
  const side = sideOf(name);
  return side === null ? !kafka.has(folded) && !change.has(folded) : side === "after" && !nested.has(folded);
}

/** Business columns in which the rows are not all alike, in the order of the schema; an envelope is looked into. */
export function differingColumns(sampled: readonly SampleRow[], roles: RowRoles, columns: readonly TableColumn[] | null): string[] {
  const rows = unwrapRows(sampled);
  const [first] = rows;
  if (first === undefined) return [];
  const differing = Object.keys(first.values).filter((name) => {
    if (!isBusiness(name, roles)) return false;
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
export function sayMove(key: Pick<SampledKey, "rows" | "rowCount" | "verdict">): string | null {
  const move = findMove(key);
  return move && `${move.from.join(", ")} → ${move.to}`;
}

/** The same as partitions, those of the stale rows in order. */
export function findMove({
  rows,
  rowCount,
  verdict,
}: Pick<SampledKey, "rows" | "rowCount" | "verdict">): { from: string[]; to: string } | null {
  const place = verdict?.winner ?? null;
  const to = place === null ? undefined : rows[place]?.partition;
  if (to == null || rows.length < rowCount || new Set(rows.map(({ topic }) => topic)).size > 1) return null;
  const from = new Set(rows.flatMap(({ partition }, at) => (at === place || partition === null || partition === to ? [] : [partition])));
  if (from.size === 0) return null;
  return { from: [...from].toSorted((a, b) => Number(a) - Number(b)), to };
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
  const read = momentOf(row.evidence?.eventTime ?? null);
  if (read !== null) return read;
  if (eventTime === null) return null;
  const folded = topColumn(eventTime);
  const name = Object.keys(row.values).find((one) => one.toLowerCase() === folded);
  return name === undefined ? null : readMoment(row.values[name]);
}

/** Nanoseconds since the epoch in ISO 8601, to the millisecond; null: there is none, it is hidden, or no calendar has it. */
function momentOf(nanoseconds: string | null): string | null {
  if (nanoseconds === null || !/^-?\d+$/.test(nanoseconds)) return null;
  const at = new Date(Number(BigInt(nanoseconds) / 1_000_000n));
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
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
  return joinWords(shown);
}
