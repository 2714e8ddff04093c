import { z } from "zod";
import { CAUSED } from "#lib/iceberg/duckdb/causes/classify.ts";
import { EVIDENCE } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { rowsAtSql } from "#lib/iceberg/duckdb/causes/rows-at.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { FILE, POSITION } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { groupByKey, SUSPECTS, suspectsSql } from "#lib/iceberg/duckdb/profile/two-phases.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";

/** The keys of the sample: rows of CAUSED. */
export const CHOSEN = "own_chosen_keys";

const PLACES = "own_chosen_places";

/**
 * Fills CHOSEN with at most `keysMax` keys, and SUSPECTS and KEYS with theirs alone. Each cause has its share: the worst of each, then the second
 * of each, and so on. Worst has most rows; of equals those whose rows lie in few and early files, then by id: the same for the same files.
 */
export async function chooseKeys(
  database: Database,
  live: LiveRows,
  { rows, allKeys, keysMax }: { rows: RowColumns; allKeys: boolean; keysMax: number },
): Promise<void> {
  const causes = await database.rows(`SELECT DISTINCT place FROM ${CAUSED} ORDER BY place`, z.object({ place: count }));
  const order = "n DESC, last_file, first_file, id";
  const worst = causes.map(
    ({ place }) =>
      `SELECT *, row_number() OVER (ORDER BY ${order}) AS turn FROM (SELECT * FROM ${CAUSED} WHERE place = ${place} ORDER BY ${order} LIMIT ${keysMax})`,
  );
  const none = `SELECT *, 0 AS turn FROM ${CAUSED} WHERE false`;
  await database.run(
    `CREATE OR REPLACE TABLE ${CHOSEN} AS SELECT * FROM (${[none, ...worst].join(" UNION ALL ")}) ORDER BY turn, place LIMIT ${keysMax}`,
  );
  if (allKeys)
    await database.run(`CREATE OR REPLACE TABLE ${SUSPECTS} AS SELECT s.* FROM ${SUSPECTS} s SEMI JOIN ${CHOSEN} c ON c.id = s.id`);
  else await readChosen(database, live, rows);
  await groupByKey(database, rows);
}

/** The rows of the chosen keys, from the files that hold them. */
async function readChosen(database: Database, live: LiveRows, rows: RowColumns): Promise<void> {
  await database.run(
    `CREATE OR REPLACE TABLE ${PLACES} AS SELECT e.file, e.position, e.file AS ${FILE}, e.position AS ${POSITION} FROM ${EVIDENCE} e SEMI JOIN ${CHOSEN} c ON c.id = e.id`,
  );
  await database.run(suspectsSql(`(${await rowsAtSql({ database, live }, PLACES, rows.fields)}) r`, rows, null));
  await database.drop(PLACES);
}
