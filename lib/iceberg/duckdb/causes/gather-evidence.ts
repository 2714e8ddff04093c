import { createEvidenceSql, type EvidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { FILE, POSITION } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { SUSPECTS } from "#lib/iceberg/duckdb/profile/two-phases.ts";

/** Makes EVIDENCE of SUSPECTS, which phase two has read with the evidence. */
export async function keepEvidence(database: Database, evidence: EvidenceColumns): Promise<void> {
  await database.run(createEvidenceSql(evidence, SUSPECTS));
}

/** Makes EVIDENCE by one more pass, over the rows whose hash is among `hashes`: SQL that gives one UBIGINT column. */
export async function readEvidence(
  database: Database,
  live: LiveRows,
  columns: RowColumns,
  evidence: EvidenceColumns,
  hashes: string,
): Promise<void> {
  const rows = live.sql([...columns.fields, ...evidence.fields], { deletes: "applied", numbered: true });
  await database.run(
    createEvidenceSql(
      evidence,
      `(SELECT ${evidence.select}, ${FILE}, ${POSITION} FROM (${rows}) r
        WHERE ${columns.inScope} AND NOT ${columns.anyKeyNull} AND ${columns.hash} IN (${hashes}))`,
    ),
  );
}
