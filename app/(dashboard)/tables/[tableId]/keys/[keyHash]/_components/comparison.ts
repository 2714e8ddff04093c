import type { SnapshotRow } from "#db/queries/snapshots.ts";
import type { ColumnDefinitions } from "#lib/contracts/table-definition.ts";
import type { SampledKey, SampleRow, TableColumn } from "#lib/iceberg/contract.ts";
import { isMasked } from "#lib/masking.ts";
import { eventMoment, orderColumns, rolesOf, type RowRoles } from "../../sample-words.ts";

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

export interface Comparison {
  /** A head for each row: its Kafka partition, or its place; and when its event happened (ISO 8601). */
  heads: { title: string; at: string | null }[];
  sections: { title: string; columns: ComparedColumn[] }[];
  /** Business columns that differ, in order. */
  differing: string[];
}

interface ComparisonInput {
  sample: SampledKey;
  columns: ColumnDefinitions;
  schema: readonly TableColumn[] | null;
  writtenBy: readonly SnapshotRow[];
}

/** A key's rows side by side, earliest event first: each column of the table is a line, each row a cell of it. Pure. */
export function compareRows({ sample, columns, schema, writtenBy }: ComparisonInput): Comparison {
  const roles = rolesOf(columns);
  const rows = sortRows(sample.rows, roles);
  const types = new Map((schema ?? []).map(({ name, type }) => [name.toLowerCase(), type]));
  const names = orderColumns([...new Set(rows.flatMap(({ values }) => Object.keys(values)))], schema);
  const line = (name: string): ComparedColumn =>
    compare(
      name,
      types.get(name.toLowerCase()) ?? null,
      rows.map(({ values }) => cellOf(values[name])),
    );
  const isKafka = (name: string): boolean => roles.kafka.has(name.toLowerCase());
  const isChange = (name: string): boolean => roles.change.has(name.toLowerCase()) && !isKafka(name);
  const business = names.filter((name) => !isKafka(name) && !isChange(name)).map(line);
  const sections = [
    { title: "Business columns", columns: business },
    { title: "Change record", columns: names.filter(isChange).map(line) },
    { title: "Kafka record", columns: kafkaLines(rows, columns, names.filter(isKafka).map(line)) },
    { title: "Iceberg", columns: icebergLines(rows, writtenBy) },
  ];
  return {
    heads: rows.map((row, at) => ({ title: headOf(row, at, rows), at: eventMoment(row, roles) })),
    sections: sections.filter((section) => section.columns.length > 0),
    differing: business.filter(({ differs }) => differs).map(({ name }) => name),
  };
}

/** By event time where all rows have one, else by the commit that wrote them; rows that are equal in it keep their order. */
function sortRows(rows: readonly SampleRow[], roles: RowRoles): SampleRow[] {
  const moments = new Map(rows.map((row) => [row, eventMoment(row, roles)]));
  if (rows.every((row) => moments.get(row) !== null)) {
    return rows.toSorted((a, b) => (moments.get(a) ?? "").localeCompare(moments.get(b) ?? "", "en"));
  }
  return rows.toSorted((a, b) => Number(a.sequenceNumber ?? 0) - Number(b.sequenceNumber ?? 0));
}

function headOf({ partition, topic }: SampleRow, at: number, rows: readonly SampleRow[]): string {
  if (partition === null) return `Row ${at + 1}`;
  const severalTopics = new Set(rows.map((row) => row.topic)).size > 1;
  return severalTopics && topic !== null ? `${topic}, partition ${partition}` : `Partition ${partition}`;
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
  const bySequence = new Map(writtenBy.map((snapshot) => [String(snapshot.sequenceNumber), snapshot]));
  const written = rows.map((row): Cell => {
    const snapshot = bySequence.get(row.sequenceNumber ?? "");
    return snapshot ? { kind: "text", text: snapshot.snapshotId, at: snapshot.committedAt.toISOString() } : { kind: "unknown" };
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
