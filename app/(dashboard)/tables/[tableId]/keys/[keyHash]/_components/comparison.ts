import type { SnapshotRow } from "#db/queries/snapshots.ts";
import type { ColumnDefinitions } from "#lib/contracts/table-definition.ts";
import type { SampledKey, SampleRow, TableColumn } from "#lib/iceberg/contract.ts";
import type { KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import { isMasked } from "#lib/masking.ts";
import { writtenOf } from "../../../_why/written.ts";
import { eventMoment, isBusiness, orderColumns, rolesOf, type RowRoles } from "../../sample-words.ts";
import { sideOf, unwrapRows } from "../../unwrap.ts";

/** What a cell holds: NULL is not empty text, and hidden is neither. */
export type Cell =
  | { kind: "text"; text: string; at?: string }
  | { kind: "masked"; text: string }
  | { kind: "null" }
  | { kind: "empty" }
  | { kind: "unknown" };

export interface ComparedColumn {
  name: string;
  /** As the schema writes it; null: not known. */
  type: string | null;
  /** One for each row. */
  cells: Cell[];
  differs: boolean;
}

/** How a row stands among those of its key. `tied`: it may be the right one; null: nothing is known of it. */
export type RowStanding = "winner" | "stale" | "tied" | null;

export interface Comparison {
  /** A head for each row: `Row 1`, where it lies in Kafka (empty: not known), when its event happened (ISO 8601) and how it stands. */
  heads: { title: string; where: string; at: string | null; standing: RowStanding }[];
  /** `isPhysical`: where rows lie, in which any two rows differ. */
  sections: { title: string; columns: ComparedColumn[]; isPhysical?: true }[];
  /** Business columns that differ, in order. */
  differing: string[];
}

interface ComparisonInput {
  sample: SampledKey;
  columns: ColumnDefinitions;
  schema: readonly TableColumn[] | null;
  writtenBy: readonly SnapshotRow[];
}

/** A key's rows side by side, in their order: each column of the table is a line, each row a cell of it. Pure. */
export function compareRows({ sample, columns, schema, writtenBy }: ComparisonInput): Comparison {
  const roles = rolesOf(columns);
  const rows = unwrapRows(sample.rows);
  const types = new Map((schema ?? []).map(({ name, type }) => [name.toLowerCase(), type]));
  const names = orderColumns([...new Set(rows.flatMap(({ values }) => Object.keys(values)))], schema);
  const line = (name: string): ComparedColumn =>
    compare(
      name,
      types.get(name.toLowerCase()) ?? null,
      rows.map(({ values }) => cellOf(values[name])),
    );
  const isKafka = (name: string): boolean => sideOf(name) === null && roles.kafka.has(name.toLowerCase());
  const isBefore = (name: string): boolean => sideOf(name) === "before";
  const isChange = (name: string): boolean => !isBusiness(name, roles) && !isKafka(name) && !isBefore(name);
  const business = names.filter((name) => isBusiness(name, roles)).map(line);
  const sections = [
    { title: "Business columns", columns: business },
    { title: "Before the change", columns: names.filter(isBefore).map(line) },
    { title: "Change record", columns: names.filter(isChange).map(line) },
    { title: "Kafka record", columns: kafkaLines(rows, columns, names.filter(isKafka).map(line)) },
    { title: "Iceberg", columns: icebergLines(rows, writtenBy), isPhysical: true as const },
  ];
  return {
    heads: rows.map((row, place) => ({
      title: `Row ${place + 1}`,
      where: whereOf(row, rows),
      at: eventMoment(row, roles),
      standing: standingOfRow(place, sample.verdict ?? null),
    })),
    sections: sections.filter((section) => section.columns.length > 0),
    differing: business.filter(({ differs }) => differs).map(({ name }) => name),
  };
}

/**
 * A sample with its rows earliest first, and the verdict's places with them: by event time where all have one, else by the commit that wrote them;
 * rows that are equal in it keep their order. Pure.
 */
export function orderSample<S extends SampledKey>(sample: S, columns: ColumnDefinitions): S {
  const { rows, verdict } = sample;
  const order = orderRows(rows, rolesOf(columns));
  // A place beyond the rows that are kept names none of them.
  const moved = (place: number): number => (order.includes(place) ? order.indexOf(place) : place);
  return {
    ...sample,
    rows: order.flatMap((place) => rows[place] ?? []),
    ...(verdict && {
      verdict: {
        ...verdict,
        winner: verdict.winner === null ? null : moved(verdict.winner),
        tied: verdict.tied.map(moved).toSorted((a, b) => a - b),
        deletes: verdict.deletes.map((one) => ({ ...one, names: one.names.map(moved).toSorted((a, b) => a - b) })),
      },
    }),
  };
}

function orderRows(rows: readonly SampleRow[], roles: RowRoles): number[] {
  const moments = rows.map((row) => eventMoment(row, roles));
  const places = rows.map((_, place) => place);
  if (!moments.includes(null)) return places.toSorted((a, b) => (moments[a] ?? "").localeCompare(moments[b] ?? "", "en"));
  const sequence = (place: number): number => Number(rows[place]?.sequenceNumber ?? 0);
  return places.toSorted((a, b) => sequence(a) - sequence(b));
}

/** Rows that were not looked at stand in no relation to the others. */
function standingOfRow(place: number, verdict: KeyVerdict | null): RowStanding {
  // Of a key that promises nothing every row may be right.
  if (verdict === null || place >= verdict.rowsSeen || verdict.cause === "by_design") return null;
  if (verdict.winner === null) return verdict.tied.includes(place) ? "tied" : verdict.tied.length > 0 ? "stale" : null;
  return place === verdict.winner ? "winner" : "stale";
}

/** `partition 4`, with its topic where there are several; empty: the rows have no partition. */
function whereOf({ partition, topic }: SampleRow, rows: readonly SampleRow[]): string {
  if (partition === null) return "";
  const severalTopics = new Set(rows.map((row) => row.topic)).size > 1;
  return severalTopics && topic !== null ? `${topic}, partition ${partition}` : `partition ${partition}`;
}

/** The record's coordinates, whatever their columns are called; columns that hold more than one of them follow whole. */
function kafkaLines(rows: readonly SampleRow[], columns: ColumnDefinitions, lines: readonly ComparedColumn[]): ComparedColumn[] {
  const { kafkaTopic, kafkaPartition, kafkaOffset, kafkaKey } = columns;
  const roles = [
    { name: "topic", path: kafkaTopic, read: (row: SampleRow) => row.topic },
    { name: "partition", path: kafkaPartition, read: (row: SampleRow) => row.partition },
    { name: "offset", path: kafkaOffset, read: (row: SampleRow) => row.offset },
    { name: "key bytes", path: kafkaKey, read: (row: SampleRow) => row.keyBytesHex },
  ].filter(({ path }) => path !== null);
  const told = new Set(roles.map(({ path }) => path?.replaceAll('"', "").toLowerCase()));
  const typeOf = (path: string | null): string | null =>
    lines.find(({ name }) => name.toLowerCase() === path?.replaceAll('"', "").toLowerCase())?.type ?? null;
  return [
    ...roles.map(({ name, path, read }) => {
      const cells = rows.map((row) => cellOf(name === "key bytes" ? spaced(read(row)) : read(row)));
      return compare(name, name === "key bytes" ? sayBytes(rows) : typeOf(path), cells);
    }),
    ...lines.filter(({ name }) => !told.has(name.toLowerCase())),
  ];
}

function spaced(hex: string | null): string | null {
  return hex === null || isMasked(hex) ? hex : hex.toUpperCase().replaceAll(/(..)(?=.)/g, "$1 ");
}

function sayBytes(rows: readonly SampleRow[]): string {
  const lengths = new Set(rows.flatMap(({ keyBytesHex }) => (keyBytesHex === null || isMasked(keyBytesHex) ? [] : keyBytesHex.length / 2)));
  const [only] = lengths;
  return lengths.size === 1 && only !== undefined ? `${only} ${only === 1 ? "byte" : "bytes"}` : "bytes";
}

function icebergLines(rows: readonly SampleRow[], writtenBy: readonly SnapshotRow[]): ComparedColumn[] {
  const written = rows.map((row): Cell => {
    const { by, snapshot } = writtenOf(row, writtenBy);
    if (snapshot === null) return { kind: "unknown" };
    const text = by === "compaction" ? `${snapshot.snapshotId} (a compaction)` : snapshot.snapshotId;
    return { kind: "text", text, at: snapshot.committedAt.toISOString() };
  });
  const known = (text: string | null | undefined): Cell => (text == null ? { kind: "unknown" } : { kind: "text", text });
  const lines = [
    compare("written by", "snapshot", written),
    compare(
      "data file",
      "path",
      rows.map(({ file }) => known(file)),
    ),
    compare(
      "position",
      "row of the file",
      rows.map(({ position }) => known(position)),
    ),
    compare(
      "sequence number",
      "of the data",
      rows.map(({ sequenceNumber }) => known(sequenceNumber)),
    ),
    compare(
      "partition of the file",
      "spec and values",
      rows.map(({ evidence }) => known(evidence?.scope)),
    ),
  ];
  return lines.filter(({ cells }) => cells.some(({ kind }) => kind !== "unknown"));
}

function cellOf(value: string | null | undefined): Cell {
  if (value === undefined) return { kind: "unknown" };
  if (value === null) return { kind: "null" };
  if (value === "") return { kind: "empty" };
  return isMasked(value) ? { kind: "masked", text: value } : { kind: "text", text: value };
}

function compare(name: string, type: string | null, cells: Cell[]): ComparedColumn {
  const [first, ...others] = cells.map((cell) => JSON.stringify(cell));
  return { name, type, cells, differs: others.some((cell) => cell !== first) };
}
