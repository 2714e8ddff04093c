import { usualReadsSql } from "#lib/iceberg/duckdb/causes/usual-reads-sql.ts";
import { nanoseconds } from "#lib/iceberg/duckdb/causes/row-order.ts";
import { namedField, type ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { FILE, POSITION } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import type { Column } from "#lib/iceberg/plan/column-path.ts";

/**
 * Table of the rows of all duplicated keys, about 60 bytes a row: `id` UHUGEINT (128 bits of the key), `file` and `position` (FILE, POSITION),
 * and the columns of EvidenceColumns that the request gives. Rows of one key are compared by them; NULL is unknown. It may hold single rows
 * whose hash is a duplicated key's: who groups by `id` leaves groups of one out. `key_reads`: true where the key bytes are the key as most clients
 * write it, else NULL.
 */
export const EVIDENCE = "own_evidence";

/** What EVIDENCE says of a row beside its place. */
const EVIDENCE_COLUMNS = ["topic", "kafka_partition", "kafka_offset", "kafka_time", "kafka_key", "key_reads", "op", "deleted"] as const;
export type EvidenceColumn = (typeof EVIDENCE_COLUMNS)[number];

/** Codes of `op`: a delete, a snapshot read (`r`), an insert or update (`c`, `u`), and any other. */
export const OP = { other: 0, delete: 1, read: 2, change: 3 } as const;

export interface EvidenceColumns {
  /** Fields that are read for the evidence alone, beside those of RowColumns. */
  fields: NamedField[];
  given: ReadonlySet<EvidenceColumn>;
  /** Columns `id`, then those given, over a row of the reading. */
  select: string;
  /** The same columns by their names. */
  names: readonly string[];
}

/** A value that is only compared with others of its key: whole numbers as they are, all else as 64 bits of it. */
export function comparable({ type }: Column, sql: string): string {
  if (type === "int" || type === "long") return sql;
  return `CASE WHEN ${sql} IS NOT NULL THEN hash(${sql}) END`;
}

/** Times of another type are compared as they are understood, as in RowEvidence: one that is not is no value. */
function comparableTime(column: Column, sql: string): string {
  const asItIs = typeof column.type === "string" && /^(int|long|date|timestamp|timestamptz)$/.test(column.type);
  return asItIs ? comparable(column, sql) : nanoseconds(column, sql);
}

function opCode(rows: RowColumns): string {
  const op = "CAST(__op AS VARCHAR)";
  return `(CASE WHEN __op IS NULL THEN NULL WHEN ${rows.ghost} THEN ${OP.delete} WHEN ${op} = 'r' THEN ${OP.read} WHEN ${op} IN ('c', 'u') THEN ${OP.change} ELSE ${OP.other} END)::UTINYINT`;
}

/** What of a row decides causes, as far as the request gives it. Empty key bytes are NULL, as ones that are not there. Pure. */
export function evidenceColumns(columns: ResolvedColumns, rows: RowColumns): EvidenceColumns {
  const fields: NamedField[] = [];
  const added = (column: Column, alias: string, sql = comparable): string => {
    fields.push(namedField(alias, column));
    return sql(column, alias);
  };
  const { kafkaTopic, kafkaPartition, kafkaOffset, kafkaTimestamp, op, deleted } = columns;
  const bytes = rows.keyBytes;
  const sql: Record<EvidenceColumn, string | null> = {
    topic: kafkaTopic && comparable(kafkaTopic, "__topic"),
    kafka_partition: kafkaPartition && comparable(kafkaPartition, "__partition"),
    kafka_offset: kafkaOffset && added(kafkaOffset, "__kafka_offset"),
    kafka_time: kafkaTimestamp && added(kafkaTimestamp, "__kafka_time", comparableTime),
    kafka_key: bytes && `CASE WHEN octet_length(${bytes}) > 0 THEN hash(${bytes}) END`,
    key_reads:
      bytes &&
      usualReadsSql(
        columns.key.map(({ type }, index) => ({ type, sql: rows.key[index] ?? "NULL" })),
        bytes,
      ),
    op: op && opCode(rows),
    deleted: deleted && `coalesce(${rows.softDeleted}, false)`,
  };
  const given = EVIDENCE_COLUMNS.filter((name) => sql[name] !== null);
  const all = [["id", `md5_number(${rows.identity})`] as const, ...given.map((name) => [name, sql[name] ?? "NULL"] as const)];
  return {
    fields,
    given: new Set(given),
    select: all.map(([name, expression]) => `${expression} AS ${name}`).join(", "),
    names: all.map(([name]) => name),
  };
}

/** SQL that makes EVIDENCE of a relation that has its columns beside FILE and POSITION. */
export function createEvidenceSql(evidence: EvidenceColumns, relation: string): string {
  return `CREATE OR REPLACE TABLE ${EVIDENCE} AS SELECT ${evidence.names.join(", ")}, ${FILE} AS file, ${POSITION} AS position FROM ${relation}`;
}
