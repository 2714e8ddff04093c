import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import {
  createDeleteFacts,
  deletedRowsSql,
  deletedSets,
  equalIn,
  fieldsOfSets,
  runOverDeletes,
  type DeletedSet,
} from "#lib/iceberg/duckdb/causes/deleted-sets.ts";
import { FILE_FACTS } from "#lib/iceberg/duckdb/causes/file-facts.ts";
import { rowsAtSql } from "#lib/iceberg/duckdb/causes/rows-at.ts";
import { WINNERS } from "#lib/iceberg/duckdb/causes/winners.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import { ident } from "#lib/iceberg/duckdb/sql.ts";
import type { IsCompacted } from "#lib/iceberg/plan/compaction-finder.ts";

/** Table of all rows of the keys that the causes before 12 leave: `id` UHUGEINT, `file` INTEGER, `position` BIGINT. The caller fills it. */
export const LEFT = "own_left";

/**
 * Table of what deletes say of the keys of LEFT, one row a key: `id` UHUGEINT, and BOOLEANs `deleted_in_same_commit`, `deleted_elsewhere`,
 * `not_deleted` (FEATURES; NULL where a compaction erased what would tell, or may have). Where one of them is NULL, `erased`: a row lies in a file of a
 * compaction, and `expired`: of a commit that is not known.
 */
export const DELETE_FEATURES = "own_delete_features";

/** Values of the rows of LEFT by which anything is deleted, and of each one's survivor under names with SURVIVOR before them. */
const VALUES = "own_left_values";
const SURVIVOR = "s";

/**
 * Deletes for the keys of LEFT, as few rows as decide the features: `id`; `file`, `position` where a delete is for that row alone, else NULL;
 * `scope`; `sequence`, the greatest; `same`, the sequence number of a delete that also names the survivor, where a row of the key has it too.
 */
const FOUND = "own_deletes_found";
const FOUND_COLUMNS = { id: "UHUGEINT", file: "INTEGER", position: "BIGINT", scope: "INTEGER", same: "BIGINT", sequence: "BIGINT" };

async function keepValues(reading: CauseReading, sets: readonly DeletedSet[]): Promise<void> {
  const fields = fieldsOfSets(sets);
  const survivors = fields.map(({ alias }) => `s.${ident(alias)} AS ${ident(`${SURVIVOR}${alias}`)}`);
  await reading.database.run(`CREATE OR REPLACE TABLE ${VALUES} AS
    WITH r AS MATERIALIZED (${await rowsAtSql(reading, `(SELECT id, file, position FROM ${LEFT})`, fields)}),
      s AS (SELECT r.* FROM r JOIN ${WINNERS} w USING (id, file, position) WHERE w.place = 1),
      n AS (SELECT l.id, list(DISTINCT f.sequence) AS sequences FROM ${LEFT} l JOIN ${FILE_FACTS} f USING (file) GROUP BY l.id)
    SELECT r.*, ${survivors.join(", ")}, n.sequences, (r.file = s.file AND r.position = s.position) AS survives FROM r JOIN s USING (id) JOIN n USING (id)`);
}

/** A delete by columns of the key is for all its rows, so the survivor stands for them; another one is for rows whose values are all its own. */
async function findDeletes(reading: CauseReading, set: DeletedSet): Promise<void> {
  const forKey = set.ofKey.length > 0;
  const place = forKey ? "NULL::INTEGER, NULL::BIGINT" : "k.file, k.position";
  const same = `CASE WHEN list_contains(k.sequences, d.sequence) AND ${equalIn(set.fields, "d", "k", SURVIVOR)} THEN d.sequence END`;
  await runOverDeletes(
    reading,
    `INSERT INTO ${FOUND} SELECT k.id, ${place}, d.scope, ${same}, max(d.sequence) FROM (${deletedRowsSql(reading, set)}) d
     JOIN ${VALUES} k ON ${equalIn(forKey ? set.ofKey : set.fields, "d", "k")}${forKey ? " AND k.survives" : ""} GROUP BY ALL`,
  );
}

/** By FILE: `compacted` BOOLEAN; NULL: not known. */
const COMPACTIONS = "own_compactions";

/** A stale row beside what deletes say: `newest` of all for it, `here` of those that reach its file, `named` one of its own commit. */
const STALE = `
  SELECT r.id, f.sequence, c.compacted, sf.sequence AS s_sequence, sc.compacted AS s_compacted,
    coalesce(greatest(kn.newest, rn.newest) > f.sequence, false) AS is_deleted,
    coalesce(greatest(kh.newest, kg.newest, rh.newest, rg.newest) > f.sequence, false) AS is_reached,
    (ks.id IS NOT NULL OR rs.id IS NOT NULL) AS named
  FROM ${LEFT} r JOIN ${FILE_FACTS} f ON f.file = r.file JOIN ${COMPACTIONS} c ON c.file = r.file
  JOIN ${WINNERS} s ON s.id = r.id AND s.place = 1 JOIN ${FILE_FACTS} sf ON sf.file = s.file JOIN ${COMPACTIONS} sc ON sc.file = s.file
  LEFT JOIN (SELECT id, max(sequence) AS newest FROM ${FOUND} WHERE file IS NULL GROUP BY id) kn ON kn.id = r.id
  LEFT JOIN (SELECT id, scope, max(sequence) AS newest FROM ${FOUND} WHERE file IS NULL AND scope IS NOT NULL GROUP BY id, scope) kh
    ON kh.id = r.id AND kh.scope = f.scope
  LEFT JOIN (SELECT id, max(sequence) AS newest FROM ${FOUND} WHERE file IS NULL AND scope IS NULL GROUP BY id) kg ON kg.id = r.id
  LEFT JOIN (SELECT DISTINCT id, same FROM ${FOUND} WHERE file IS NULL AND same IS NOT NULL) ks ON ks.id = r.id AND ks.same = f.sequence
  LEFT JOIN (SELECT file, position, max(sequence) AS newest FROM ${FOUND} WHERE file IS NOT NULL GROUP BY file, position) rn
    ON rn.file = r.file AND rn.position = r.position
  LEFT JOIN (SELECT file, position, scope, max(sequence) AS newest FROM ${FOUND} WHERE file IS NOT NULL AND scope IS NOT NULL GROUP BY ALL) rh
    ON rh.file = r.file AND rh.position = r.position AND rh.scope = f.scope
  LEFT JOIN (SELECT file, position, max(sequence) AS newest FROM ${FOUND} WHERE file IS NOT NULL AND scope IS NULL GROUP BY file, position) rg
    ON rg.file = r.file AND rg.position = r.position
  LEFT JOIN (SELECT DISTINCT id, file, position, same FROM ${FOUND} WHERE file IS NOT NULL AND same IS NOT NULL) rs
    ON rs.file = r.file AND rs.position = r.position AND rs.same = f.sequence
  WHERE NOT (r.file = s.file AND r.position = s.position)`;

/**
 * Of each stale row; NULL where only numbers from before a compaction would tell, or may. A delete newer than a compacted row is newer than whatever
 * commit wrote it, so that only its absence is in doubt.
 */
const TRUTHS = `
  SELECT id, CASE WHEN erased IS DISTINCT FROM false THEN NULL
      WHEN s_compacted IS DISTINCT FROM false AND sequence <= s_sequence AND named THEN NULL ELSE sequence = s_sequence AND named END AS same_commit,
    CASE WHEN is_deleted THEN NOT is_reached WHEN erased IS DISTINCT FROM false THEN NULL ELSE false END AS elsewhere,
    CASE WHEN is_deleted THEN false WHEN erased IS DISTINCT FROM false THEN NULL ELSE true END AS not_deleted,
    coalesce(compacted, false) OR coalesce(s_compacted, false) AS some_compacted, compacted IS NULL OR s_compacted IS NULL AS some_expired
  FROM (SELECT *, (compacted AND (s_compacted OR s_sequence <= sequence)) AS erased FROM (${STALE}))`;

/** Whether it holds of any stale row. */
function ofAny(truth: string): string {
  return `CASE WHEN bool_or(coalesce(${truth}, false)) THEN true WHEN bool_or(${truth} IS NULL) THEN NULL ELSE false END`;
}

/** A table without a trace of deletes has nothing that a compaction could have erased: a commit that expired counts as an append there. */
async function createCompactions({ database, live }: CauseReading, { isCompacted, neverDeletes }: RewriteEvidence): Promise<void> {
  const flag = (value: boolean | null) => (value === null ? (neverDeletes === true ? 0 : null) : Number(value));
  const rows = live.files.map((file, number) => [number, flag(isCompacted(file))] as const);
  await createTable(database, COMPACTIONS, { file: "INTEGER", compacted: "BOOLEAN" }, rows);
}

/** What tells whether a compaction may have erased deletes. */
export interface RewriteEvidence {
  isCompacted: IsCompacted;
  neverDeletes: boolean | null;
}

/**
 * Fills DELETE_FEATURES from all live equality deletes, also those that reach no data file now. In: LEFT, and WINNERS of at least its keys
 * with FILE_FACTS (rankWinners). Without equality deletes no file is read. Throws table_unreadable, table_unsupported with the file.
 */
export async function findDeleteFeatures(reading: CauseReading, rewrites: RewriteEvidence): Promise<void> {
  const { database } = reading;
  const sets = deletedSets(reading);
  await createTable(database, FOUND, FOUND_COLUMNS, []);
  if (sets.length > 0) {
    await createDeleteFacts(reading);
    await keepValues(reading, sets);
    for (const set of sets) await findDeletes(reading, set);
    await database.drop(VALUES);
  }
  await createCompactions(reading, rewrites);
  const open = "(deleted_in_same_commit IS NULL OR deleted_elsewhere IS NULL OR not_deleted IS NULL)";
  await database.run(`CREATE OR REPLACE TABLE ${DELETE_FEATURES} AS
    SELECT * REPLACE (erased AND ${open} AS erased, expired AND ${open} AS expired) FROM (
      SELECT id, ${ofAny("same_commit")} AS deleted_in_same_commit, ${ofAny("elsewhere")} AS deleted_elsewhere, ${ofAny("not_deleted")} AS not_deleted,
        bool_or(some_compacted) AS erased, bool_or(some_expired) AS expired
      FROM (${TRUTHS}) GROUP BY id)`);
  for (const table of [FOUND, COMPACTIONS]) await database.drop(table);
}
