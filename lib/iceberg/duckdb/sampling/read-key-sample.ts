import type { KeySample } from "#lib/contracts/browse-documents.ts";
import type { Progress } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { isBytes, isReadable, losesPrecision } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { prepareLiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { areDeletesCheap, chooseFiles } from "#lib/iceberg/duckdb/sampling/choose-files.ts";
import { countDistinct, sampledAs } from "#lib/iceberg/duckdb/sampling/count-distinct.ts";
import { ident } from "#lib/iceberg/duckdb/sql.ts";
import { chooseSnapshot } from "#lib/iceberg/plan/choose-snapshot.ts";
import { describeTable } from "#lib/iceberg/plan/describe-table.ts";
import type { LiveFiles } from "#lib/iceberg/plan/entries.ts";
import { leafColumns } from "#lib/iceberg/plan/leaf-columns.ts";
import { locateTable, type LocatedTable } from "#lib/iceberg/plan/locate.ts";
import { readLiveFiles } from "#lib/iceberg/plan/manifests.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";
import { findFieldById, type Schema } from "#lib/iceberg/plan/schema.ts";
import type { LeafColumn } from "#lib/layouts/leaf-column.ts";
import { pairsWorthTrying, suggestFromSample, type SampledColumns } from "#lib/layouts/suggest-from-sample.ts";
import { keyCandidates } from "#lib/layouts/suggest-keys.ts";
import { AppError } from "#lib/errors.ts";

export interface KeySampleRequest {
  /** A `….metadata.json` file or a table directory. */
  location: string;
  relocated: boolean;
  /** The last level of the table's name. */
  name: string;
  rowsMax: number;
}

type Report = (progress: Progress) => void;

/** Of the sampled rows; each statement reads it again. */
const SAMPLE = "own_key_sample";
const COLUMNS_MAX = 200;

/**
 * How unique the values of single columns are in a few rows of the table, spread over its commits, and the keys that this speaks for. Deletes
 * are applied where they are small. Throws as locateTable and readLiveFiles do, and table_* for a data file that cannot be read.
 */
export async function readKeySample(database: Database, request: KeySampleRequest, report: Report): Promise<KeySample> {
  const from = performance.now();
  report({ phase: "planning", detail: `reading the metadata of ${request.location}` });
  const table = await locateTable(database, request.location, request.relocated);
  const { metadata } = table;
  const pinned = chooseSnapshot(metadata, { by: "current" });
  const schema = pinned?.schema ?? metadata.currentSchema;
  const described = describeTable(metadata, { location: request.location, name: request.name });
  const all = leafColumns(schema.fields);
  const suggestable = {
    columns: all,
    identifierColumns: described.identifierColumns,
    name: request.name,
    recognised: described.recognised,
  };
  const columns = sampledColumns(all, keyCandidates(suggestable));
  if (columns.length === 0)
    throw new AppError(
      "table_unsupported",
      `${request.location} has no column with single values that can be counted, so none can be its key. Values in lists and maps cannot be keys.`,
    );
  if (pinned) report({ phase: "planning", detail: `reading the manifests of snapshot ${pinned.snapshot["snapshot-id"]}` });
  const live = pinned ? await readFiles(database, table, pinned.manifestList, columns) : NO_FILES;
  const { files, rowsOfEach } = chooseFiles(live.data, request.rowsMax);
  const withDeletes = areDeletesCheap(live.deletes);
  report({ phase: "sampling", detail: `reading a few rows of ${files.length} of ${live.data.length} data files` });
  const chosen: LiveFiles = { data: files, deletes: withDeletes ? live.deletes : [], doubts: [] };
  await takeRows(database, { table, schema, live: chosen, columns, rowsOfEach });
  report({ phase: "counting", detail: `counting the values of ${columns.length} columns` });
  const count = async (combinations: string[][]): Promise<SampledColumns[]> => await countDistinct(database, SAMPLE, columns, combinations);
  const single = await count(columns.map(({ written }) => [written]));
  const several = await count(pairsWorthTrying(suggestable, described.keys, single));
  await database.drop(SAMPLE);
  const rows = single[0]?.rows ?? 0;
  return {
    snapshotId: pinned?.snapshot["snapshot-id"] ?? null,
    rows,
    files: files.length,
    bytesRead: files.reduce((sum, file) => sum + Math.min(file.columnBytes ?? file.sizeBytes, file.sizeBytes), 0),
    milliseconds: Math.round(performance.now() - from),
    columns: single.map(({ columns: [column = ""], ...counts }) => ({ column, ...counts })),
    keys: suggestFromSample(suggestable, described.keys, { rows, single, several, withDeletes, files: files.length }),
  };
}

const NO_FILES: LiveFiles = { data: [], deletes: [], doubts: [] };

/** Those that may be keys first; what DuckDB cannot hold, or not whole, is not counted. */
function sampledColumns(all: readonly LeafColumn[], candidates: readonly LeafColumn[]): LeafColumn[] {
  const first = new Set(candidates);
  const countable = all.filter(({ type }) => isReadable(type) && !losesPrecision(type));
  return [...countable.filter((column) => first.has(column)), ...countable.filter((column) => !first.has(column))].slice(0, COLUMNS_MAX);
}

async function readFiles(
  database: Database,
  { metadata, relocate }: LocatedTable,
  list: string,
  columns: readonly LeafColumn[],
): Promise<LiveFiles> {
  const ids = columns.map(({ fieldId }) => fieldId);
  return await readLiveFiles(database, list, metadata, relocate, ids);
}

interface Taking {
  table: LocatedTable;
  schema: Schema;
  live: LiveFiles;
  columns: readonly LeafColumn[];
  rowsOfEach: number;
}

async function takeRows(database: Database, { table, schema, live, columns, rowsOfEach }: Taking): Promise<void> {
  const fields = columns.map((column, at) => fieldOf(schema, column, at));
  const rows = await prepareLiveRows(database, live, { schema, metadata: table.metadata });
  // Texts and bytes of any length as a hash of 128 bits, which no two of a hundred thousand values share.
  const taken = fields.map(({ alias, field: { type } }) => {
    if (type === "string") return `md5_number(${alias}) AS ${alias}`;
    return isBytes(type) ? `md5_number(lower(hex(${alias}))) AS ${alias}` : alias;
  });
  const select = (sql: string): string => `SELECT ${taken.join(", ")} FROM (${sql})`;
  const sqlOf = (only?: number): string => rows.sql(fields, { deletes: "applied", ...(only !== undefined && { only }) });
  try {
    await database.run(`CREATE OR REPLACE TABLE ${ident(SAMPLE)} AS ${select(sqlOf())} LIMIT 0`);
    for (const file of rows.files.keys()) await database.run(`INSERT INTO ${ident(SAMPLE)} ${select(sqlOf(file))} LIMIT ${rowsOfEach}`);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw readError(
      "A data file of the snapshot",
      "Restore it from a backup, or roll the table back to a snapshot that does not list it.",
      cause,
    );
  }
}

function fieldOf(schema: Schema, { fieldId }: LeafColumn, at: number): NamedField {
  const found = findFieldById(schema.fields, fieldId);
  if (found === null) throw new Error(`the schema has no field ${fieldId}`);
  return { alias: sampledAs(at), field: found.field, parents: found.path.slice(0, -1) };
}
