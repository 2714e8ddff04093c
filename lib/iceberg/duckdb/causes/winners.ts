import { ordersByLog, type CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { createFileFacts, FILE_FACTS } from "#lib/iceberg/duckdb/causes/file-facts.ts";
import { readPositionSql } from "#lib/iceberg/duckdb/causes/log-position-sql.ts";
import { rowOrder, type RowOrder } from "#lib/iceberg/duckdb/causes/row-order.ts";
import { rowsAtSql } from "#lib/iceberg/duckdb/causes/rows-at.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import type { WinnerRule } from "#lib/names.ts";

/**
 * Table of the right row of each key: `id` UHUGEINT, `file` INTEGER, `position` BIGINT, `place` BIGINT (1: the row that the others are held
 * against), `tied` BOOLEAN (it is undecided between this row and others of the table), `rule` VARCHAR (WinnerRule: the one that left this row
 * alone; `undecided` where it is tied). A key has one row, or all that are tied; a row that is not here is stale.
 */
export const WINNERS = "own_winners";

/** One rule: rows that another one beats by it are dropped. */
interface Stage {
  rule: WinnerRule;
  /** The greatest stays. NULL loses to any value. */
  value: string;
  /** Only rows that are equal in these are compared; a row for which `alone` holds is compared with none. */
  within: readonly string[];
  alone?: string;
}

/** Log positions of several kinds say nothing of one another, nor does a text that is no position; NULL loses to either. */
function logStages(at: number): Stage[] {
  const position = `lsn${at}`;
  return [
    { rule: "log_position", value: `(CASE WHEN ${position}_text IS NOT NULL THEN 1 END)`, within: [] },
    { rule: "log_position", value: `${position}.value`, within: [`${position}.kind`], alone: `${position}.value IS NULL` },
  ];
}

function stagesOf(order: RowOrder, byLog: boolean): Stage[] {
  const log: Stage[] = [
    ...(order.op ? [{ rule: "only_streamed", value: "(CASE WHEN op = 'r' THEN 0 ELSE 1 END)", within: [] } as const] : []),
    ...order.lsn.flatMap((_, at) => logStages(at)),
    ...(order.sourceTime ? [{ rule: "source_time", value: "source_time", within: [] } as const] : []),
  ];
  return [
    ...(byLog ? log : []),
    ...(order.eventTime ? [{ rule: "event_time", value: "event_time", within: [] } as const] : []),
    ...(order.offset && order.partition
      ? [
          {
            rule: "offset",
            value: "kafka_offset",
            within: ["topic", "kafka_partition"],
            alone: "kafka_partition IS NULL OR kafka_offset IS NULL",
          } as const,
        ]
      : []),
    ...(order.partition
      ? [{ rule: "partition", value: "kafka_partition", within: ["topic"], alone: "kafka_partition IS NULL" } as const]
      : []),
  ];
}

/** SQL over `from` that drops the rows which the stage's rule beats, and says so in `rule` of those that stay. */
function stageSql({ rule, value, within, alone }: Stage, from: string, best: "max" | "min"): string {
  if (within.length === 0) {
    // Most rows are dropped here, and a grouping takes a third of the time of a window.
    const of = `SELECT id, ${best}(${value}) AS best, (min(${value}) IS DISTINCT FROM max(${value}) OR count(${value}) NOT IN (0, count(*))) AS decided FROM ${from} GROUP BY id`;
    return `SELECT r.* REPLACE (CASE WHEN b.decided THEN '${rule}' ELSE r.rule END AS rule)
      FROM ${from} r JOIN (${of}) b ON b.id = r.id WHERE b.best IS NULL OR ${value} = b.best`;
  }
  const beaten = `NOT (${alone ?? "false"}) AND best IS NOT NULL AND ${value} IS DISTINCT FROM best`;
  const judged = `SELECT *, ${best}(${value}) OVER (PARTITION BY ${["id", ...within].join(", ")}) AS best FROM ${from}`;
  return `SELECT * EXCLUDE (best, beaten, decided) REPLACE (CASE WHEN decided THEN '${rule}' ELSE rule END AS rule)
    FROM (SELECT *, bool_or(beaten) OVER (PARTITION BY id) AS decided FROM (SELECT *, (${beaten}) AS beaten FROM (${judged}))) WHERE NOT beaten`;
}

function columnsSql(order: RowOrder): string {
  const columns = [
    `${order.topic ?? "NULL::VARCHAR"} AS topic`,
    `${order.partition ?? "NULL::HUGEINT"} AS kafka_partition`,
    `${order.offset ?? "NULL::HUGEINT"} AS kafka_offset`,
    `${order.eventTime ?? "NULL::HUGEINT"} AS event_time`,
    `${order.sourceTime ?? "NULL::HUGEINT"} AS source_time`,
    `${order.op ?? "NULL::VARCHAR"} AS op`,
    ...order.lsn.flatMap((sql, at) => [`${sql} AS lsn${at}_text`, `${readPositionSql(sql)} AS lsn${at}`]),
  ];
  return columns.join(", ");
}

/**
 * Finds the right row of each key among `rows`, a relation with `id`, `file` and `position` (FILE, POSITION) of all rows of some keys, and fills
 * WINNERS and FILE_FACTS. The same as findWinner and survivorOf of lib/causes/winner.ts, which a test holds equal: rules are asked one after another, each of
 * the rows that the last one left. In CDC's order (kind `cdc`, or op, LSN or source time are given) whether the row was streamed (op is not
 * `r`), each log position as numbers of its kind, the source time; then of any the event time; then the offset within one (topic, partition),
 * then the partition within one topic. `first` keeps the earliest by the same rules; a NULL time or log position never
 * wins against a value, and a NULL offset or partition decides nothing. Of tied rows place 1 has
 * the one with the greatest data sequence number, then file path, then position.
 */
export async function rankWinners(reading: CauseReading, rows: string): Promise<void> {
  const { database, planned, explain } = reading;
  const order = rowOrder(planned.columns);
  await createFileFacts(reading);
  const types = { id: "UHUGEINT", file: "INTEGER", position: "BIGINT", place: "BIGINT", tied: "BOOLEAN", rule: "VARCHAR" };
  await createTable(database, WINNERS, types, []);
  const read = await rowsAtSql(reading, rows, order.fields);
  let from = "own_ordered_rows";
  await database.run(
    `CREATE OR REPLACE TABLE ${from} AS SELECT id, file, position, 'undecided' AS rule, ${columnsSql(order)} FROM (${read}) r`,
  );
  // A table for each step: one statement of all steps would work out each value anew in every step.
  for (const [at, stage] of stagesOf(order, ordersByLog(reading)).entries()) {
    const left = await keepUnsettled(database, at, stageSql(stage, from, explain.keep === "last" ? "max" : "min"));
    await database.drop(from);
    from = left;
  }
  await database.run(`INSERT INTO ${WINNERS}
    SELECT id, file, position, row_number() OVER (PARTITION BY id ORDER BY f.sequence DESC, f.path DESC, position DESC, file DESC), count(*) OVER (PARTITION BY id) > 1, 'undecided'
    FROM ${from} JOIN ${FILE_FACTS} f USING (file)`);
  await database.drop(from);
}

/** Runs a step: rows that are alone of their key go into WINNERS, the others stay for the next step. Out: their table. */
async function keepUnsettled(database: CauseReading["database"], step: number, sql: string): Promise<string> {
  const [all, left] = [`own_left_by_${step}`, `own_unsettled_${step}`];
  await database.run(`CREATE OR REPLACE TABLE ${all} AS ${sql}`);
  await database.run(
    `INSERT INTO ${WINNERS} SELECT id, any_value(file), any_value(position), 1, false, any_value(rule) FROM ${all} GROUP BY id HAVING count(*) = 1`,
  );
  await database.run(
    `CREATE OR REPLACE TABLE ${left} AS SELECT a.* FROM ${all} a SEMI JOIN (SELECT id FROM ${all} GROUP BY id HAVING count(*) > 1) m ON m.id = a.id`,
  );
  await database.drop(all);
  return left;
}
