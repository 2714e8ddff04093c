import { z } from "zod";
import type { KeyDelete } from "#lib/iceberg/contract-causes.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import {
  createDeleteFacts,
  DELETE_FACTS,
  deletedRowsSql,
  deletedSets,
  equalIn,
  equalityFiles,
  fieldsOfSets,
  runOverDeletes,
  type DeletedSet,
} from "#lib/iceberg/duckdb/causes/deleted-sets.ts";
import { createFileFacts, FILE_FACTS } from "#lib/iceberg/duckdb/causes/file-facts.ts";
import { rowsAtSql } from "#lib/iceberg/duckdb/causes/rows-at.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import { ident } from "#lib/iceberg/duckdb/sql.ts";
import { formatColumnPath } from "#lib/iceberg/plan/column-path.ts";
import { scopeSayer } from "#lib/iceberg/plan/scope-sayer.ts";
import { DELETES_KEPT_MAX } from "#lib/causes/explain-key.ts";

/** A row of a sample: the number of its key, its place among the key's sampled rows, and where it lies (FILE, POSITION). */
export interface SampledPlace {
  key: number;
  place: number;
  file: number;
  position: number;
}

const PLACES = "own_sampled_places";
const VALUES = "own_sampled_values";
/**
 * `key`, `number` of the delete file, `names`: places of the rows whose values in all its columns are the delete's; `by_row`: it has none of the
 * key's columns, so that each deleted row of the file counts by itself.
 */
const FOUND = "own_sampled_deletes";

async function findDeletes(reading: CauseReading, set: DeletedSet): Promise<void> {
  const byRow = set.ofKey.length === 0;
  const each = byRow ? set.fields.map(({ alias }) => `, d.${ident(alias)}`).join("") : "";
  const named = `coalesce(list_sort(list(DISTINCT k.place) FILTER (${equalIn(set.fields, "d", "k")})), [])`;
  await runOverDeletes(
    reading,
    `INSERT INTO ${FOUND} SELECT DISTINCT k.key, d.number, ${named} AS names, ${byRow} FROM (${deletedRowsSql(reading, set)}) d
     JOIN ${VALUES} k ON ${equalIn(byRow ? set.fields : set.ofKey, "d", "k")} GROUP BY k.key, d.number${each}`,
  );
}

/** What decides a cause comes first: a delete that has a row's own sequence number and names a row, then the newest of a scope that holds a row. */
const KEPT = `
  WITH held AS (SELECT p.key, f.sequence, f.scope FROM ${PLACES} p JOIN ${FILE_FACTS} f USING (file)),
    found AS (SELECT d.key, d.number, d.names, d.by_row, f.sequence, f.scope FROM ${FOUND} d JOIN ${DELETE_FACTS} f USING (number)),
    ranked AS (SELECT *, row_number() OVER (PARTITION BY key, scope, CASE WHEN by_row THEN names END ORDER BY sequence DESC, number) = 1 AS newest FROM found),
    placed AS (SELECT r.*, CASE
        WHEN len(names) > 0 AND EXISTS (SELECT 1 FROM held h WHERE h.key = r.key AND h.sequence = r.sequence) THEN 0
        WHEN newest AND (scope IS NULL OR EXISTS (SELECT 1 FROM held h WHERE h.key = r.key AND h.scope = r.scope)) THEN 1
        ELSE 2 END AS worth FROM ranked r)
  SELECT key, number, names FROM placed
  QUALIFY row_number() OVER (PARTITION BY key ORDER BY worth, sequence DESC, number) <= ${DELETES_KEPT_MAX}
  ORDER BY key, sequence DESC, number`;

const keptRow = z.object({ key: count, number: count, names: z.array(count) });

/** As the request writes it where it is a column of the key, else by its name. */
function columnNames({ planned }: CauseReading, fields: readonly NamedField[]): string[] {
  return fields.map(({ field, parents }) => {
    const ofKey = planned.columns.key.find(({ id }) => id === field.id);
    return ofKey?.written ?? formatColumnPath([...parents, field].map(({ name }) => name));
  });
}

/**
 * Live equality deletes for the sampled keys, by the key's number: newest first, at most twenty. Where there are more, those are kept that
 * decide a cause: of a row's own sequence number, and the newest of each partition that reaches a row. A key without deletes is left out.
 * Columns of the key are named as the request writes them. Throws table_unreadable, table_unsupported with the file.
 */
export async function readKeyDeletes(reading: CauseReading, rows: readonly SampledPlace[]): Promise<Map<number, KeyDelete[]>> {
  const { database, live, planned } = reading;
  const sets = deletedSets(reading);
  if (sets.length === 0 || rows.length === 0) return new Map();
  await createFileFacts(reading);
  await createDeleteFacts(reading);
  const places = { key: "INTEGER", place: "INTEGER", file: "INTEGER", position: "BIGINT" };
  await createTable(
    database,
    PLACES,
    places,
    rows.map(({ key, place, file, position }) => [key, place, file, position]),
  );
  await database.run(`CREATE OR REPLACE TABLE ${VALUES} AS ${await rowsAtSql(reading, PLACES, fieldsOfSets(sets))}`);
  await database.run(`CREATE OR REPLACE TABLE ${FOUND} (key INTEGER, number INTEGER, names INTEGER[], by_row BOOLEAN)`);
  for (const set of sets) await findDeletes(reading, set);
  const kept = await database.rows(KEPT, keptRow);
  for (const table of [PLACES, VALUES, FOUND]) await database.drop(table);
  const files = equalityFiles(live);
  const columns = new Map(
    sets.flatMap((set) => set.groups.flatMap(({ files }) => files.map((file) => [file, columnNames(reading, set.fields)] as const))),
  );
  const say = scopeSayer(planned.table.metadata);
  const byKey = new Map<number, KeyDelete[]>();
  for (const { key, number, names } of kept) {
    const file = files[number];
    if (!file) continue;
    const found = byKey.get(key) ?? [];
    found.push({ file: file.path, sequenceNumber: String(file.sequenceNumber), scope: say(file), columns: columns.get(file) ?? [], names });
    byKey.set(key, found);
  }
  return byKey;
}
