import type { ExplainRequest } from "#lib/iceberg/contract-causes.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import type { Planned } from "#lib/iceberg/duckdb/plan-run.ts";

/** What the causes of a reading are asked of. */
export interface CauseReading {
  database: Database;
  planned: Planned;
  /** Its files as FILE counts them. */
  live: LiveRows;
  explain: ExplainRequest;
}

/** Whether CDC's own order (op, log position, source time) comes before the event time. Pure. */
export function ordersByLog({ planned: { columns }, explain }: Pick<CauseReading, "planned" | "explain">): boolean {
  return explain.kind === "cdc" || columns.op !== null || columns.lsn.length > 0 || columns.sourceTime !== null;
}
