import { findServiceState, tellServiceState } from "#db/queries/service-states.ts";
import { applyTableDefinitions, type AppliedDefinitions } from "#db/queries/table-definitions.ts";
import { listTables } from "#db/queries/tables.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import type { Config, ConfigFault, LoadedConfig } from "#lib/config/config.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import type { ServiceSettings, TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";
import type { TableSource } from "#lib/names.ts";

export interface ConfigurationDeps extends Pick<TaskDeps, "database" | "now" | "log"> {
  /** Absolute. */
  file: string;
  /** null: there is no such file. */
  readFile: (file: string) => Promise<LoadedConfig | null>;
  /** What is watched on a first start without a configuration. */
  listSampleTables: () => Promise<TableDefinition[]>;
}

/**
 * Makes the stored tables what the configuration file says, and returns what it says of the service. Without a file: the sample tables,
 * unless a person removed them or the file was there before. A file with a fault changes nothing. What it came to stands in the log and in
 * the state `configuration`. Giving the same file again changes nothing. Throws when Postgres does not answer.
 */
export async function ensureTables(deps: ConfigurationDeps): Promise<ServiceSettings> {
  const loaded = await deps.readFile(deps.file);
  const before = (await findServiceState(deps.database.db, "configuration"))?.service ?? SERVICE_DEFAULTS;
  if (loaded === null) return await withoutFile(deps, before);
  if (!loaded.ok) return await keep(deps, { before, faults: loaded.faults });
  try {
    return await applyFile(deps, loaded.config);
  } catch (error) {
    // Such as a name that the command line gave to another table: nothing was applied.
    if (!(error instanceof AppError) || error.code !== "usage") throw error;
    return await keep(deps, { before, faults: [{ line: 1, column: 1, path: "tables", message: error.message }] });
  }
}

async function applyFile(deps: ConfigurationDeps, { file, tables, service }: Config): Promise<ServiceSettings> {
  // The samples stand for a configuration that is not there; one of them may have the name of a table in the file.
  await apply(deps, [], "sample");
  const applied = await apply(deps, tables, "file");
  const message = `${tables.length} tables of ${file} are watched.`;
  const state = { file, state: "applied" as const, at: deps.now().toISOString(), message, faults: [], service };
  await tellServiceState(deps.database.db, "configuration", state);
  deps.log.info({ file, ...countsOf(applied) }, "The configuration was applied.");
  return service;
}

async function keep(
  { database, now, log, file }: ConfigurationDeps,
  { before, faults }: { before: ServiceSettings; faults: ConfigFault[] },
): Promise<ServiceSettings> {
  for (const { line, column, path, message } of faults) log.error({ file, path }, `${file}:${line}:${column}: ${message}`);
  const message = `${file} has ${faults.length} ${faults.length === 1 ? "fault" : "faults"}, so what was watched before is watched on. \`config check\` lists them.`;
  log.error({ file }, message);
  await tellServiceState(database.db, "configuration", {
    file,
    state: "faulty",
    at: now().toISOString(),
    message,
    faults,
    service: before,
  });
  return before;
}

async function withoutFile(deps: ConfigurationDeps, before: ServiceSettings): Promise<ServiceSettings> {
  const { database, now, log, file } = deps;
  const tables = await listTables(database.db);
  const configured = tables.filter(({ source }) => source === "file").length;
  const removed = (await findServiceState(database.db, "samples"))?.removed ?? false;
  let message = `There is no ${file}; the sample tables are watched.`;
  if (configured > 0) {
    // A folder that is not mounted must not read as "watch nothing".
    message = `There is no ${file} any more; the ${configured} tables that it named are watched on. Write "tables: []" to watch none.`;
    log.warn({ file }, message);
  } else if (removed) {
    message = `There is no ${file}, and the sample tables were removed: no table is watched.`;
  } else {
    const applied = await apply(deps, await deps.listSampleTables(), "sample");
    log.info({ file, ...countsOf(applied) }, message);
  }
  await tellServiceState(database.db, "configuration", {
    file,
    state: "absent",
    at: now().toISOString(),
    message,
    faults: [],
    service: before,
  });
  return before;
}

/** Takes the sample tables away for good, or brings them back where no table is configured. Returns how many changed. */
export async function setSamples(deps: ConfigurationDeps, { removed }: { removed: boolean }): Promise<number> {
  await tellServiceState(deps.database.db, "samples", { removed });
  const { added, revived, archived } = await apply(deps, removed ? [] : await deps.listSampleTables(), "sample");
  return added.length + revived.length + archived.length;
}

/** What is new or changed is due at once, from the moment that it is there: planned afterwards, a watcher would have planned it meanwhile. */
async function apply(
  { database, now }: ConfigurationDeps,
  definitions: readonly TableDefinition[],
  source: TableSource,
): Promise<AppliedDefinitions> {
  return await applyTableDefinitions(database.db, definitions, source, { dueAt: now() });
}

function countsOf({ added, changed, revived, archived, unchanged }: AppliedDefinitions): Record<string, number> {
  return { added: added.length, changed: changed.length, revived: revived.length, archived: archived.length, unchanged: unchanged.length };
}
