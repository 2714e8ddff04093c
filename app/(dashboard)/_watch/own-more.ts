import type { TableFields } from "../_entries/table-fields.ts";

/** The parts of an entry whose fields are folded. */
export const MORE_PATHS = ["event_time", "cdc", "schedule", "owner", "managed_by", "tags", "masked", "filter"];

/** The keys of an entry that the form does not show, except its location. Pure. */
export function otherKeys({ rest }: Pick<TableFields, "rest">): string[] {
  return Object.keys(rest).filter((key) => !["catalog", "table", "location"].includes(key));
}

/** Whether a folded field differs from the value guessed from the table. Pure. */
export function hasOwnMore(fields: TableFields, guessed: TableFields): boolean {
  const of = (one: TableFields): string => {
    const { columns, schedule, owner, managedBy, tags, masked, filter } = one;
    const { eventTime, op, lsn, sourceTime, deleted } = columns;
    return JSON.stringify([eventTime, op, lsn, sourceTime, deleted, schedule, owner, managedBy, tags, masked, filter, otherKeys(one)]);
  };
  return of(fields) !== of(guessed);
}
