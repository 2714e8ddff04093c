import { z } from "zod";
import { CatalogHealth } from "#lib/contracts/catalog-health.ts";
import { RegistryHealth } from "#lib/contracts/registry-health.ts";
import { ServiceSettings } from "#lib/contracts/table-definition.ts";

/** What the configuration file has that entries depend on. */
export const FileParts = z.strictObject({
  /** As the file writes them. */
  defaults: z.record(z.string(), z.json()).nullable(),
  /** Names of its tables and catalogs, scopes of its stores. */
  tables: z.array(z.string()),
  catalogs: z.array(z.string()),
  stores: z.array(z.string()),
  /** Names of its schema registries; not given: none. */
  registries: z.array(z.string()).optional(),
  /** Names of its notification channels; not given: none. */
  channels: z.array(z.string()).optional(),
  /** Names that its routes and its digest send to and that it does not define: channels added in the settings. Not given: none. */
  routed: z.array(z.string()).optional(),
});
export type FileParts = z.infer<typeof FileParts>;

/** What became of the configuration file when it was last looked at. Times are UTC, ISO 8601. */
const ConfigurationState = z.strictObject({
  /** Absolute, on the worker's machine. */
  file: z.string(),
  /** `faulty`: what held before still holds. `absent`: there is no file; what it said before is still in use. */
  state: z.enum(["applied", "faulty", "absent"]),
  at: z.iso.datetime(),
  /** For a person. */
  message: z.string(),
  faults: z.array(z.strictObject({ line: z.number(), column: z.number(), path: z.string(), message: z.string() })),
  /** Of the last file that was applied; null before the first. */
  service: ServiceSettings.nullable(),
  /** Of the same file: what entries are held against; null: there was none, or it was applied by a version that knew no entries. */
  parts: FileParts.nullable().default(null),
});

/** Observations that count as missing, longest first. */
const OverdueState = z.strictObject({
  at: z.iso.datetime(),
  tables: z.array(z.strictObject({ tableId: z.string(), name: z.string(), dueAt: z.iso.datetime() })),
});

/**
 * Whether the sample tables are watched. Decided once, at the first start, and from then on by people alone; `by`: who changed it last, null:
 * nobody yet. An earlier version said something else under `samples`, which nothing reads any more.
 */
const SampleTablesState = z.strictObject({ shown: z.boolean(), by: z.string().nullable() });

/** Whether the overview shows the checklist of the first hour; nothing stored: it does. `by`: who changed it last. */
const FirstHourState = z.strictObject({ shown: z.boolean(), by: z.string() });

/** Catalogs that were looked at, by name. Whoever changes it reads it first, under its row's lock: the watcher and all runs do. */
const CatalogsState = z.strictObject({ catalogs: z.array(CatalogHealth) });

/** Schema registries that were asked, by name. Whoever changes it reads it first, as above: the workers' readings and tests do. */
const RegistriesState = z.strictObject({ registries: z.array(RegistryHealth) });

/** What the workers tell the rest of the service, by name. */
export const SERVICE_STATES = {
  configuration: ConfigurationState,
  overdue: OverdueState,
  sample_tables: SampleTablesState,
  first_hour: FirstHourState,
  catalogs: CatalogsState,
  registries: RegistriesState,
  /** When the workers' clock last jumped by more than a minute. */
  clock: z.strictObject({ jumpedAt: z.iso.datetime() }),
  /** With how many secrets stored key hashes are made, and by what processes see that they have the same; `sealed`: all stored hashes follow it. */
  key_secret: z.strictObject({ level: z.number(), fingerprint: z.string(), sealed: z.boolean() }),
  /** Written to learn whether anything can be stored. */
  probe: z.strictObject({}),
} as const;
export type ServiceStateName = keyof typeof SERVICE_STATES;
export type ServiceState<Name extends ServiceStateName> = z.infer<(typeof SERVICE_STATES)[Name]>;
/** What may be told: what is left out has its default. */
export type ToldServiceState<Name extends ServiceStateName> = z.input<(typeof SERVICE_STATES)[Name]>;
