import { columnsByRole, type SingleRole } from "#lib/column-roles.ts";
import type { FactsRequest, SnapshotChoice } from "#lib/iceberg/contract.ts";
import type { Field } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { leavesOf } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { COLUMN, keyIds, leafById, writtenPath } from "#lib/testing/random-history/columns.ts";
import type { FilterKind } from "#lib/testing/random-history/history.ts";
import { SIDE_BRANCH } from "#lib/testing/random-history/play.ts";
import type { Play } from "#lib/testing/random-history/play.ts";

/** Single-valued roles that are asked for, as field ids. */
type RoleIds = Partial<Record<SingleRole, number>>;

interface RowFilter {
  fieldId: number;
  /** In: the value in the column; never called for a column that the snapshot lacks. */
  keeps: (value: string | null) => boolean;
}

/** A request to the engine, and what it means in the model's terms. */
export interface Inquiry {
  request: FactsRequest;
  snapshotId: bigint | null;
  /** The schema that the snapshot is read with. */
  fields: readonly Field[];
  keyIds: number[];
  roles: RoleIds;
  filter: RowFilter | null;
}

const EXPLAIN = { promise: "unique", keep: "last", measure: null, registry: null } as const;

const FILTERS: Record<
  Exclude<FilterKind, "none">,
  { fieldId: number; sql: (name: string) => string; keeps: (value: string | null) => boolean }
> = {
  "status is a": { fieldId: COLUMN.status, sql: (name) => `${name} = 'a'`, keeps: (value) => value === "a" },
  "status is NULL": { fieldId: COLUMN.status, sql: (name) => `${name} IS NULL`, keeps: (value) => value === null },
  "high partition": { fieldId: COLUMN.partition, sql: (name) => `${name} >= 2`, keeps: (value) => value !== null && Number(value) >= 2 },
};

/** The current snapshot, one older one when there is one, and the side branch when it was written. */
export function inquiriesOf(play: Play): Inquiry[] {
  const { state } = play.table;
  const head = play.table.head();
  const main = state.branches.get("main");
  const older = state.snapshots.filter(({ id }) => id !== main);
  const picked = older[play.history.question.older % Math.max(1, older.length)];
  const side = state.branches.get(SIDE_BRANCH);
  const own = state.schemas.find((schema) => schema["schema-id"] === picked?.schemaId);
  return [
    inquiry(play, { by: "current" }, main === undefined ? null : head, play.table.schema.fields),
    ...(picked === undefined || own === undefined ? [] : [inquiry(play, { by: "id", id: String(picked.id) }, picked.id, own.fields)]),
    ...(side === undefined ? [] : [inquiry(play, { by: "branch", name: SIDE_BRANCH }, side, play.table.schema.fields)]),
  ];
}

function inquiry(play: Play, snapshot: SnapshotChoice, snapshotId: bigint | null, fields: readonly Field[]): Inquiry {
  const { question, key } = play.history;
  const written = (id: number): string | undefined => writtenIn(play.table.schema.fields, fields, id);
  const wanted: RoleIds = {
    kafkaPartition: COLUMN.partition,
    kafkaKey: COLUMN.keyBytes,
    kafkaOffset: COLUMN.offset,
    ...(question.topic ? { kafkaTopic: COLUMN.topic } : {}),
    ...(question.eventTime ? { eventTime: COLUMN.eventTime } : {}),
    ...(question.cdc ? { op: COLUMN.op, deleted: COLUMN.deleted, kafkaTimestamp: COLUMN.kafkaTime } : {}),
  };
  const roles = Object.fromEntries(Object.entries(wanted).filter(([, id]) => written(id) !== undefined)) as RoleIds;
  const columns = columnsByRole(Object.fromEntries(Object.entries(roles).map(([role, id]) => [role, written(id)] as const)));
  const filter = question.where === "none" ? undefined : FILTERS[question.where];
  const filterName = filter === undefined ? undefined : written(filter.fieldId);
  const ids = keyIds(key);
  return {
    request: {
      location: play.table.directory,
      relocated: false,
      snapshot,
      key: ids.flatMap((id) => written(id) ?? []),
      columns,
      where: filter === undefined || filterName === undefined ? null : filter.sql(filterName),
      cdc: question.cdc,
      sample: { keysMax: question.keysMax, rowsPerKeyMax: question.rowsPerKeyMax },
      // Unexplained, the sample is of the worst keys alone, which is held to the model too.
      ...(question.eventTime && { explain: { ...EXPLAIN, kind: question.cdc ? "cdc" : "upsert" } }),
    },
    snapshotId,
    fields,
    keyIds: ids,
    roles,
    filter: filter === undefined || filterName === undefined ? null : filter,
  };
}

/** As today's schema writes the column, else the snapshot's; nothing when the snapshot lacks it or another column has taken its name. */
function writtenIn(current: readonly Field[], pinned: readonly Field[], id: number): string | undefined {
  const [now, then] = [writtenPath(current, id), writtenPath(pinned, id)];
  return then === null ? undefined : (now ?? (isTaken(current, pinned, id) ? undefined : then));
}

function isTaken(current: readonly Field[], pinned: readonly Field[], id: number): boolean {
  const name = leafById(pinned, id)?.path[0]?.toLowerCase();
  return current.some((field) => field.name.toLowerCase() === name && leavesOf([field]).some((leaf) => leafById(pinned, leaf.id) !== null));
}
