import type { Db } from "#db/client.ts";
import { judgeNewest } from "#db/judge-table.ts";
import { changeServiceState, findServiceState, tellServiceState } from "#db/queries/service-states.ts";
import { type EntryRow, listEntries, markTaken } from "#db/queries/settings-entries.ts";
import { applyTableDefinitions, type AppliedDefinitions } from "#db/queries/table-definitions.ts";
import { getTable, listTables } from "#db/queries/tables.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import type { Config, ConfigFault, LoadedConfig } from "#lib/config/config.ts";
import { boundsOf, type Machine } from "#lib/config/entered-settings.ts";
import { entryKey } from "#lib/config/entry-name.ts";
import type { EnteredChannels } from "#lib/config/load-config.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { takeEntries } from "#lib/config/take-entries.ts";
import type { FileParts } from "#lib/contracts/service-state.ts";
import type { ServiceSettings, TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";
import { ENTRY_WORDS } from "#lib/contracts/entry-kinds.ts";
import type { TableSource } from "#lib/names.ts";

export interface ConfigurationDeps extends Pick<TaskDeps, "database" | "queue" | "now" | "log"> {
  /** Absolute. */
  file: string;
  /** null: there is no such file. */
  readFile: (file: string, entered: { channels: EnteredChannels }) => Promise<LoadedConfig | null>;
  /** The tables that are watched from the first start on, until a person dismisses them. */
  listSampleTables: () => Promise<TableDefinition[]>;
  /** By which it is judged what may be entered. */
  machine: Machine;
}

/** What was told of the last file without faults. */
interface Before {
  service: ServiceSettings;
  parts: FileParts | null;
}

/**
 * Makes the stored tables what the configuration file and the entries of the settings say together, and returns the settings of the service.
 * Beside them the sample tables are watched until a person dismisses them; an own table with the name of a sample replaces it. A file with a
 * fault changes nothing but what was removed from the settings; an entry with a fault is left out alone. The result is in the log, in the
 * state `configuration` and at each entry. Giving the same again changes nothing. Throws when Postgres does not answer.
 */
export async function ensureTables(deps: ConfigurationDeps): Promise<ServiceSettings> {
  const { db } = deps.database;
  const told = await findServiceState(db, "configuration");
  const before: Before = { service: told?.service ?? SERVICE_DEFAULTS, parts: told?.parts ?? null };
  const entries = await listEntries(db);
  const channels = entries.flatMap(({ kind, name }) => (kind === "channel" ? [name] : []));
  const loaded = await deps.readFile(deps.file, { channels });
  const hasOwn = entries.some(({ kind }) => kind === "table") || (loaded?.ok === true && loaded.config.hasTables);
  const showSamples = await decideSamples(db, { isFirstStart: told === null && !hasOwn });
  const settings = await applyOwn(deps, { loaded, before, entries, showSamples });
  // Last, since a sample makes way for an own table of its name.
  await apply(deps, showSamples ? await deps.listSampleTables() : [], "sample");
  return settings;
}

/**
 * Whether the sample tables are watched. Decided once: they are on a first start without own tables, and where an earlier version watches them;
 * they are not where that version took them away.
 */
async function decideSamples(db: Db, { isFirstStart }: { isFirstStart: boolean }): Promise<boolean> {
  const isWatched = (await listTables(db)).some(({ source }) => source === "sample");
  const state = await changeServiceState(db, "sample_tables", (before) => before ?? { shown: isFirstStart || isWatched, by: null });
  return state?.shown ?? false;
}

interface Own {
  loaded: LoadedConfig | null;
  before: Before;
  entries: EntryRow[];
  /** For the sentence that says what is watched. */
  showSamples: boolean;
}

async function applyOwn(deps: ConfigurationDeps, { loaded, before, entries, showSamples }: Own): Promise<ServiceSettings> {
  if (loaded === null) return await withoutFile(deps, before, { entries, showSamples });
  if (!loaded.ok) return await keep(deps, { before, faults: loaded.faults }, entries);
  try {
    return await applyFile(deps, loaded.config, entries);
  } catch (error) {
    // Such as a name that another worker gave to another table meanwhile.
    if (!(error instanceof AppError) || error.code !== "usage") throw error;
    return await keep(deps, { before, faults: [{ line: 1, column: 1, path: "tables", message: error.message }] }, entries);
  }
}

async function applyFile(
  deps: ConfigurationDeps,
  { file, tables, hasTables, service, parts }: Config,
  entries: EntryRow[],
): Promise<ServiceSettings> {
  const ofFile = (await listTables(deps.database.db)).filter(({ source }) => source === "file").length;
  // A file that is cut short must not read as "watch nothing".
  if (!hasTables && ofFile > 0) throw new AppError("usage", sayTablesMissing(ofFile));
  // So that a name passes from the one to the other: what the file lets go goes first, then what the file takes over.
  const held = new Set(
    (await listTables(deps.database.db)).flatMap(({ source, name }) => (source === "settings" ? [name.toLowerCase()] : [])),
  );
  await apply(
    deps,
    tables.filter(({ name }) => !held.has(name.toLowerCase())),
    "file",
  );
  const entered = await applyEntries(deps, { service, parts }, entries);
  const applied = await apply(deps, tables, "file");
  const message = !hasTables
    ? `${file} names no tables${entered.tables > 0 ? `; ${entered.tables} that were entered are watched` : ""}.`
    : `${tables.length} tables of ${file} are watched${entered.tables > 0 ? `, and ${entered.tables} that were entered` : ""}.`;
  const { service: whole } = entered;
  const state = { file, state: "applied" as const, at: deps.now().toISOString(), message, faults: [], service: whole, parts };
  await tellServiceState(deps.database.db, "configuration", state);
  deps.log.info({ file, entered: entered.tables, ...countsOf(applied) }, "The configuration was applied.");
  return whole;
}

async function keep(
  deps: ConfigurationDeps,
  { before, faults }: { before: Before; faults: ConfigFault[] },
  entries: EntryRow[],
): Promise<ServiceSettings> {
  const { database, now, log, file } = deps;
  for (const { line, column, path, message } of faults) log.error({ file, path }, `${file}:${line}:${column}: ${message}`);
  const message = `${file} has ${faults.length} ${faults.length === 1 ? "fault" : "faults"}, so what was watched before is watched on. \`config check\` lists them.`;
  log.error({ file }, message);
  const service = await dropRemoved(deps, before.service, entries);
  await tellServiceState(database.db, "configuration", {
    file,
    state: "faulty",
    at: now().toISOString(),
    message,
    faults,
    service,
    parts: before.parts,
  });
  return service;
}

async function withoutFile(
  deps: ConfigurationDeps,
  { service, parts }: Before,
  { entries, showSamples }: Pick<Own, "entries" | "showSamples">,
): Promise<ServiceSettings> {
  const { database, now, log, file } = deps;
  const tables = await listTables(database.db);
  const ofFile = tables.filter(({ source }) => source === "file").map(({ name }) => name);
  const ownTables = entries.filter(({ kind }) => kind === "table").length;
  const known = parts === null && ofFile.length === 0 ? null : { ...(parts ?? NO_PARTS), tables: ofFile };
  const entered = await applyEntries(deps, { service, parts: known }, entries);
  let message = `There is no ${file}${showSamples ? "; the sample tables are watched." : ": no table is watched."}`;
  if (ofFile.length > 0) {
    // A folder that is not mounted must not read as "watch nothing".
    message = `${file} no longer exists; ${ofFile.length === 1 ? "its table is" : `its ${ofFile.length} tables are`} still watched. Write "tables: []" to watch none.`;
    log.warn({ file }, message);
  } else if (ownTables > 0) {
    message = `There is no ${file}; ${entered.tables} tables that were entered are watched.`;
    log.info({ file }, message);
  } else {
    log.info({ file }, message);
  }
  await tellServiceState(database.db, "configuration", {
    file,
    state: "absent",
    at: now().toISOString(),
    message,
    faults: [],
    service: entered.service,
    parts: known,
  });
  return entered.service;
}

function sayTablesMissing(watched: number): string {
  const which = watched === 1 ? "1 table of this file is" : `${watched} tables of this file are`;
  return `tables is missing, and ${which} being watched. Add the list again, or write "tables: []" to stop watching.`;
}

const NO_PARTS: FileParts = { defaults: null, tables: [], catalogs: [], stores: [] };

/** Takes the entries over beside what the file says, notes at each what became of it, and returns how many tables that makes. */
async function applyEntries(
  deps: ConfigurationDeps,
  { service, parts }: Before,
  entries: EntryRow[],
): Promise<{ service: ServiceSettings; tables: number }> {
  const bounds = boundsOf(service.entered, deps.machine);
  const { tables, catalogs, stores, registries, channels, faults } = takeEntries({ file: parts, entries, bounds });
  await apply(deps, tables, "settings");
  await markTaken(
    deps.database.db,
    entries.map(({ id, version }, index) => ({ id, version, faults: faults[index] ?? [] })),
  );
  for (const [index, { kind, name }] of entries.entries())
    for (const { path, message } of faults[index] ?? [])
      deps.log.warn({ kind, name, path }, `The ${ENTRY_WORDS[kind]} "${name}" that was entered is not in use: ${message}`);
  const { sources: written, notifications } = service;
  return {
    service: {
      ...service,
      notifications: { ...notifications, channels: [...notifications.channels.filter(({ entered }) => entered !== true), ...channels] },
      sources: {
        catalogs: [...written.catalogs.filter(({ entered }) => !entered), ...catalogs],
        stores: [...written.stores.filter(({ entered }) => !entered), ...stores],
        registries: [...(written.registries ?? []).filter(({ entered }) => !entered), ...registries],
        bounds,
      },
    },
    tables: tables.length,
  };
}

/** While the file is faulty: what was removed from the settings goes, what is there goes on, what is new waits. */
async function dropRemoved(deps: ConfigurationDeps, service: ServiceSettings, entries: EntryRow[]): Promise<ServiceSettings> {
  const kept = new Set(entries.map(entryKey));
  const has = (kind: EntryRow["kind"], name: string): boolean => kept.has(entryKey({ kind, name }));
  const stored = (await listTables(deps.database.db)).filter(({ source, name }) => source === "settings" && has("table", name));
  await apply(
    deps,
    stored.map(({ name, definition }) => ({ ...definition, name })),
    "settings",
  );
  const { catalogs, stores, registries = [] } = service.sources;
  const { notifications } = service;
  const channels = notifications.channels.filter(({ entered, name }) => entered !== true || has("channel", name));
  return {
    ...service,
    notifications: { ...notifications, channels: channels },
    sources: {
      catalogs: catalogs.filter(({ entered, name }) => !entered || has("catalog", name)),
      stores: stores.filter(({ entered, scope }) => !entered || has("store", scope)),
      registries: registries.filter(({ entered, name }) => !entered || has("schema_registry", name)),
      bounds: boundsOf(service.entered, deps.machine),
    },
  };
}

/** Dismisses the sample tables, or shows them again with what was stored of them. Returns how many changed. */
export async function setSamples(
  deps: Pick<ConfigurationDeps, "database" | "now" | "listSampleTables">,
  state: { shown: boolean; by: string | null },
): Promise<number> {
  await tellServiceState(deps.database.db, "sample_tables", state);
  const { added, revived, archived } = await apply(deps, state.shown ? await deps.listSampleTables() : [], "sample");
  return added.length + revived.length + archived.length;
}

/** What is new or changed is due at once, from the moment that it is there: planned afterwards, a watcher would have planned it meanwhile. */
async function apply(
  { database, now, queue }: Pick<ConfigurationDeps, "database" | "now"> & Partial<Pick<ConfigurationDeps, "queue">>,
  definitions: readonly TableDefinition[],
  source: TableSource,
): Promise<AppliedDefinitions> {
  const at = now();
  return await applyTableDefinitions(database.db, definitions, source, {
    dueAt: at,
    ...(queue !== undefined && {
      judgeAgain: async (tx, tableId) => await judgeNewest(tx, { table: await getTable(tx, tableId), now: at, queue, because: "limits" }),
    }),
  });
}

function countsOf({ added, changed, revived, archived, unchanged }: AppliedDefinitions): Record<string, number> {
  return { added: added.length, changed: changed.length, revived: revived.length, archived: archived.length, unchanged: unchanged.length };
}
