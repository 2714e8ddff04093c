import { relative, resolve } from "node:path";
import type { Config, LoadedConfig } from "#lib/config/config.ts";
import { toFactsRequest } from "#lib/config/facts-request.ts";
import { readConfigFile } from "#lib/config/read-config-file.ts";
import { ConfigDocument, type DryRun } from "#lib/contracts/config-document.ts";
import type { KeyDefinition, TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";
import type { PlanTable } from "#lib/iceberg/contract.ts";
import { formatBytes } from "#lib/units.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";

const WRONG = 2;
/** Tables that are planned at the same time. */
const PLANS_MAX = 2;

export interface ConfigCheckInput {
  /** Relative to the working folder; undefined: what the environment names. */
  file?: string | undefined;
  dryRun?: boolean | undefined;
}

/**
 * Reads a configuration file and says what it amounts to, or all that is wrong with it (exit code 2). With `dryRun` each key of each table is
 * planned without reading data; then the exit code is that of the gravest error. Throws AppError usage when there is no file.
 */
export async function runConfigCheck(deps: CommandDeps, { file: named, dryRun = false }: ConfigCheckInput): Promise<CommandResult> {
  const file = named === undefined ? deps.configFile() : resolve(named);
  if (dryRun && deps.planTable === undefined)
    throw new AppError("usage", "--dry-run is not possible here: this installation cannot plan tables.");
  const loaded = await readWithChannels(deps, file);
  if (loaded === null) {
    throw new AppError(
      "usage",
      `There is no configuration file ${file}. Name one by --file or BERGWATCH_CONFIG, or start from docs/bergwatch.example.yaml.`,
    );
  }
  const shown = relative(process.cwd(), file).startsWith("..") ? file : relative(process.cwd(), file);
  if (!loaded.ok) {
    for (const { line, column, path, message } of loaded.faults)
      deps.say(`${shown}:${line}:${column} ${path === "" ? "" : `${path}: `}${message}`);
    return print({ ok: false, file, faults: loaded.faults }, WRONG);
  }
  const { config } = loaded;
  deps.say(
    `${shown} is right: ${countOf(config.tables.length, "table")}, ${countOf(config.tables.flatMap(({ keys }) => keys).length, "key")}.`,
  );
  deps.useSources?.(config.service.sources);
  const results = dryRun && deps.planTable !== undefined ? await planAll(deps, config, deps.planTable) : null;
  const document: ConfigDocument = {
    ok: true,
    file,
    tables: config.tables,
    service: config.service,
    dryRun: results?.map(({ result }) => result) ?? null,
  };
  return print(document, Math.max(0, ...(results ?? []).map(({ exitCode }) => exitCode)));
}

/** The file, held against the channels of the running service where a route or the digest names one that the file does not have. */
async function readWithChannels({ openService }: CommandDeps, file: string): Promise<LoadedConfig | null> {
  const alone = await readConfigFile(file);
  if (alone === null || alone.ok || !alone.faults.some(({ path }) => /^notifications\.(?:routes|digest)/.test(path))) return alone;
  const { listEnteredChannels } = await import("#jobs/commands/entered-sources.ts");
  return await readConfigFile(file, { channels: await listEnteredChannels({ openService }) });
}

interface Planned {
  result: DryRun;
  exitCode: number;
}

async function planAll(deps: CommandDeps, config: Config, planTable: PlanTable): Promise<Planned[]> {
  const open = config.tables.flatMap((table) => table.keys.map((key) => ({ table, key })));
  const planned = Array<Planned>(open.length);
  const queue = open.entries();
  const work = async (): Promise<void> => {
    for (const [index, { table, key }] of queue) {
      const done = await planOne(deps, planTable, table, key, config.lines.get(table.name) ?? 1);
      planned[index] = done;
      deps.say(sentence(done.result));
    }
  };
  await Promise.all(Array.from({ length: PLANS_MAX }, work));
  return planned;
}

async function planOne(
  deps: CommandDeps,
  planTable: PlanTable,
  table: TableDefinition,
  key: KeyDefinition,
  line: number,
): Promise<Planned> {
  const base = { table: table.name, key: key.name, line };
  try {
    const { snapshot, ...plan } = await planTable(toFactsRequest(table, key), { signal: deps.signal });
    return { result: { ...base, plan: { ...plan, snapshotId: snapshot?.id ?? null }, error: null }, exitCode: 0 };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "cancelled") throw error;
    return { result: { ...base, plan: null, error: { code: error.code, message: error.message } }, exitCode: error.exitCode };
  }
}

function sentence({ table, key, line, plan, error }: DryRun): string {
  const what = `${table} (${key})`;
  if (error !== null) return `${what}, line ${line}: ${error.message}`;
  if (plan === null || plan.snapshotId === null) return `${what}: the table was never written.`;
  const notes = plan.notes.map((note) => ` ${note}`).join("");
  return `${what}: a run would read ${formatBytes(plan.bytesPlanned)} of ${countOf(plan.data.files, "data file")} at snapshot ${plan.snapshotId}.${notes}`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function print(document: ConfigDocument, exitCode: number): CommandResult {
  return { output: `${JSON.stringify(ConfigDocument.parse(document), null, 2)}\n`, exitCode };
}
