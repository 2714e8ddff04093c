import { z } from "zod";
import type { SampleRow } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { isReadable, shownText } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { FILE, POSITION, readFilesSql, type NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { namedField, type ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import { shortened } from "#lib/iceberg/duckdb/samples/known-texts.ts";
import type { SampleRequest } from "#lib/iceberg/duckdb/samples/sample-request.ts";
import { isInvalidText } from "#lib/iceberg/plan/read-error.ts";
import type { Column } from "#lib/iceberg/plan/column-path.ts";
import type { Field } from "#lib/iceberg/plan/schema.ts";

/** Where a row of a sampled key lies; `file` as FILE counts. */
export interface LocatedRow {
  rank: number;
  file: number;
  position: number;
  /** By field id: what the count has read already of the columns that are shown. */
  values: Record<string, string | null>;
  partition: string | null;
  key_bytes: string | null;
}

const WANTED = "own_sample_rows";

interface RoleTexts {
  fields: NamedField[];
  sql: string[];
}

function roleTexts(columns: ResolvedColumns): RoleTexts {
  const roles: [string, Column | null][] = [
    ["topic", columns.kafkaTopic],
    ["offset", columns.kafkaOffset],
  ];
  const fields: NamedField[] = [];
  const sql = roles.map(([name, column]) => {
    if (!column) return `NULL::VARCHAR AS "${name}"`;
    fields.push(namedField(`__${name}`, column));
    return `${shownText(column.type, `r.__${name}`)} AS "${name}"`;
  });
  return { fields, sql };
}

const sampleRow = z.object({
  file: count,
  position: count,
  values: z.array(z.string().nullable()),
  topic: z.string().nullable(),
  offset: z.string().nullable(),
});

/** Those of the fields whose every value in the files can be read: one text that is not UTF-8 fails its whole column. */
async function readableFields(database: Database, groups: LiveRows["groups"], fields: readonly NamedField[]): Promise<NamedField[]> {
  const readable: NamedField[] = [];
  for (const field of fields) {
    try {
      await database.run(`SELECT max(${field.alias}) FROM (${readFilesSql(groups, [field], false)})`);
      readable.push(field);
    } catch (cause) {
      if (!isInvalidText(cause)) throw cause;
    }
  }
  return readable;
}

/** As `read` gives them; of fields that hold text that is not UTF-8 in these files, no value. */
async function withoutInvalidText<T>(
  database: Database,
  groups: LiveRows["groups"],
  fields: readonly NamedField[],
  read: (readable: readonly NamedField[]) => Promise<T>,
): Promise<T> {
  try {
    return await read(fields);
  } catch (cause) {
    if (!isInvalidText(cause)) throw cause;
    return await read(await readableFields(database, groups, fields));
  }
}

/** Reads the located rows whole, only from the files that hold them. Out: by rank, each in the order given. */
export async function readSampleRows(
  database: Database,
  live: LiveRows,
  request: SampleRequest,
  wanted: readonly LocatedRow[],
): Promise<Map<number, SampleRow[]>> {
  if (wanted.length === 0) return new Map();
  const needed = new Set(wanted.map((row) => row.file));
  const groups = live.groupsOf((file) => needed.has(file));
  const shown = request.schema.fields.filter((field) => isReadable(field.type));
  const known = wanted[0]?.values ?? {};
  const unknown = shown.filter((field) => !(field.id in known));
  const fields = unknown.map((field, index) => ({ alias: `__v${index}`, field, parents: [] }));
  const roles = roleTexts(request.columns);
  const numbers = [...needed].toSorted((a, b) => a - b);
  const renumbered = new Map(numbers.map((number, index) => [number, index]));
  await createTable(
    database,
    WANTED,
    { file: "INTEGER", position: "BIGINT" },
    wanted.map((row) => [renumbered.get(row.file) ?? -1, row.position]),
  );
  const rows = await withoutInvalidText(database, groups, fields, async (readable) => {
    const texts = fields.map((field) => (readable.includes(field) ? shortened(shownText(field.field.type, `r.${field.alias}`)) : "NULL"));
    return await database.rows(
      `SELECT r.${FILE} AS file, r.${POSITION} AS position, [${texts.join(", ")}]::VARCHAR[] AS values, ${roles.sql.join(", ")}
       FROM (${readFilesSql(groups, [...readable, ...roles.fields], true)}) r SEMI JOIN ${WANTED} w ON w.file = r.${FILE} AND w.position = r.${POSITION}`,
      sampleRow,
    );
  });
  await database.drop(WANTED);
  const found = new Map(rows.map((row) => [`${numbers[row.file]} ${row.position}`, row]));
  const byRank = new Map<number, SampleRow[]>();
  for (const place of wanted) {
    const row = found.get(`${place.file} ${place.position}`);
    if (!row) continue;
    const ofKey = byRank.get(place.rank) ?? [];
    ofKey.push(toSampleRow(row, place, live, { shown, unknown }));
    byRank.set(place.rank, ofKey);
  }
  return byRank;
}

function toSampleRow(
  row: z.infer<typeof sampleRow>,
  place: LocatedRow,
  live: LiveRows,
  { shown, unknown }: { shown: readonly Field[]; unknown: readonly Field[] },
): SampleRow {
  const file = live.files[place.file];
  const read = new Map(unknown.map((field, index) => [field.id, row.values[index] ?? null]));
  return {
    values: Object.fromEntries(shown.map((field) => [field.name, read.get(field.id) ?? place.values[field.id] ?? null])),
    topic: row.topic,
    partition: place.partition,
    offset: row.offset,
    keyBytesHex: place.key_bytes,
    file: file?.path ?? null,
    position: String(place.position),
    // Files of format version 1 have none and count as 0.
    sequenceNumber: file === undefined || file.sequenceNumber === 0n ? null : String(file.sequenceNumber),
  };
}
