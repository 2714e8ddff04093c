import { z } from "zod";
import { ENTERED_DEFAULTS, EnteredSettings } from "#lib/contracts/entered-bounds.ts";
import { NO_NOTIFICATIONS, NotificationSettings } from "#lib/contracts/notification-settings.ts";
import { NO_SOURCES, SourceSettings } from "#lib/contracts/source-settings.ts";
import { ABSENT_ROLES, SINGLE_ROLES, type SingleRole } from "#lib/column-roles.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import { KEY_KEEPS, KEY_PROMISES, READ_WAYS, TABLE_KINDS, TABLE_MANAGERS } from "#lib/names.ts";

/** A column as a person writes it: `a.b` is nested, a name that holds a dot stands in double quotes. */
const Column = z.string().min(1);

export const KeyDefinition = z.strictObject({
  /** Unique in its table, whatever the case; the columns joined by ", " unless it was given one. */
  name: z.string().min(1),
  /** In order, at least one, none twice. */
  columns: z.array(Column).min(1),
  promise: z.enum(KEY_PROMISES),
  keep: z.enum(KEY_KEEPS),
});
export type KeyDefinition = z.infer<typeof KeyDefinition>;

const single = Object.fromEntries(SINGLE_ROLES.map((role) => [role, Column.nullable()])) as Record<
  SingleRole,
  z.ZodNullable<typeof Column>
>;

export const ColumnDefinitions = z.strictObject({
  ...single,
  /** Most significant first. */
  lsn: z.array(Column),
  /** Looked through for `unavailablePlaceholder`. */
  unavailable: z.array(Column),
  unavailablePlaceholder: z.string().min(1),
});
export type ColumnDefinitions = z.infer<typeof ColumnDefinitions>;

const seconds = z.number().int().positive();

/** When a table is observed. `snapshot`: a run for each new snapshot, looked for every `pollSeconds`, and an observation at least so often. */
export const Schedule = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("cron"), cron: z.string().min(1), timeZone: z.string().min(1) }),
  z.strictObject({ by: z.literal("interval"), everySeconds: seconds }),
  z.strictObject({ by: z.literal("snapshot"), pollSeconds: seconds, observeEverySeconds: seconds }),
]);
export type Schedule = z.infer<typeof Schedule>;

/** What a limit is set to; `null` switches it off, a missing one is the check's own. */
export const LimitOverride = z.strictObject({ warnAt: z.number().nullable().optional(), alertAt: z.number().nullable().optional() });
export type LimitOverride = z.infer<typeof LimitOverride>;

/** One configured table with every default applied: what is stored of it. JSON all through; times are seconds, sizes bytes. */
export const TableDefinition = z.strictObject({
  /** Unique, whatever the case. */
  name: z.string().min(1),
  /** A `….metadata.json` file or a table directory: an absolute path or a URI. Or a catalog's table: `catalog:lake/shop.orders`. */
  location: z.string().min(1),
  relocated: z.boolean(),
  /** What was stored by a version that knew one way only says nothing of it. */
  readBy: z.enum(READ_WAYS).default("own"),
  /** null: the table's current snapshot. */
  branch: z.string().min(1).nullable(),
  kind: z.enum(TABLE_KINDS),
  /** A SQL condition; rows for which it is not true are no part of the table. */
  filter: z.string().min(1).nullable(),
  owner: z.string().min(1).nullable(),
  tags: z.array(z.string().min(1)),
  paused: z.boolean(),
  keys: z.array(KeyDefinition).min(1),
  columns: ColumnDefinitions,
  /** Columns that it is declared not to have, at least one; not given: none. */
  absent: z.array(z.enum(ABSENT_ROLES)).min(1).optional(),
  /** A number column, such as revenue, that is summed over the rows that are too many. */
  measure: Column.nullable().default(null),
  /** The configured schema registry that knows the schemas of its Kafka keys. */
  schemaRegistry: z.string().min(1).nullable().default(null),
  /** Who owns the table, where somebody said so; null: its catalog, location and columns tell. */
  managedBy: z.enum(TABLE_MANAGERS).nullable().default(null),
  /** Columns whose values are never stored or shown. */
  masked: z.array(Column),
  schedule: Schedule,
  limits: z.partialRecord(z.enum(METRIC_NAMES), LimitOverride),
  budgets: z.strictObject({
    history: z.strictObject({ snapshots: z.number().int().nonnegative(), seconds: z.number().int().nonnegative() }),
    /** null: what the environment allows to every reading. */
    run: z.strictObject({ bytes: z.number().int().positive().nullable(), seconds: seconds.nullable() }),
  }),
  sample: z.strictObject({
    keysMax: z.number().int().nonnegative(),
    rowsPerKeyMax: z.number().int().positive(),
    retentionSeconds: seconds,
  }),
});
export type TableDefinition = z.infer<typeof TableDefinition>;

/** What holds for the service as a whole. */
export const ServiceSettings = z.strictObject({
  /** An observation is overdue after this many of its table's intervals. */
  overdueFactor: z.number().min(1),
  /** How long things are kept; null: for ever. */
  retention: z.strictObject({ factsSeconds: seconds.nullable(), runsSeconds: seconds.nullable() }),
  /** Tables that are polled for new snapshots at the same time. */
  pollersMax: z.number().int().positive(),
  /** What was stored by a version that told nobody says nothing of it. */
  notifications: NotificationSettings.default(NO_NOTIFICATIONS),
  /** What was stored by a version that knew local disks alone has none. */
  sources: SourceSettings.default(NO_SOURCES),
  /** What people may enter beside the file. */
  entered: EnteredSettings.default(ENTERED_DEFAULTS),
});
export type ServiceSettings = z.infer<typeof ServiceSettings>;
