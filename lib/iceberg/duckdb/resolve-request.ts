import { SINGLE_ROLES, type SingleRole } from "#lib/column-roles.ts";
import { AppError } from "#lib/errors.ts";
import type { FactsRequest } from "#lib/iceberg/contract.ts";
import { duckdbType, losesPrecision } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { resolveUnavailable, type UnavailableColumns } from "#lib/iceberg/duckdb/unavailable.ts";
import { resolveMeasure } from "#lib/iceberg/duckdb/resolve-measure.ts";
import { orUnknown, resolveColumn, type Column } from "#lib/iceberg/plan/column-path.ts";
import { findFieldById, type Schema } from "#lib/iceberg/plan/schema.ts";

/** The request's columns in the pinned snapshot's schema. */
export interface ResolvedColumns extends Record<SingleRole, Column | null> {
  key: Column[];
  lsn: Column[];
  /** A number column that is summed over the rows that are too many. */
  measure: Column | null;
  /** Why the measure that was asked for cannot be summed, naming its column and the mend; null: it can, or none is asked for. */
  notMeasured: string | null;
  unavailable: UnavailableColumns;
  /** Columns that were asked for and that the snapshot lacks, by role: what needs them is not computed. */
  missing: Partial<Record<SingleRole, string>>;
  /** Sentences on names that mean another column at the snapshot than they mean now, and on a log position that it lacks. */
  notes: string[];
}

/** The column as statements ask for it. */
export function namedField(alias: string, column: Column): NamedField {
  const field = column.path.at(-1);
  if (!field) throw new Error("a column has no path");
  return { alias, field, parents: column.path.slice(0, -1) };
}

/**
 * A name means a field of the table's current schema; the field is then looked for by id in the snapshot's own, so that a renamed column
 * reads on. A name that only the snapshot knows is taken from there, and a name that meant another field there is taken as that field, which
 * `onOther` hears of in a sentence. Throws unknown_column.
 */
export function resolveInSnapshot(current: Schema, pinned: Schema, written: string, onOther: (note: string) => void): Column {
  if (current === pinned) return resolveColumn(pinned.fields, written);
  let now: Column;
  try {
    now = resolveColumn(current.fields, written);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    return resolveColumn(pinned.fields, written);
  }
  const then = findFieldById(pinned.fields, now.id);
  if (then) return { id: now.id, written, path: then.path, type: then.field.type };
  const other = resolveColumn(pinned.fields, written);
  onOther(
    `At this snapshot ${written} was another column (field ${other.id}) than it is now (field ${now.id}); the one of the snapshot was read.`,
  );
  return other;
}

function refuseAsKey(column: Column): void {
  const kind = typeof column.type === "object" ? column.type.type : column.type;
  if (typeof column.type === "object") {
    const mend = kind === "struct" ? `Name the fields inside it, for example ${column.written}.id.` : "Choose columns with single values.";
    throw new AppError("wrong_key_type", `Column ${column.written} is a ${kind}, which cannot be a key. ${mend}`);
  }
  if (losesPrecision(column.type)) {
    throw new AppError(
      "wrong_key_type",
      `Column ${column.written} is a ${kind}: DuckDB 1.5 reads it to the microsecond only, so two keys could be taken for one. Choose another key.`,
    );
  }
  try {
    duckdbType(column.type);
  } catch (cause) {
    throw new AppError(
      "wrong_key_type",
      `Column ${column.written} is a ${kind}, which cannot be a key. Choose columns with single values.`,
      { cause },
    );
  }
}

function refuseNested(option: string, column: Column | null): void {
  if (column && typeof column.type === "object") {
    throw new AppError(
      "usage",
      `Column ${column.written}, given as ${option}, is a ${column.type.type}. Name a column with single values.`,
    );
  }
}

const TIMES = new Set(["timestamp", "timestamptz", "timestamp_ns", "timestamptz_ns", "date", "int", "long"]);

function refuseNoTime(option: string, column: Column | null): void {
  if (column && !(typeof column.type === "string" && TIMES.has(column.type))) {
    throw new AppError(
      "usage",
      `Column ${column.written}, given as ${option}, is not a time: expected a timestamp, a date or a number since the epoch.`,
    );
  }
}

/** Why a fact that needs this column is unknown: it was not given, or the snapshot lacks it. */
export function whyMissing(columns: ResolvedColumns, role: SingleRole, what: string, option: string): string {
  const written = columns.missing[role];
  return written === undefined
    ? `No ${what} column is given (${option}).`
    : `The table has no column ${written} (${option}) at this snapshot.`;
}

/**
 * A key column that the snapshot lacks is an error. Any other is left out and noted as missing, and a measure that is not a number as not measured: the
 * numbers that do not need it still stand. In: `earlier`, the table's other schemas, which tell what a column that is gone is called now. Throws unknown_column, wrong_key_type or usage, naming the column and the option.
 */
export function resolveRequest(
  request: Pick<FactsRequest, "key" | "columns" | "unavailable" | "explain">,
  current: Schema,
  pinned: Schema,
  earlier: readonly Schema[] = [],
): ResolvedColumns {
  const { columns } = request;
  const missing: ResolvedColumns["missing"] = {};
  const notes: string[] = [];
  const resolve = (written: string): Column => resolveInSnapshot(current, pinned, written, (note) => notes.push(note));
  const one = (role: SingleRole): Column | null => {
    const written = columns[role];
    if (written == null) return null;
    const found = orUnknown(() => resolve(written));
    if (found === null) missing[role] = written;
    return found;
  };
  // Its parts order rows together: without one of them the others would order wrongly.
  const resolveLsn = (): Column[] => {
    try {
      return columns.lsn.map(resolve);
    } catch (cause) {
      if (current === pinned || !(cause instanceof AppError) || cause.code !== "unknown_column") throw cause;
      notes.push(
        `At this snapshot the table lacks a column of the log position (${columns.lsn.join(", ")}), so rows were not ordered by it.`,
      );
      return [];
    }
  };
  const resolved: ResolvedColumns = {
    key: request.key.map(resolve),
    ...(Object.fromEntries(SINGLE_ROLES.map((role) => [role, one(role)])) as Record<SingleRole, Column | null>),
    lsn: resolveLsn(),
    ...resolveMeasure(request.explain?.measure ?? null, { current, pinned, earlier }, resolve),
    unavailable: resolveUnavailable(request.unavailable, resolve),
    missing,
    notes,
  };
  resolved.key.forEach(refuseAsKey);
  const twice = resolved.key.find((column, index) => resolved.key.findIndex((other) => other.id === column.id) !== index);
  if (twice) throw new AppError("usage", `Column ${twice.written} is named twice as a key. Name each column once.`);
  refuseNested("--kafka-partition", resolved.kafkaPartition);
  refuseNested("--kafka-key", resolved.kafkaKey);
  refuseNested("--kafka-offset", resolved.kafkaOffset);
  refuseNested("--kafka-topic", resolved.kafkaTopic);
  refuseNested("--op", resolved.op);
  refuseNested("--deleted", resolved.deleted);
  refuseNoTime("--event-time", resolved.eventTime);
  refuseNoTime("--source-time", resolved.sourceTime);
  return resolved;
}

/** Ids of the fields that a count reads: what the planned bytes are summed over. */
export function readFieldIds(columns: ResolvedColumns): number[] {
  const { key, kafkaPartition, kafkaKey, kafkaTopic, eventTime, op, sourceTime, deleted, unavailable } = columns;
  const read = [...key, kafkaPartition, kafkaKey, kafkaTopic, eventTime, op, sourceTime, deleted, ...unavailable.columns];
  return read.flatMap((column) => (column ? [column.id] : []));
}

/** Every column that was asked for and found, by role; the key first, then as ColumnsByRole lists them, then what is looked through. Pure. */
export function listColumns({
  key,
  unavailable,
  notMeasured: _notMeasured,
  missing: _missing,
  notes: _notes,
  ...roles
}: ResolvedColumns): { role: string; column: Column }[] {
  return Object.entries({ key, ...roles, unavailable: unavailable.columns }).flatMap(([role, found]) =>
    (Array.isArray(found) ? found : found ? [found] : []).map((column) => ({ role, column })),
  );
}
