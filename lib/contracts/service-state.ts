import { z } from "zod";
import { CatalogHealth } from "#lib/contracts/catalog-health.ts";
import { ServiceSettings } from "#lib/contracts/table-definition.ts";

/** What became of the configuration file when it was last looked at. Times are UTC, ISO 8601. */
const ConfigurationState = z.strictObject({
  /** Absolute, on the worker's machine. */
  file: z.string(),
  /** `faulty`: what held before still holds. `absent`: there is no file; the sample tables are watched, or what the file said before. */
  state: z.enum(["applied", "faulty", "absent"]),
  at: z.iso.datetime(),
  /** For a person. */
  message: z.string(),
  faults: z.array(z.strictObject({ line: z.number(), column: z.number(), path: z.string(), message: z.string() })),
  /** Of the last file that was applied; null before the first. */
  service: ServiceSettings.nullable(),
});

/** Observations that count as missing, longest first. */
const OverdueState = z.strictObject({
  at: z.iso.datetime(),
  tables: z.array(z.strictObject({ tableId: z.string(), name: z.string(), dueAt: z.iso.datetime() })),
});

/** `removed`: a person does not want the sample tables. */
const SamplesState = z.strictObject({ removed: z.boolean() });

/** Catalogs that were looked at, by name. Whoever changes it reads it first, under its row's lock: the watcher and all runs do. */
const CatalogsState = z.strictObject({ catalogs: z.array(CatalogHealth) });

/** What the workers tell the rest of the service, by name. */
export const SERVICE_STATES = {
  configuration: ConfigurationState,
  overdue: OverdueState,
  samples: SamplesState,
  catalogs: CatalogsState,
} as const;
export type ServiceStateName = keyof typeof SERVICE_STATES;
export type ServiceState<Name extends ServiceStateName> = z.infer<(typeof SERVICE_STATES)[Name]>;
