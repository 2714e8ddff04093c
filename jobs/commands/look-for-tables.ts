import { resolve } from "node:path";
import { stringify } from "yaml";
import { planKeys } from "#jobs/asking/plan-keys.ts";
import { toMatches } from "#jobs/asking/to-matches.ts";
import { askHereOrService, askOptions, ownAsking } from "#jobs/commands/ask-catalog.ts";
import { atAddress, toPlace, type RawPlace } from "#jobs/commands/check-place.ts";
import { findConfigured } from "#jobs/commands/find-configured.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { parseTableName } from "#lib/contracts/table-name.ts";
import { formatCatalogLocation } from "#lib/catalog-table.ts";
import type { Config } from "#lib/config/config.ts";
import type { EntriesWorld } from "#lib/config/prepare-entries.ts";
import { loadFile, loadSources } from "#lib/config/load-sources.ts";
import { sayFaults, takeTable } from "#lib/config/take-one-entry.ts";
import type { CatalogTest, RegistryTest } from "#lib/contracts/browse-documents.ts";
import type { MatchRule, TableMatches } from "#lib/contracts/catalog-requests.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import type { CatalogSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";

/** The commands that look for tables: each prints one document. Throw AppError as the asking does. */

export type RawAddress = Partial<Record<"uri" | "warehouse" | "authTokenEnv", string>>;

/** A failed step is told by the exit code of what is wrong with a catalog. */
const SOURCE_FAILED = 3;

/** Tries a catalog by its name, or one by its address. */
export async function testCatalog(deps: CommandDeps, name: string | undefined, { uri, ...raw }: RawAddress): Promise<CommandResult> {
  if ((name === undefined) === (uri === undefined)) throw usage("Name one catalog: one of the configuration, or another by --uri.");
  const here = async (settings: CatalogSettings) => ({
    kind: "test" as const,
    test: await ownAsking(deps).testCatalog(settings, askOptions(deps)),
  });
  const { test } =
    name === undefined
      ? await here(firstCatalog(atAddress(raw, uri ?? "").sources.catalogs))
      : await askHereOrService<"test">(
          deps,
          { kind: "test", catalog: { name } },
          async () => await here(await configuredCatalog(deps, name)),
        );
  return printTest(deps, test);
}

/** A test step by step for a person, and as a document. */
export function printTest({ say }: Pick<CommandDeps, "say">, test: CatalogTest | RegistryTest): CommandResult {
  for (const { step, outcome, sentence } of test.probes) say(`${step}: ${outcome}. ${sentence}`);
  return print(test, test.probes.some(({ outcome }) => outcome === "failed") ? SOURCE_FAILED : 0);
}

/** What lies right below a namespace. */
export async function browseCatalog(deps: CommandDeps, catalog: string, written: string | undefined): Promise<CommandResult> {
  const namespace = written === undefined ? [] : parseTableName(`${written}.x`)?.namespace;
  if (namespace === undefined)
    throw usage(`"${written ?? ""}" is not a namespace: write its levels with dots between them, one with a dot in double quotes.`);
  const { listing } = await askHereOrService<"browse">(deps, { kind: "browse", catalog, namespace }, async () => ({
    kind: "browse",
    listing: await ownAsking(deps).browse(catalog, namespace, askOptions(deps)),
  }));
  return print(listing);
}

/** A catalog's table as its metadata says. */
export async function showTable(deps: CommandDeps, catalog: string, written: string): Promise<CommandResult> {
  const named = parseTableName(written);
  if (named === null)
    throw usage(`"${written}" names no table of a catalog: write namespace and table with a dot between them, such as shop.orders.`);
  const { description } = await askHereOrService<"describe">(deps, { kind: "describe", table: { catalog, ...named } }, async () => ({
    kind: "describe",
    description: await ownAsking(deps).describe(formatCatalogLocation({ catalog, ...named }), askOptions(deps)),
  }));
  return print(description);
}

/** What a table is, and which keys a few of its rows speak for. */
export async function suggestKeys(deps: CommandDeps, raw: RawPlace): Promise<CommandResult> {
  const { location } = placed(deps, raw);
  const named = raw.catalog === undefined || raw.table === undefined ? null : parseTableName(raw.table);
  const table = named === null || raw.catalog === undefined ? { location } : { catalog: raw.catalog, ...named };
  const { description } = await askHereOrService<"describe">(deps, { kind: "describe", table }, async () => ({
    kind: "describe",
    description: await ownAsking(deps).describe(location, askOptions(deps)),
  }));
  const { sample } = await askHereOrService<"sample">(deps, { kind: "sample", table }, async () => ({
    kind: "sample",
    sample: await ownAsking(deps).sampleKeys(location, askOptions(deps)),
  }));
  return print({ description, sample });
}

/** What one run would read. */
export async function planTable(
  deps: CommandDeps,
  { key, where, ...raw }: RawPlace & { key?: string[]; where?: string },
): Promise<CommandResult> {
  const place = placed(deps, raw);
  if (key === undefined)
    throw usage("--key is missing: name the columns of the business key, such as --key order_id; repeat it for a key of several columns.");
  const catalog = raw.catalog ?? place.sources.catalogs[0]?.name;
  const lies: WrittenEntry = catalog === undefined ? { location: absolute(place.location) } : { catalog, table: raw.table ?? "" };
  const written: WrittenEntry = { name: "table", ...lies, key };
  if (where !== undefined) written["filter"] = where;
  const { plan } = await askHereOrService<"plan">(deps, { kind: "plan", written }, async () => {
    const config = await loadFile(deps.configFile());
    const world = worldOf(config, catalog === undefined || raw.catalog !== undefined ? [] : [catalog]);
    if (raw.catalog !== undefined) await configuredCatalog(deps, raw.catalog);
    const { table, faults } = takeTable(written, world);
    if (table === null) throw usage(sayFaults(faults));
    const keys = await planKeys(ownAsking(deps), table, { ...askOptions(deps), speed: { smallMs: null, bytesPerMs: null } });
    return { kind: "plan", plan: { faults: [], keys } };
  });
  return print(plan, plan.keys.some(({ error }) => error !== null) ? SOURCE_FAILED : 0);
}

export interface MatchOptions {
  key?: string[];
  keyBy?: "identifier";
  format: "json" | "yaml";
}

/** The tables of a catalog that a pattern names, as they would be entered. */
export async function matchTables(
  deps: CommandDeps,
  catalog: string,
  pattern: string,
  { key, keyBy, format }: MatchOptions,
): Promise<CommandResult> {
  if ((key === undefined) === (keyBy === undefined))
    throw usage("Say what the tables are watched by: --key with columns, or --key-by identifier.");
  const by: MatchRule["key"] =
    key === undefined ? { by: "identifier" } : { by: "columns", keys: key.map((columns) => splitColumns(columns)) };
  const rule: MatchRule = { pattern, key: by, shared: {} };
  const { matches } = await askHereOrService<"match">(deps, { kind: "match", catalog, rule }, async () => {
    await configuredCatalog(deps, catalog);
    const { tables, looked, isCut } = await ownAsking(deps).findTables(catalog, rule, askOptions(deps));
    const config = await loadFile(deps.configFile());
    const context = { rule, world: worldOf(config, []), watched: config?.tables ?? [], signal: deps.signal };
    return { kind: "match", matches: { tables: await toMatches(tables, context), looked, isCut } };
  });
  if (format === "json") return print(matches);
  sayLeftOut(deps, matches);
  const tables = matches.tables.flatMap(({ written }) => written ?? []);
  return { output: stringify({ tables }, { lineWidth: 0, aliasDuplicateObjects: false }), exitCode: 0 };
}

function sayLeftOut({ say }: CommandDeps, { tables, isCut }: TableMatches): void {
  for (const { table, problem, watchedAs } of tables) {
    if (watchedAs !== null) say(`${table} is left out: it is watched already, as ${watchedAs}.`);
    else if (problem !== null) say(`${table} is left out: ${problem}`);
  }
  if (isCut) say("More tables match than are shown; write a narrower pattern for them.");
}

function placed(deps: CommandDeps, raw: RawPlace) {
  const place = toPlace(raw);
  if (place === null) throw usage("Say which table: --location, or --catalog and --table.");
  deps.useSources?.(place.sources);
  return place;
}

/** Throws AppError unknown_catalog. */
async function configuredCatalog({ configFile }: CommandDeps, name: string): Promise<CatalogSettings> {
  return findConfigured("catalog", (await loadSources(configFile())).catalogs, name);
}

/** Whoever has this machine's command line may name any place of it. */
function worldOf(config: Config | null, named: readonly string[]): EntriesWorld {
  const file = config?.parts ?? { defaults: null, tables: [], catalogs: [], stores: [] };
  // A table that the file names may be planned and found again.
  return {
    file: { ...file, tables: [], catalogs: [...file.catalogs, ...named] },
    stored: [],
    bounds: { allowed: true, addresses: null, secrets: [], places: null },
  };
}

/** At the commas outside double quotes. */
function splitColumns(written: string): string[] {
  const columns = written.match(/(?:"(?:[^"]|"")*"|[^",])+/g)?.map((one) => one.trim()) ?? [];
  if (columns.length > 0 && !columns.includes("")) return columns;
  throw usage(`"${written}" names no columns: write them with commas between, such as --key tenant_id,order_id.`);
}

function absolute(location: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(location) ? location : resolve(location);
}

function firstCatalog([first]: readonly CatalogSettings[]): CatalogSettings {
  if (first === undefined) throw new Error("an address named no catalog");
  return first;
}

function print(document: unknown, exitCode = 0): CommandResult {
  return { output: `${JSON.stringify(document, null, 2)}\n`, exitCode };
}

function usage(message: string): AppError {
  return new AppError("usage", message);
}
