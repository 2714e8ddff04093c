import { entryWorld } from "#app/api/settings/entry-world.ts";
import type { Db } from "#db/client.ts";
import { findWatchedLocation } from "#db/queries/watched-locations.ts";
import { locationFault, sayFaults, takeCatalog, takeRegistry, takeTable } from "#lib/config/take-one-entry.ts";
import type { CatalogFinding, CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";
import { AppError } from "#lib/errors.ts";

/**
 * Looks at what a question names before it is stored, so that nothing is which could hold a secret or lead where nobody may be led; workers
 * look again by their own bounds. Returns the answer where that is known at once: an entry with faults. Throws AppError usage.
 */
export async function checkAsked(db: Db, asked: CatalogRequestBody): Promise<Extract<CatalogFinding, { kind: "plan" }> | null> {
  if (asked.kind === "browse" || (asked.kind === "test" && "name" in asked.catalog)) return null;
  if (asked.kind === "test_registry" && "name" in asked.registry) return null;
  if ((asked.kind === "describe" || asked.kind === "sample") && !("location" in asked.table)) return null;
  const world = await entryWorld(db);
  switch (asked.kind) {
    case "test":
      if ("written" in asked.catalog) refuse(sayFaults(takeCatalog(asked.catalog.written, world).faults));
      return null;
    case "test_registry":
      if ("written" in asked.registry) refuse(sayFaults(takeRegistry(asked.registry.written, world).faults));
      return null;
    case "describe":
    case "sample": {
      const location = "location" in asked.table ? asked.table.location : "";
      const fault = locationFault(location, world);
      if (fault !== "" && !(await findWatchedLocation(db, location))) refuse(fault);
      return null;
    }
    case "plan": {
      const { faults } = takeTable(asked.written, world);
      return faults.length === 0 ? null : { kind: "plan", plan: { faults, keys: [] } };
    }
    case "match":
      // What is wrong with it is said once, and not of each table.
      refuse(
        sayFaults(
          takeTable({ key: "a column", ...asked.rule.shared, name: "a table", catalog: asked.catalog, table: "a.table" }, world).faults,
        ),
      );
      return null;
  }
}

function refuse(fault: string): void {
  if (fault !== "") throw new AppError("usage", fault);
}
