import { declarationOf, writeSections } from "#lib/column-roles.ts";
import { z } from "zod";
import { DEFAULTS } from "#lib/config/defaults.ts";
import { LimitSettings } from "#lib/config/limit-settings.ts";
import { column, columns, count, duration, names, show, size, text } from "#lib/config/scalars.ts";
import { ScheduleSettings } from "#lib/config/schedule-settings.ts";
import { parseTableName } from "#lib/contracts/table-name.ts";
import { KEY_KEEPS, KEY_PROMISES, READ_WAYS, TABLE_KINDS, TABLE_MANAGERS } from "#lib/names.ts";

const Promised = z.enum(KEY_PROMISES);
const Keep = z.enum(KEY_KEEPS);

/** A schema for each column that a section of the configuration names. */
function columnsOf(section: "kafka" | "cdc"): Record<string, z.ZodOptional<z.ZodType<string | string[]>>> {
  const sections = writeSections((role): z.ZodOptional<z.ZodType<string | string[]>> => {
    const { help, several } = declarationOf(role);
    return (several ? columns(sentence(help)) : column(sentence(help))).optional();
  });
  return sections[section];
}

function sentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

const Kafka = z.strictObject(columnsOf("kafka")).meta({ id: "Kafka" });

const Cdc = z
  .strictObject({
    ...columnsOf("cdc"),
    unavailable_value_columns: columns("Columns that are looked through for Debezium's placeholder of an unavailable value.").optional(),
    unavailable_value_placeholder: text("The placeholder")
      .optional()
      .describe(`The placeholder, if Debezium uses another one. Default: ${DEFAULTS.unavailablePlaceholder}.`),
  })
  .meta({ id: "Cdc" });

const History = z.strictObject({
  snapshots: count(
    `At most so many older snapshots are read when a table is first seen; 0 for none. Default: ${DEFAULTS.historySnapshots}.`,
    { min: 0, max: 100_000 },
  ).optional(),
  duration: duration(`And no longer than this. Default: ${DEFAULTS.historyDuration}.`, { min: "1s", max: "31d" }).optional(),
});

const RunBudget = z.strictObject({
  bytes: size("A run whose keys together would read more than this ends before it reads their rows. Default: no limit.").optional(),
  duration: duration("A run that takes longer, all its keys together, is stopped. Default: BERGWATCH_DURATION_MAX_SECONDS for each key.", {
    min: "1s",
    max: "31d",
  }).optional(),
});

const Budgets = z
  .strictObject({
    history: History.optional().describe("The budget for filling a table's history."),
    run: RunBudget.optional().describe("The budget for one run."),
  })
  .meta({ id: "Budgets" });

const Sample = z
  .strictObject({
    keys: count(`Duplicated keys that are kept with their rows, worst first; 0 for none. Default: ${DEFAULTS.sampleKeys}.`, {
      min: 0,
      max: 10_000,
    }).optional(),
    rows_per_key: count(`Rows that are kept of each. Default: ${DEFAULTS.sampleRowsPerKey}.`, { min: 1, max: 10_000 }).optional(),
    retention: duration(`Retention. Default: ${DEFAULTS.sampleRetention}.`, { min: "1h", max: "3650d" }).optional(),
  })
  .meta({ id: "Sample" });

/** What `defaults` and each table may say alike. */
export const SETTINGS = {
  relocated: z
    .boolean()
    .optional()
    .describe("The files are below `location`, not where the metadata says: a copied table. Default: false."),
  read_by: z
    .enum(READ_WAYS)
    .optional()
    .describe(
      "`own`: read rows by Bergwatch's own plan. `scan`: read them by DuckDB's iceberg_scan, whose known bugs limit the trust. `both`: use both; the numbers are the plan's, and the trust lists the differences. Default: own.",
    ),
  owner: text("The owner").optional().describe("The team or person to ask about the table."),
  tags: names(text("The tag", 60), "tag", "Words to find tables by. A table has those of `defaults` as well as its own.").optional(),
  paused: z.boolean().optional().describe("Nothing is read and nothing is overdue. Default: false."),
  promise: Promised.optional().describe(
    "`unique`: a key may have one row only. `none`: it may have many. Default: unique for upsert, cdc and aggregate, else none.",
  ),
  keep: Keep.optional().describe(`Which row of a key is the right one. Default: ${DEFAULTS.keep}.`),
  kafka: Kafka.optional().describe(
    "Columns that hold what Kafka knew of a row. `none` instead of a column says that the table has none: causes that need it do not apply.",
  ),
  event_time: column(sentence(declarationOf("eventTime").help)).optional(),
  cdc: Cdc.optional().describe(
    "Columns that change data capture wrote. Any of them asks for the CDC checks. `none` as above for op, lsn, and deleted.",
  ),
  schema_registry: text("The schema registry", 100)
    .optional()
    .describe(
      "The schema registry that knows the schemas of the Kafka keys, by its name in `schema_registries`, of an entered table also one that was entered. Without it key bytes are read by their shape alone.",
    ),
  managed_by: z
    .enum(TABLE_MANAGERS)
    .optional()
    .describe(
      "Who owns the table: `you`, or a vendor whose tables you must not change. It decides what advice says. Default: by the catalog, the location, the table's properties, and the columns. MSK Data Delivery cannot be recognized, so set it.",
    ),
  masked: columns(
    "Columns whose values are never stored or shown. A table masks those of `defaults` as well as its own; masking one more deletes the table's stored samples, look-ups and exports. Masks belong to the Iceberg table: one that is removed and added again, at its location or with its UUID, keeps them. To unmask such a column, name it and remove it again.",
  ).optional(),
  schedule: ScheduleSettings.optional().describe("When the table is observed. Default: on_snapshot."),
  limits: LimitSettings.optional().describe("Limits by metric, instead of the checks' own."),
  budgets: Budgets.optional().describe("Budgets for reading the table."),
  sample: Sample.optional().describe("The stored sample of duplicated keys."),
};

export const Kind = z.enum(TABLE_KINDS);

const Key = z.strictObject({
  name: text("The key's name", 100).optional().describe("The key's name. Default: its columns."),
  columns: columns("The key's columns, in order."),
  promise: Promised.optional().describe("Overrides the table's."),
  keep: Keep.optional().describe("Overrides the table's."),
});

const Location = text("The location", 2000).superRefine((value, context) => {
  if (value.startsWith("~")) context.addIssue("~ is not expanded. Write the whole path, or one that is relative to this file.");
  if (/\$\{|\{\{/.test(value)) context.addIssue("Variables are not expanded here. Write the path itself.");
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/@]*:[^/@]*@/i.test(value)) {
    context.addIssue(
      "The location holds a user and a password. Remove them: put secrets in environment variables or in files of their own.",
    );
  }
  // What signs an address opens what it names, so it is not repeated.
  if (/^[a-z][a-z0-9+.-]*:\/\/[^?]*\?/i.test(value))
    context.addIssue("The location has a query string after the question mark. Remove it.");
  if (/^catalog:/i.test(value))
    context.addIssue("Give a table of a catalog as catalog and table, not as location: catalog: lake and table: shop.orders.");
});

const TableName = text("The table", 2000).superRefine((value, context) => {
  if (value.trim() !== "" && parseTableName(value) === null)
    context.addIssue(`"${show(value)}" names no table of a catalog. Write namespace and table with a dot between them: shop.orders.`);
});

const Name = text("The table's name").superRefine((value, context) => {
  if (value.startsWith("-"))
    context.addIssue(`"${show(value)}" begins with a dash, which the command line takes for an option. Choose another name.`);
});

/** One table as the file says it. That one of `key` and `keys` is there is checked beside it, since that must be told whatever else is wrong. */
export const TableSettings = z.strictObject({
  name: Name.describe("The table's name in Bergwatch. Unique, ignoring case."),
  location: Location.optional().describe(
    "A `….metadata.json` file or a table directory: a path (a relative one starts at the folder of this file) or s3://bucket/path, gs://… or abfss://….",
  ),
  catalog: text("The catalog")
    .optional()
    .describe("The catalog that has the table, by its name in `catalogs`; use it with `table` instead of `location`."),
  table: TableName.optional().describe(
    "The table's name in its catalog: shop.orders; put a level that contains a dot in double quotes: 'shop.\"a.b\".orders'.",
  ),
  branch: text("The branch").optional().describe("Watch the newest snapshot of this branch instead of the current one."),
  kind: Kind.optional().describe(`The way in which the table is written; it only sets defaults. Default: ${DEFAULTS.kind}.`),
  key: columns("The columns of the business key, in order; nested ones as a.b.").optional(),
  keys: z.array(Key).min(1).optional().describe("Several keys, or one with a name, instead of `key`."),
  measure: column(
    "A number column, such as revenue, that is summed over the rows that are too many: how much of it is counted twice.",
  ).optional(),
  filter: text("The filter", 10_000).optional().describe("A SQL condition on the table's columns; other rows are ignored."),
  ...SETTINGS,
});
export type TableSettings = z.output<typeof TableSettings>;

const Settings = z.strictObject({ ...SETTINGS });
/** What tables share: the part of a table's settings that may come from `defaults`. */
export type SharedSettings = z.output<typeof Settings>;
