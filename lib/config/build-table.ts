import { dirname, isAbsolute, resolve } from "node:path";
import { parseTableName } from "#lib/contracts/table-name.ts";
import { formatCatalogLocation } from "#lib/catalog-table.ts";
import { readSections, takeAbsent, type AbsentRole } from "#lib/column-roles.ts";
import { DEFAULTS } from "#lib/config/defaults.ts";
import type { FileSettings } from "#lib/config/file-settings.ts";
import { limitFaults } from "#lib/config/limit-settings.ts";
import { mergeSettings } from "#lib/config/merge-settings.ts";
import { missingRegistry } from "#lib/config/registry-settings.ts";
import { secondsOf } from "#lib/config/scalars.ts";
import { toSchedule } from "#lib/config/schedule-settings.ts";
import type { SharedSettings, TableSettings } from "#lib/config/table-settings.ts";
import type { Path } from "#lib/config/yaml-document.ts";
import type { KeyDefinition, TableDefinition } from "#lib/contracts/table-definition.ts";
import { KIND_PROMISES, type TableKind } from "#lib/names.ts";

type Defaults = NonNullable<FileSettings["defaults"]>;

/** Where a table comes from: its place in the file decides what its faults point at. */
export interface TableSource {
  settings: TableSettings;
  defaults: Defaults;
  path: Path;
  /** Absolute; relative locations start at its folder. */
  file: string;
  /** Names of the schema registries that it may name. */
  registries: readonly string[];
  /** What is said of one that is none of them, in the place of the file's own words. */
  missing?: ((registry: string, known: readonly string[]) => string) | undefined;
}

/** The definition of one table with all defaults applied, and what is wrong with the parts taken together. */
export function buildTable(source: TableSource): { table: TableDefinition; faults: { path: Path; message: string }[] } {
  const { settings, defaults, file } = source;
  const kind = settings.kind ?? defaults.kind ?? DEFAULTS.kind;
  const shared = mergeSettings(mergeSettings(defaults, defaults.kinds?.[kind] ?? {}), settings);
  const { budgets, sample } = shared;
  const { columns, absent } = buildColumns(shared);
  const table: TableDefinition = {
    name: settings.name,
    location: locationOf(settings, file),
    relocated: shared.relocated ?? false,
    readBy: shared.read_by ?? "own",
    branch: settings.branch ?? null,
    kind,
    filter: settings.filter ?? null,
    owner: shared.owner ?? null,
    tags: shared.tags ?? [],
    paused: shared.paused ?? false,
    keys: buildKeys(settings, kind, shared),
    columns,
    ...(absent.length > 0 && { absent }),
    measure: settings.measure ?? null,
    schemaRegistry: shared.schema_registry ?? null,
    managedBy: shared.managed_by ?? null,
    masked: shared.masked ?? [],
    schedule: toSchedule(shared.schedule ?? {}),
    limits: shared.limits ?? {},
    budgets: {
      history: {
        snapshots: budgets?.history?.snapshots ?? DEFAULTS.historySnapshots,
        seconds: budgets?.history?.duration ?? secondsOf(DEFAULTS.historyDuration),
      },
      run: { bytes: budgets?.run?.bytes ?? null, seconds: budgets?.run?.duration ?? null },
    },
    sample: {
      keysMax: sample?.keys ?? DEFAULTS.sampleKeys,
      rowsPerKeyMax: sample?.rows_per_key ?? DEFAULTS.sampleRowsPerKey,
      retentionSeconds: sample?.retention ?? secondsOf(DEFAULTS.sampleRetention),
    },
  };
  const faults = limitFaults(table.limits).map(({ metric, message }) => ({ path: findOrigin(source, kind, ["limits", metric]), message }));
  const { schemaRegistry } = table;
  const { registries, missing = missingRegistry } = source;
  if (schemaRegistry !== null && !registries.includes(schemaRegistry))
    faults.push({ path: findOrigin(source, kind, ["schema_registry"]), message: missing(schemaRegistry, registries) });
  if (columns.kafkaOffset !== null && columns.kafkaPartition === null) {
    const message = "offset is set without partition: an offset names a record only within its partition. Set both or neither.";
    faults.push({ path: findOrigin(source, kind, ["kafka", "offset"]), message });
  }
  return { table, faults: [...faults, ...keyFaults(source, table.keys)] };
}

function buildKeys({ key, keys }: TableSettings, kind: TableKind, shared: SharedSettings): KeyDefinition[] {
  const written = keys ?? (key === undefined ? [] : [{ columns: key, name: undefined, promise: undefined, keep: undefined }]);
  return written.map(({ name, columns, promise, keep }) => ({
    name: name ?? columns.join(", "),
    columns,
    promise: promise ?? shared.promise ?? KIND_PROMISES[kind],
    keep: keep ?? shared.keep ?? DEFAULTS.keep,
  }));
}

function buildColumns(shared: SharedSettings): { columns: TableDefinition["columns"]; absent: AbsentRole[] } {
  const { columns, absent } = takeAbsent(readSections<string | string[]>(shared));
  const { unavailable_value_columns: unavailable = [], unavailable_value_placeholder: placeholder } = shared.cdc ?? {};
  return { columns: { ...columns, unavailable, unavailablePlaceholder: placeholder ?? DEFAULTS.unavailablePlaceholder }, absent };
}

/** Two keys of one name cannot be told apart, two of the same columns count the same. */
function keyFaults({ path }: TableSource, keys: readonly KeyDefinition[]): { path: Path; message: string }[] {
  return keys.flatMap((key, index) => {
    const earlier = keys.slice(0, index);
    const sameColumns = earlier.find(({ columns }) => JSON.stringify(columns) === JSON.stringify(key.columns));
    if (sameColumns !== undefined) {
      const message = `The key has the columns of the key "${sameColumns.name}". Take one of them out.`;
      return [{ path: [...path, "keys", index, "columns"], message }];
    }
    if (!earlier.some(({ name }) => name.toLowerCase() === key.name.toLowerCase())) return [];
    return [
      { path: [...path, "keys", index, "name"], message: `Another key of the table is called "${key.name}". Give each a name of its own.` },
    ];
  });
}

/** Which of both is given is checked beside the schema, and told there. */
function locationOf({ location = "", catalog, table }: TableSettings, file: string): string {
  const named = table === undefined ? null : parseTableName(table);
  return catalog === undefined || named === null ? absoluteLocation(location, file) : formatCatalogLocation({ catalog, ...named });
}

function absoluteLocation(location: string, file: string): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(location)) return location;
  return isAbsolute(location) ? resolve(location) : resolve(dirname(file), location);
}

/** Where a merged setting was made: at the table, else at its kind's defaults, else at everybody's. */
function findOrigin({ settings, defaults, path }: TableSource, kind: TableKind, inner: readonly string[]): Path {
  if (has(settings, inner)) return [...path, ...inner];
  return has(defaults.kinds?.[kind], inner) ? ["defaults", "kinds", kind, ...inner] : ["defaults", ...inner];
}

function has(settings: unknown, path: readonly string[]): boolean {
  let part = settings;
  for (const key of path) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) return false;
    part = (part as Record<string, unknown>)[key];
  }
  return part !== undefined;
}
