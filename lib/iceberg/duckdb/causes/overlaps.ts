import { z } from "zod";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { EVIDENCE, OP } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { FEATURES_TABLE } from "#lib/iceberg/duckdb/causes/key-features.ts";
import { hiddenPayload, payloadOf } from "#lib/iceberg/duckdb/payload.ts";
import { rowsAtSql } from "#lib/iceberg/duckdb/causes/rows-at.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import { comparedOf, EVENTS, overlapsSql } from "#lib/iceberg/duckdb/snapshot-overlap.ts";

/** Table by key with one snapshot read and changes beside it: the columns of overlapsSql. */
export const OVERLAPS = "own_overlaps";

/** Fills OVERLAPS, reading payloads and log positions of such keys alone. Without an op it stays empty. */
export async function readOverlaps(reading: CauseReading): Promise<void> {
  const { database, planned } = reading;
  await database.run(
    `CREATE OR REPLACE TABLE ${OVERLAPS} (id UHUGEINT, overlapping BOOLEAN, lacks_payload BOOLEAN, lacks_position BOOLEAN)`,
  );
  if (planned.columns.op === null) return;
  await database.run(`CREATE OR REPLACE TABLE ${EVENTS} AS SELECT e.id, e.file, e.position, e.op = ${OP.read} AS is_read FROM ${EVIDENCE} e
    SEMI JOIN (SELECT id FROM ${FEATURES_TABLE} WHERE reads = 1 AND changes > 0) f ON f.id = e.id WHERE e.op IN (${OP.read}, ${OP.change})`);
  const compared = comparedOf(planned.schema, planned.columns);
  await database.run(`INSERT INTO ${OVERLAPS} ${overlapsSql(await rowsAtSql(reading, EVENTS, compared.fields), compared)}`);
  await database.drop(EVENTS);
}

/** Keys that a snapshot and a stream both brought. In: FEATURES_TABLE and OVERLAPS. */
export async function countOverlaps({ database, planned }: CauseReading): Promise<Fact<number>> {
  const { reads, overlapping, open } = await database.row(
    `SELECT count(*) FILTER (f.reads > 1) AS reads, count(*) FILTER (f.reads = 1 AND o.overlapping) AS overlapping,
       count(*) FILTER (f.reads = 1 AND o.overlapping IS NULL AND o.lacks_payload) AS open
     FROM ${FEATURES_TABLE} f LEFT JOIN ${OVERLAPS} o ON o.id = f.id`,
    z.object({ reads: count, overlapping: count, open: count }),
  );
  const { hidden } = payloadOf(planned.schema, planned.columns);
  return hidden !== null && open > 0 ? { value: null, reason: hiddenPayload(hidden) } : { value: reads + overlapping };
}
