import type { TableRequest } from "#lib/iceberg/contract.ts";
import type { ExplainRequest } from "#lib/iceberg/contract-causes.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { openReading } from "#lib/iceberg/duckdb/open-reading.ts";
import { FILE, POSITION } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { someTableRequest, type RequestChanges } from "#lib/testing/facts.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import type { TestEngine } from "#lib/testing/test-engine.ts";

type Asked = Omit<RequestChanges<TableRequest>, "explain"> & { explain?: Partial<ExplainRequest> };

/** A reading of an upsert table with the key `id`, as a run opens it for its causes, unless told otherwise. */
export async function openCauseReading(engine: TestEngine, table: ModelledTable | string, asked: Asked = {}): Promise<CauseReading> {
  const explain: ExplainRequest = { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null, ...asked.explain };
  const location = typeof table === "string" ? table : table.table.directory;
  const { planned, live } = await openReading(engine.database, someTableRequest({ location, ...asked, explain }), () => {});
  return { database: engine.database, planned, live, explain };
}

/** Fills a table with `id`, `file`, `position` and `key` (as text) of all live rows whose key came more than once. */
export async function keepDuplicatedRows({ database, planned, live }: CauseReading, table: string): Promise<void> {
  const { rows } = planned;
  await database.run(`CREATE OR REPLACE TABLE ${table} AS
    SELECT md5_number(${rows.identity}) AS id, ${FILE} AS file, ${POSITION} AS position, to_json([${rows.key.map((name) => `${name}::VARCHAR`).join(", ")}])::VARCHAR AS key
    FROM (${live.sql(rows.fields, { deletes: "applied", numbered: true })}) r WHERE ${rows.inScope} AND NOT ${rows.anyKeyNull}
    QUALIFY count(*) OVER (PARTITION BY id) > 1`);
}
