import { Float64, RecordBatch, Schema, Table, tableToIPC, Utf8, vectorFromArray } from "apache-arrow";
import { SERIES_META_KEY, SERIES_TEXT_COLUMNS, type Series } from "#lib/contracts/series.ts";

const TEXTS = new Set<string>(SERIES_TEXT_COLUMNS);

/** A series as an Arrow IPC stream: a column each, text as Utf8 and numbers as Float64, all nullable; the meta as JSON in the schema. */
export function encodeArrow({ meta, columns }: Series): Uint8Array<ArrayBuffer> {
  const vectors = Object.entries(columns).map(
    ([name, values]) => [name, TEXTS.has(name) ? vectorFromArray(values, new Utf8()) : vectorFromArray(values, new Float64())] as const,
  );
  const { schema, batches } = new Table(Object.fromEntries(vectors));
  const told = new Schema(schema.fields, new Map([[SERIES_META_KEY, JSON.stringify(meta)]]));
  return new Uint8Array(
    tableToIPC(
      new Table(
        told,
        batches.map(({ data }) => new RecordBatch(told, data)),
      ),
      "stream",
    ),
  );
}

/** A series as CSV with a head: times in ISO 8601, what is not known empty. Quoted as RFC 4180 says. */
export function encodeCsv({ columns }: Series): string {
  const names = Object.keys(columns);
  const rows = (columns["at"] ?? []).map((_, row) => names.map((name) => cell(name, columns[name]?.[row] ?? null)));
  return [names, ...rows].map((cells) => `${cells.map(quote).join(",")}\r\n`).join("");
}

function cell(name: string, value: number | string | null): string {
  if (value === null) return "";
  return (name === "at" || name === "first_at") && typeof value === "number" ? new Date(value).toISOString() : String(value);
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
