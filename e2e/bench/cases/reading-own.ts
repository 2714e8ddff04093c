import { z } from "zod";
import type { RunCase } from "#e2e/bench/bench-case.ts";
import { benchRequest, openReader } from "#e2e/bench/read-facts.ts";
import { columnsByRole } from "#lib/column-roles.ts";
import { openReading } from "#lib/iceberg/duckdb/open-reading.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";

/** As `reading-key`, by Bergwatch's own plan: manifests and deletes read, then one statement over the same two columns. */
export const readingOwn: RunCase = async (table) => {
  const started = performance.now();
  const database = await openReader();
  const opened = performance.now();
  const { live, planned } = await openReading(
    database,
    { ...benchRequest(table), columns: columnsByRole({ kafkaPartition: "kafka_partition" }) },
    () => {},
  );
  const planEnd = performance.now();
  const { rows } = await database.row(
    `SELECT count(__k0) AS rows, max(__k0) AS a, max(__partition) AS b FROM (${live.sql(planned.rows.fields, { deletes: "applied" })})`,
    z.object({ rows: count }),
  );
  return { answer: { rows }, parts: { open: opened - started, plan: planEnd - opened, read: performance.now() - planEnd } };
};
