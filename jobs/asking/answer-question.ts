import { findWatchedLocation } from "#db/queries/watched-locations.ts";
import { entriesWorld } from "#jobs/asking/entries-world.ts";
import { matchEntries } from "#jobs/asking/match-entries.ts";
import { planEntry } from "#jobs/asking/plan-entry.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { formatCatalogLocation } from "#lib/catalog-table.ts";
import { noteRegistryLook } from "#jobs/run/note-registry-look.ts";
import { locationFault, sayFaults, takeCatalog, takeRegistry } from "#lib/config/take-one-entry.ts";
import type { AskedSource, AskedTable, CatalogFinding, CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";
import type { RegistryTest } from "#lib/contracts/browse-documents.ts";
import type { CatalogSettings, RegistrySettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import type { AskOptions } from "#lib/iceberg/contract-asking.ts";

/** The answer to a question. Throws AppError as Asking says, and usage for what may not be entered and so not be asked. */
export async function answerQuestion(deps: TaskDeps, asked: CatalogRequestBody, options: AskOptions): Promise<CatalogFinding> {
  const { asking } = deps;
  switch (asked.kind) {
    case "test":
      return { kind: "test", test: await asking.testCatalog(await settingsOf(deps, asked.catalog), options) };
    case "test_registry":
      return { kind: "test_registry", test: await askRegistry(deps, asked.registry, options) };
    case "browse":
      return { kind: "browse", listing: await asking.browse(asked.catalog, asked.namespace, options) };
    case "describe":
      return { kind: "describe", description: await asking.describe(await locationOf(deps, asked.table), options) };
    case "sample":
      return { kind: "sample", sample: await asking.sampleKeys(await locationOf(deps, asked.table), options) };
    case "plan":
      return { kind: "plan", plan: await planEntry(deps, asked.written, options) };
    case "match":
      return { kind: "match", matches: await matchEntries(deps, asked.catalog, asked.rule, options) };
  }
}

async function settingsOf(deps: TaskDeps, asked: AskedSource): Promise<CatalogSettings> {
  if ("name" in asked) return named(deps.settings().sources.catalogs, asked.name, "catalog");
  const { catalog, faults } = takeCatalog(asked.written, await entriesWorld(deps));
  if (catalog !== null) return catalog;
  throw new AppError("usage", sayFaults(faults));
}

/** What a test of a registry that is in use finds is how that registry does. */
async function askRegistry(deps: TaskDeps, asked: AskedSource, options: AskOptions): Promise<RegistryTest> {
  const settings = await registryOf(deps, asked);
  const test = await deps.asking.testRegistry(settings, options);
  const failed = test.probes.find(({ outcome }) => outcome === "failed");
  if ("name" in asked) await noteRegistryLook(deps, { name: settings.name, fault: failed?.sentence ?? null, ids: null });
  return test;
}

async function registryOf(deps: TaskDeps, asked: AskedSource): Promise<RegistrySettings> {
  if ("name" in asked) return named(deps.settings().sources.registries ?? [], asked.name, "schema registry");
  const { registry, faults } = takeRegistry(asked.written, await entriesWorld(deps));
  if (registry !== null) return registry;
  throw new AppError("usage", sayFaults(faults));
}

function named<T extends { name: string }>(known: readonly T[], name: string, what: string): T {
  const found = known.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  const have = known.length === 0 ? "there are none" : `there are ${known.map((one) => one.name).join(", ")}`;
  throw new AppError("unknown_catalog", `No ${what} ${name} is in use: ${have}. One that was entered just now is in use within seconds.`);
}

/** As `location` of a definition says it. A place is looked at when a table may be entered there, or one of it is watched. */
async function locationOf(deps: TaskDeps, table: AskedTable): Promise<string> {
  if (!("location" in table)) return formatCatalogLocation(table);
  const { location } = table;
  const fault = locationFault(location, await entriesWorld(deps));
  if (fault === "" || (await findWatchedLocation(deps.database.db, location))) return location;
  throw new AppError("usage", fault);
}
