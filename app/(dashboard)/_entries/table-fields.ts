import { z } from "zod";
import { readSections, SINGLE_ROLES, writeSections, type ColumnSections, type SingleRole } from "#lib/column-roles.ts";
import type { TableDescription } from "#lib/contracts/browse-documents.ts";
import type { AskedTable } from "#lib/contracts/catalog-requests.ts";
import { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { formatTableName, parseTableName } from "#lib/contracts/table-name.ts";
import { KEY_PROMISES, TABLE_KINDS, TABLE_MANAGERS } from "#lib/names.ts";
import { dropEmpty, mapOf, oneOrMany, restOf, textOf, textsOf } from "./written.ts";

const KeyFields = z.object({
  /** Empty: the columns. */
  name: z.string(),
  columns: z.array(z.string()),
  /** Empty: the kind's. */
  promise: z.enum(["", ...KEY_PROMISES]),
  rest: WrittenEntry,
});
export type KeyFields = z.infer<typeof KeyFields>;

const ScheduleFields = z.object({
  /** Empty: as the defaults say. */
  by: z.enum(["", "snapshot", "every", "cron"]),
  poll: z.string(),
  atLeastEvery: z.string(),
  every: z.string(),
  cron: z.string(),
  timeZone: z.string(),
});
export type ScheduleFields = z.infer<typeof ScheduleFields>;

const single = Object.fromEntries(SINGLE_ROLES.map((role) => [role, z.string()])) as Record<SingleRole, z.ZodString>;

/** A column for each role, empty where there is none. */
const ColumnFields = z.object({ ...single, lsn: z.array(z.string()) });
export type ColumnFields = z.infer<typeof ColumnFields>;

/** A table as its form holds it. */
export const TableFields = z.object({
  name: z.string(),
  /** Empty: as the defaults say. */
  kind: z.enum(["", ...TABLE_KINDS]),
  keys: z.array(KeyFields).min(1),
  columns: ColumnFields,
  /** Empty: as the defaults say. */
  schemaRegistry: z.string(),
  owner: z.string(),
  /** Empty: as the defaults say, else as recognized. */
  managedBy: z.enum(["", ...TABLE_MANAGERS]),
  tags: z.array(z.string()),
  masked: z.array(z.string()),
  filter: z.string(),
  schedule: ScheduleFields,
  /** Where it lies: `catalog` and `table`, or `location`; and what the form does not show. */
  rest: WrittenEntry,
  /** What else `kafka` and `cdc` say. */
  kafkaRest: WrittenEntry,
  cdcRest: WrittenEntry,
});
export type TableFields = z.infer<typeof TableFields>;

/** Names that fields of tables offer. */
export interface KnownNames {
  /** That other tables have. */
  owners: string[];
  tags: string[];
  /** Of the schema registries, in use or not. */
  registries: string[];
}

export const NO_KEY: KeyFields = { name: "", columns: [], promise: "", rest: {} };
const NO_SCHEDULE: ScheduleFields = { by: "", poll: "", atLeastEvery: "", every: "", cron: "", timeZone: "" };

/** The form of a table that is not watched yet, with what was recognised in it; of several keys that it may have the likeliest. Pure. */
export function beginTable(asked: AskedTable, { recognised, keys }: TableDescription): TableFields {
  const [key] = keys;
  return {
    name: nameOf(asked),
    kind: recognised.kind,
    keys: [{ ...NO_KEY, columns: key !== undefined && key.because !== "name" ? key.columns : [] }],
    columns: readColumns(recognised),
    schemaRegistry: "",
    owner: "",
    managedBy: "",
    tags: [],
    masked: [],
    filter: "",
    schedule: NO_SCHEDULE,
    rest: writePlace(asked),
    kafkaRest: {},
    cdcRest: {},
  };
}

/** How a table of a place would be called: its name in the catalog, or the last folders of its location. */
function nameOf(asked: AskedTable): string {
  if ("catalog" in asked) return formatTableName(asked);
  const folders = asked.location
    .replace(/^[a-z0-9]+:\/\//i, "")
    .replace(/\/metadata\/[^/]*\.metadata\.json$/, "")
    .split("/")
    .filter((folder) => folder !== "");
  return folders.slice(-2).join(".");
}

function writePlace(asked: AskedTable): WrittenEntry {
  if ("location" in asked) return { location: asked.location };
  return { catalog: asked.catalog, table: formatTableName(asked) };
}

/** What an entry's place asks the workers about; null: the entry names none. Pure. */
export function placeOf(written: WrittenEntry): AskedTable | null {
  const { catalog, table, location } = written;
  if (typeof location === "string") return { location };
  const named = typeof table === "string" ? parseTableName(table) : null;
  return typeof catalog !== "string" || named === null ? null : { catalog, ...named };
}

const SHOWN = [
  "name",
  "kind",
  "key",
  "keys",
  "kafka",
  "cdc",
  "event_time",
  "schema_registry",
  "owner",
  "managed_by",
  "tags",
  "masked",
  "filter",
  "schedule",
];
const { kafka: KAFKA, cdc: CDC } = writeSections(() => null);

function readColumns(written: ColumnSections): ColumnFields {
  const named = readSections<unknown>(written);
  const texts = Object.fromEntries(SINGLE_ROLES.map((role) => [role, textOf(named[role])])) as Record<SingleRole, string>;
  return { ...texts, lsn: textsOf(named.lsn) };
}

/** The item of `tables` that the fields say. Pure. */
export function writeTable(fields: TableFields): WrittenEntry {
  const { columns, rest } = fields;
  const { kafka, cdc, event_time } = writeSections((role) => (role === "lsn" ? oneOrMany(columns.lsn) : columns[role]));
  return dropEmpty({
    name: fields.name.trim(),
    ...rest,
    kind: fields.kind,
    ...writeKeys(fields.keys),
    filter: fields.filter.trim(),
    kafka: dropEmpty({ ...kafka, ...fields.kafkaRest }),
    event_time,
    cdc: dropEmpty({ ...cdc, ...fields.cdcRest }),
    schema_registry: fields.schemaRegistry,
    owner: fields.owner.trim(),
    managed_by: fields.managedBy,
    tags: [...fields.tags],
    masked: oneOrMany(fields.masked),
    schedule: writeSchedule(fields.schedule),
  });
}

/** One key that says nothing but its columns is the short `key`. */
function writeKeys(keys: readonly KeyFields[]): WrittenEntry {
  const [one] = keys;
  const isPlain = (key: KeyFields) => key.name.trim() === "" && key.promise === "" && Object.keys(key.rest).length === 0;
  if (keys.length === 1 && one !== undefined && isPlain(one)) return dropEmpty({ key: oneOrMany(one.columns) });
  return {
    keys: keys.map(({ name, columns, promise, rest }) => dropEmpty({ name: name.trim(), columns: oneOrMany(columns), promise, ...rest })),
  };
}

function writeSchedule({ by, poll, atLeastEvery, every, cron, timeZone }: ScheduleFields): WrittenEntry | undefined {
  switch (by) {
    case "":
      return undefined;
    case "snapshot":
      return { on_snapshot: true, ...dropEmpty({ poll: poll.trim(), at_least_every: atLeastEvery.trim() }) };
    case "every":
      return { every: every.trim() };
    case "cron":
      return { cron: cron.trim(), ...dropEmpty({ time_zone: timeZone.trim() }) };
  }
}

/** The fields of an item of `tables`; writeTable says the same again. Pure. */
export function readTable(written: WrittenEntry): TableFields {
  const [kafka, cdc] = [mapOf(written["kafka"]), mapOf(written["cdc"])];
  return {
    name: textOf(written["name"]),
    kind: TABLE_KINDS.find((kind) => kind === written["kind"]) ?? "",
    keys: readKeys(written),
    columns: readColumns({ kafka, cdc, event_time: written["event_time"] }),
    schemaRegistry: textOf(written["schema_registry"]),
    owner: textOf(written["owner"]),
    managedBy: TABLE_MANAGERS.find((manager) => manager === written["managed_by"]) ?? "",
    tags: textsOf(written["tags"]),
    masked: textsOf(written["masked"]),
    filter: textOf(written["filter"]),
    schedule: readSchedule(mapOf(written["schedule"])),
    rest: restOf(written, SHOWN),
    kafkaRest: restOf(kafka as WrittenEntry, Object.keys(KAFKA)),
    cdcRest: restOf(cdc as WrittenEntry, Object.keys(CDC)),
  };
}

function readKeys(written: WrittenEntry): KeyFields[] {
  const many = Array.isArray(written["keys"]) ? written["keys"].map(mapOf) : [];
  if (many.length === 0) return [{ ...NO_KEY, columns: textsOf(written["key"]) }];
  return many.map((key) => ({
    name: textOf(key["name"]),
    columns: textsOf(key["columns"]),
    promise: KEY_PROMISES.find((promise) => promise === key["promise"]) ?? "",
    rest: restOf(key as WrittenEntry, ["name", "columns", "promise"]),
  }));
}

function readSchedule(written: Record<string, unknown>): ScheduleFields {
  const by =
    written["cron"] !== undefined ? "cron" : written["every"] !== undefined ? "every" : Object.keys(written).length > 0 ? "snapshot" : "";
  return {
    by,
    poll: textOf(written["poll"]),
    atLeastEvery: textOf(written["at_least_every"]),
    every: textOf(written["every"]),
    cron: textOf(written["cron"]),
    timeZone: textOf(written["time_zone"]),
  };
}
