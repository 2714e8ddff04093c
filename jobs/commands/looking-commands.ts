import { Command, Option } from "commander";
import { several } from "#jobs/commands/arguments.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import type { RawPlace } from "#jobs/commands/check-place.ts";
import { withRegistryProof } from "#jobs/commands/entry-commands.ts";
import type { RawRegistry } from "#jobs/commands/entry-options.ts";
import type { MatchOptions, RawAddress } from "#jobs/commands/look-for-tables.ts";

type Settle = (result: CommandResult) => void;

/** `catalogs test`, `browse`, `show` and `match`; what they do is imported when it is wanted. */
export function defineCatalogLookingCommands(deps: CommandDeps, settle: Settle): Command[] {
  const look = async () => await import("#jobs/commands/look-for-tables.ts");
  return [
    new Command("test")
      .description("Tries a catalog step by step, from its address to the files of a table.")
      .argument("[name]", "a catalog of the configuration, or one that was entered")
      .option("--uri <address>", "an Iceberg REST catalog that is not configured: its address up to /v1")
      .option("--warehouse <name>", "the warehouse that --uri is asked for")
      .option("--auth-token-env <variable>", "the environment variable that holds a token for --uri")
      .action(async (name: string | undefined, raw: RawAddress) => settle(await (await look()).testCatalog(deps, name, raw))),
    new Command("browse")
      .description("Lists the namespaces and tables right below a namespace, or the outermost namespaces.")
      .argument("<name>", "a catalog")
      .argument("[namespace]", "levels with dots between them; put one that contains a dot in double quotes")
      .action(async (name: string, namespace: string | undefined) => settle(await (await look()).browseCatalog(deps, name, namespace))),
    new Command("show")
      .description("Describes a catalog's table by its metadata: columns, partitioning, snapshots, what writes it, keys that it may have.")
      .argument("<name>", "a catalog")
      .argument("<table>", "its name there: shop.orders")
      .action(async (name: string, table: string) => settle(await (await look()).showTable(deps, name, table))),
    new Command("match")
      .description("Finds the tables that a pattern names, each as it would be entered in the configuration.")
      .argument("<name>", "a catalog")
      .argument("<pattern>", "shop.*, shop.**, **.orders: * for anything within a level, ** for levels as well")
      .option("--key <columns>", "a key, its columns with commas between; repeat it: the first whose columns a table has counts", several)
      .addOption(new Option("--key-by <what>", "use the tables' own identifier fields instead of --key").choices(["identifier"]))
      .addOption(
        new Option("--format <format>", "yaml: the tables that can be entered, as bergwatch.yaml has them")
          .choices(["json", "yaml"])
          .default("json"),
      )
      .action(async (name: string, pattern: string, raw: MatchOptions) =>
        settle(await (await look()).matchTables(deps, name, pattern, raw)),
      ),
  ];
}

/** `registries test`. */
export function defineRegistryTestCommand(deps: CommandDeps, settle: Settle): Command {
  const command = new Command("test")
    .description("Tries a schema registry step by step, from its address to the schema of a key.")
    .argument("[name]", "a schema registry of the configuration, or one that was entered")
    .option("--url <address>", "one that is not configured: its address; the other options are about it");
  return withRegistryProof(command).action(async (name: string | undefined, raw: Partial<RawRegistry>) => {
    const { testRegistry } = await import("#jobs/commands/test-registry.ts");
    settle(await testRegistry(deps, name, raw));
  });
}

/** `tables suggest` and `tables plan`. */
export function defineTableLookingCommands(deps: CommandDeps, settle: Settle): Command[] {
  const look = async () => await import("#jobs/commands/look-for-tables.ts");
  return [
    withPlace(
      new Command("suggest").description("Describes a table that is not watched, and the keys that a few of its rows speak for."),
    ).action(async (raw: RawPlace) => settle(await (await look()).suggestKeys(deps, raw))),
    withPlace(new Command("plan").description("Says what one run of a table that is not watched would read; no data is."))
      .option("--key <column>", "a column of the business key; repeat it in order", several)
      .option("--where <condition>", "a SQL condition on the table's columns")
      .action(async (raw: RawPlace & { key?: string[]; where?: string }) => settle(await (await look()).planTable(deps, raw))),
  ];
}

function withPlace(command: Command): Command {
  return command
    .option("--location <path>", "a ….metadata.json file or a table directory, s3://… too")
    .option("--catalog <name>", "a catalog, instead of --location; needs --table")
    .option("--table <name>", "the table in the catalog: shop.orders")
    .option("--catalog-uri <address>", "an Iceberg REST catalog that is not configured: its address up to /v1")
    .option("--warehouse <name>", "the warehouse that --catalog-uri is asked for")
    .option("--auth-token-env <variable>", "the environment variable that holds a token for --catalog-uri");
}
