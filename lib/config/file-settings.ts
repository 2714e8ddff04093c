import { z } from "zod";
import { CatalogEntry } from "#lib/config/catalog-settings.ts";
import { DEFAULTS } from "#lib/config/defaults.ts";
import { EnteredEntry } from "#lib/config/entered-settings.ts";
import { NotificationSettings } from "#lib/config/notification-settings.ts";
import { count, duration, expects } from "#lib/config/scalars.ts";
import { RegistryEntry } from "#lib/config/registry-settings.ts";
import { StoreEntry } from "#lib/config/store-settings.ts";
import { Kind, SETTINGS, TableSettings } from "#lib/config/table-settings.ts";
import { TABLE_KINDS } from "#lib/names.ts";

const Kept = (description: string) =>
  z
    .union(
      [z.literal("forever"), duration(description, { min: "1d", max: "36500d" })],
      expects("A span such as 400d is expected, or the word forever."),
    )
    .transform((value) => (value === "forever" ? null : value))
    .optional()
    .describe(description);

const Service = z.strictObject({
  overdue_factor: z
    .number()
    .min(1)
    .max(1000)
    .optional()
    .describe(`An observation is overdue after so many of its table's intervals. Default: ${DEFAULTS.overdueFactor}.`),
  pollers: count(`Tables that are polled for new snapshots at the same time. Default: ${DEFAULTS.pollers}.`, {
    min: 1,
    max: 64,
  }).optional(),
  retention: z
    .strictObject({
      facts: Kept(
        `Retention of all snapshot facts and observations. For older facts, Bergwatch keeps the last of each day and its extremes, and for older observations the latest. It fills no history beyond. Default: ${DEFAULTS.factsRetention}.`,
      ),
      runs: Kept(
        `Retention of runs and deliveries; logs of runs are kept for at most 30 days. The latest run of a table and the deliveries of an unresolved incident stay. Default: ${DEFAULTS.runsRetention}.`,
      ),
    })
    .optional()
    .describe("Retention: a duration, or the word forever."),
});

const ByKind = z.strictObject({ ...SETTINGS }).meta({ id: "Settings" });

/** Settings for all tables; a table overrides them. */
export const DefaultSettings = z.strictObject({
  kind: Kind.optional().describe(`The kind of tables that name none. Default: ${DEFAULTS.kind}.`),
  ...SETTINGS,
  kinds: z
    .strictObject(Object.fromEntries(TABLE_KINDS.map((kind) => [kind, ByKind.optional()])))
    .transform((value) => value as Partial<Record<(typeof TABLE_KINDS)[number], z.output<typeof ByKind>>>)
    .optional()
    .describe(`Defaults for each kind (${TABLE_KINDS.join(", ")}). They override the other defaults, and the table overrides them.`),
});

/** The whole file. */
export const FileSettings = z
  .strictObject({
    tables: z
      .array(TableSettings)
      .optional()
      .describe(
        "The tables to watch. A table that you take out is archived, not deleted. [] watches none. Without this key the file does not decide, and the sample tables stay.",
      ),
    defaults: DefaultSettings.optional().describe("Settings for all tables; a table overrides them."),
    notifications: NotificationSettings.optional().describe("Where incidents and the weekly digest are sent."),
    catalogs: z.array(CatalogEntry).optional().describe("Iceberg REST catalogs that tables are found in."),
    stores: z
      .array(StoreEntry)
      .optional()
      .describe("File stores (S3 and compatible, Google, Azure), and how to open their files if no catalog gives credentials."),
    schema_registries: z
      .array(RegistryEntry)
      .optional()
      .describe("Schema registries that know the schemas of Kafka keys; a table names one as `schema_registry`."),
    entered: EnteredEntry.optional().describe(
      "Allowed entries in the settings pages and by commands, besides this file. Anybody who can open the pages can make them.",
    ),
    service: Service.optional().describe("The service as a whole."),
  })
  .describe("Bergwatch's configuration.");
export type FileSettings = z.output<typeof FileSettings>;
