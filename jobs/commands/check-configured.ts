import { type CheckInput, chooseSnapshot, type RawOptions } from "#jobs/commands/check-options.ts";
import { findEnteredTable } from "#jobs/commands/entered-sources.ts";
import type { CommandDeps } from "#jobs/commands/command-deps.ts";
import { toFactsRequest } from "#lib/config/facts-request.ts";
import { readConfigFile } from "#lib/config/read-config-file.ts";
import { NO_SOURCES } from "#lib/contracts/source-settings.ts";
import type { KeyDefinition, TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";

/** What may be said of a check beside the table's name; everything else stands in the configuration. */
const ALLOWED = new Set<keyof RawOptions>(["key", "snapshot", "branch", "failOn", "samples", "readBy", "verbose"]);

/**
 * A check of a table that the configuration names (or of a sample table where there is none), else of one that was entered in the running
 * service; nothing is stored, and no service is needed for the former.
 * Throws AppError unknown_table, and usage for a faulty configuration and for options that the configuration decides.
 */
export async function toConfiguredCheckInput(
  deps: Pick<CommandDeps, "configFile" | "listSampleTables" | "openService">,
  name: string,
  raw: RawOptions,
): Promise<CheckInput> {
  for (const place of ["location", "catalog", "catalogUri", "table"] as const) {
    if (raw[place] === undefined) continue;
    throw new AppError(
      "usage",
      `Both a table name ("${name}") and --${place === "catalogUri" ? "catalog-uri" : place} are given: the name means a configured table, so leave one of them out.`,
    );
  }
  const table = await findTable(deps, name);
  refuseOthers(raw, table.name);
  const request = toFactsRequest(table, chooseKey(table, raw.key));
  const chosen = chooseSnapshot(raw);
  const key = chooseKey(table, raw.key);
  return {
    table: table.name,
    request: {
      ...request,
      readBy: raw.readBy ?? table.readBy,
      snapshot: chosen.by === "current" ? request.snapshot : chosen,
      sample: { ...request.sample, keysMax: raw.samples ?? request.sample.keysMax },
    },
    promise: key.promise,
    keep: key.keep,
    failOn: raw.failOn ?? null,
    verbose: raw.verbose ?? false,
    masked: table.masked,
    limits: table.limits,
    sources: NO_SOURCES,
  };
}

async function findTable(
  { configFile, listSampleTables, openService }: Pick<CommandDeps, "configFile" | "listSampleTables" | "openService">,
  name: string,
): Promise<TableDefinition> {
  const file = configFile();
  const loaded = await readConfigFile(file, { channels: null });
  if (loaded?.ok === false) {
    const [first] = loaded.faults;
    throw new AppError(
      "usage",
      `${file} has ${loaded.faults.length} faults, the first in line ${first?.line}: ${first?.message} "config check" lists them.`,
    );
  }
  const tables = loaded?.config.tables ?? (await listSampleTables());
  const written = tables.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const table = written ?? (await findEnteredTable({ openService }, name));
  if (table) return table;
  const where = loaded === null ? `there is no ${file}; the sample tables are` : `${file} names`;
  const names = tables.length === 0 ? "none" : tables.map((one) => one.name).join(", ");
  throw new AppError(
    "unknown_table",
    `"${name}" is not a configured table: ${where} ${names}. Or give its location: --location <metadata.json or table directory> --key <column>.`,
  );
}

function refuseOthers(raw: RawOptions, name: string): void {
  const first = Object.entries(raw).find(
    ([option, value]) => !ALLOWED.has(option as keyof RawOptions) && value !== undefined && !isEmpty(value),
  );
  if (first === undefined) return;
  const flag = first[0].replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new AppError(
    "usage",
    `--${flag} is given beside the configured table ${name}, and the configuration says it. Change it there, or leave out the name and give --location.`,
  );
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** `--key` chooses among several keys, by their columns. */
function chooseKey({ name, keys }: TableDefinition, columns: readonly string[] | undefined): KeyDefinition {
  const [first, ...others] = keys;
  const shown = keys.map((key) => key.columns.map((column) => `--key ${column}`).join(" ")).join("; ");
  if (columns !== undefined) {
    const found = keys.find((key) => key.columns.join("\0") === columns.join("\0"));
    if (found) return found;
    throw new AppError("usage", `The table ${name} has no key of these columns. Choose one: ${shown}.`);
  }
  if (first === undefined || others.length > 0)
    throw new AppError("usage", `The table ${name} has ${keys.length} keys. Choose one: ${shown}.`);
  return first;
}
