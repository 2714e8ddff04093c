import { findWatchedLocation } from "#db/queries/watched-locations.ts";
import { entriesWorld } from "#jobs/asking/entries-world.ts";
import { matchEntries } from "#jobs/asking/match-entries.ts";
import { planEntry } from "#jobs/asking/plan-entry.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { formatCatalogLocation } from "#lib/catalog-table.ts";
import { locationFault, sayFaults, takeCatalog } from "#lib/config/take-one-entry.ts";
import type { AskedTable, CatalogFinding, CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";
import type { CatalogSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import type { AskOptions } from "#lib/iceberg/contract-asking.ts";

/** The answer to a question. Throws AppError as Asking says, and usage for what may not be entered and so not be asked. */
export async function answerQuestion(deps: TaskDeps, asked: CatalogRequestBody, options: AskOptions): Promise<CatalogFinding> {
  const { asking } = deps;
  switch (asked.kind) {
    case "test":
      return { kind: "test", test: await asking.testCatalog(await settingsOf(deps, asked.catalog), options) };
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

type AskedCatalog = Extract<CatalogRequestBody, { kind: "test" }>["catalog"];

async function settingsOf(deps: TaskDeps, asked: AskedCatalog): Promise<CatalogSettings> {
  if ("name" in asked) {
    const { catalogs } = deps.settings().sources;
    const found = catalogs.find(({ name }) => name.toLowerCase() === asked.name.toLowerCase());
    if (found) return found;
    const have = catalogs.length === 0 ? "there are none" : `there are ${catalogs.map(({ name }) => name).join(", ")}`;
    throw new AppError(
      "unknown_catalog",
      `No catalog ${asked.name} is in use: ${have}. One that was entered just now is in use within seconds.`,
    );
  }
  const { catalog, faults } = takeCatalog(asked.written, await entriesWorld(deps));
  if (catalog !== null) return catalog;
  throw new AppError("usage", sayFaults(faults));
}

/** As `location` of a definition says it. A place is looked at when a table may be entered there, or one of it is watched. */
async function locationOf(deps: TaskDeps, table: AskedTable): Promise<string> {
  if (!("location" in table)) return formatCatalogLocation(table);
  const { location } = table;
  const fault = locationFault(location, await entriesWorld(deps));
  if (fault === "" || (await findWatchedLocation(deps.database.db, location))) return location;
  throw new AppError("usage", fault);
}
