import { Command } from "commander";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import {
  defineCatalogEntryCommands,
  defineRegistryEntryCommands,
  defineStoreEntryCommands,
  defineTableEntryCommands,
} from "#jobs/commands/entry-commands.ts";
import { defineCatalogLookingCommands, defineRegistryTestCommand, defineTableLookingCommands } from "#jobs/commands/looking-commands.ts";
import { withService } from "#jobs/commands/service-commands.ts";
import type { Service } from "#jobs/commands/service.ts";

/**
 * The commands `catalogs`, `stores`, `registries` and `tables`, each with its own commands; alone they list. What one of them leaves goes to `settle`, and
 * what they do is imported when it is wanted.
 */
export function defineSourceGroups(deps: CommandDeps, settle: (result: CommandResult) => void): Command[] {
  const onService = async (work: (service: Service) => Promise<CommandResult>): Promise<void> => await withService(deps, settle, work);
  const catalogs = new Command("catalogs")
    .description(
      "Lists the catalogs with where they come from: the file or what was entered. add and remove change what was entered; the others ask a catalog.",
    )
    .action(async () => {
      const { listKinds } = await import("#jobs/commands/entries.ts");
      await onService(async (service) => await listKinds(service, ["catalog"]));
    });
  const stores = new Command("stores").description("Lists the stores of files in the same way.").action(async () => {
    const { listKinds } = await import("#jobs/commands/entries.ts");
    await onService(async (service) => await listKinds(service, ["store"]));
  });
  const registries = new Command("registries")
    .description("Lists the schema registries in the same way; test asks one.")
    .action(async () => {
      const { listKinds } = await import("#jobs/commands/entries.ts");
      await onService(async (service) => await listKinds(service, ["schema_registry"]));
    });
  const tables = new Command("tables")
    .description(
      "Lists the tables that the service watches, with their latest run and observation. add and remove change what was entered; the others look at one that is not watched.",
    )
    .action(async () => {
      const { listTables } = await import("#jobs/commands/list-tables.ts");
      await onService(async (service) => await listTables(service, deps.now()));
    });
  for (const command of [...defineCatalogEntryCommands(deps, settle), ...defineCatalogLookingCommands(deps, settle)])
    catalogs.addCommand(command);
  for (const command of defineStoreEntryCommands(deps, settle)) stores.addCommand(command);
  for (const command of [...defineRegistryEntryCommands(deps, settle), defineRegistryTestCommand(deps, settle)])
    registries.addCommand(command);
  for (const command of [...defineTableEntryCommands(deps, settle), ...defineTableLookingCommands(deps, settle)])
    tables.addCommand(command);
  return [catalogs, stores, registries, tables];
}
