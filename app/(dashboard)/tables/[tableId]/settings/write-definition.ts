import { parseCatalogLocation } from "#lib/catalog-table.ts";
import { writeSections } from "#lib/column-roles.ts";
import { NO_COLUMN } from "#lib/names.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { formatTableName } from "#lib/contracts/table-name.ts";
import type { Schedule, TableDefinition } from "#lib/contracts/table-definition.ts";
import { dropEmpty, oneOrMany } from "../../../_entries/written.ts";

/** What a table amounts to, as an item of `tables` that needs no defaults; limits and budgets have pages of their own. Pure. */
export function writeDefinition(definition: TableDefinition): WrittenEntry {
  const {
    name,
    location,
    kind,
    filter,
    owner,
    tags,
    paused,
    keys,
    columns,
    masked,
    schedule,
    branch,
    relocated,
    schemaRegistry,
    managedBy,
    absent = [],
  } = definition;
  const place = parseCatalogLocation(location);
  const { kafka, cdc, event_time } = writeSections((role) => {
    const named = columns[role];
    const isAbsent = absent.some((one) => one === role);
    return (Array.isArray(named) ? oneOrMany(named) : (named ?? undefined)) ?? (isAbsent ? NO_COLUMN : undefined);
  });
  return dropEmpty({
    name,
    ...(place === null ? { location } : { catalog: place.catalog, table: formatTableName(place) }),
    branch: branch ?? undefined,
    relocated: relocated || undefined,
    kind,
    keys: keys.map((key) => ({ name: key.name, columns: oneOrMany(key.columns) ?? [], promise: key.promise, keep: key.keep })),
    filter: filter ?? undefined,
    kafka: dropEmpty(kafka),
    event_time,
    cdc: dropEmpty({ ...cdc, unavailable_value_columns: oneOrMany(columns.unavailable) }),
    schema_registry: schemaRegistry ?? undefined,
    managed_by: managedBy ?? undefined,
    owner: owner ?? undefined,
    tags: [...tags],
    masked: oneOrMany(masked),
    paused: paused || undefined,
    schedule: writeSchedule(schedule),
  });
}

function writeSchedule(schedule: Schedule): WrittenEntry {
  switch (schedule.by) {
    case "cron":
      return { cron: schedule.cron, time_zone: schedule.timeZone };
    case "interval":
      return { every: writeSpan(schedule.everySeconds) };
    case "snapshot":
      return { on_snapshot: true, poll: writeSpan(schedule.pollSeconds), at_least_every: writeSpan(schedule.observeEverySeconds) };
  }
}

const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["m", 60],
] as const;

/** Seconds in the largest whole unit, as the file writes a span. */
function writeSpan(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds % each === 0) ?? ["s", 1];
  return `${seconds / size}${unit}`;
}
