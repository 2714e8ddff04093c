import { z } from "zod";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import { EVIDENCE, OP } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { FEATURES_TABLE } from "#lib/iceberg/duckdb/causes/key-features.ts";
import { rowsAtSql } from "#lib/iceberg/duckdb/causes/rows-at.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import { EVENTS, hiddenPayload, overlappingSql } from "#lib/iceberg/duckdb/snapshot-overlap.ts";

/** Table by key with one snapshot read and an insert: `id`, and `overlapping`: an insert's payload is that of the read. */
export const OVERLAPS = "own_overlaps";

/** Fills OVERLAPS, reading the payloads of such keys alone. In: null where there is no op, or payloads cannot be compared: then it stays empty. */
export async function readOverlaps(database: Database, live: LiveRows, payload: readonly NamedField[] | null): Promise<void> {
  await database.run(`CREATE OR REPLACE TABLE ${OVERLAPS} (id UHUGEINT, overlapping BOOLEAN)`);
  if (payload === null) return;
  await database.run(`CREATE OR REPLACE TABLE ${EVENTS} AS SELECT e.id, e.file, e.position, e.op = ${OP.read} AS is_read FROM ${EVIDENCE} e
    SEMI JOIN (SELECT id FROM ${FEATURES_TABLE} WHERE reads = 1 AND inserts > 0) f ON f.id = e.id WHERE e.op IN (${OP.read}, ${OP.insert})`);
  const rows = await rowsAtSql({ database, live }, EVENTS, payload);
  await database.run(`INSERT INTO ${OVERLAPS} SELECT e.id, bool_or(o.id IS NOT NULL) FROM ${EVENTS} e
    LEFT JOIN (${overlappingSql(rows, payload)}) o ON o.id = e.id GROUP BY e.id`);
  await database.drop(EVENTS);
}

/** Keys that a snapshot and a stream both brought. In: FEATURES_TABLE and OVERLAPS; a column that hides the payload. */
export async function countOverlaps(database: Database, hidden: string | null): Promise<Fact<number>> {
  const { reads, compared, overlapping } = await database.row(
    `SELECT count(*) FILTER (f.reads > 1) AS reads, count(*) FILTER (f.reads = 1 AND f.inserts > 0) AS compared,
       count(*) FILTER (f.reads = 1 AND o.overlapping) AS overlapping
     FROM ${FEATURES_TABLE} f LEFT JOIN ${OVERLAPS} o ON o.id = f.id`,
    z.object({ reads: count, compared: count, overlapping: count }),
  );
  if (hidden !== null && compared > 0) return { value: null, reason: hiddenPayload(hidden) };
  return { value: reads + overlapping };
}
