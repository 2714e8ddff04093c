import { Command, InvalidArgumentError, Option } from "commander";
import type { AskKeysInput } from "#jobs/commands/ask-keys.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import type { ExportKeysInput } from "#jobs/commands/export-keys.ts";
import { withService } from "#jobs/commands/service-commands.ts";
import { SnapshotId } from "#lib/contracts/key-requests.ts";
import { EXPORT_FORMATS } from "#lib/names.ts";

/** The commands that ask the running service about a table's keys; what one of them leaves goes to `settle`. */
export function defineKeyCommands(deps: CommandDeps, settle: (result: CommandResult) => void): Command[] {
  return [
    withKey(new Command("look-up"))
      .description("Looks one key up by its exact values, in the whole table, and prints its rows.")
      .argument("<table name>", "a table that is watched")
      .argument("<value...>", "a value for each column of the key, in its order; bytes in hex")
      .action(async (table: string, values: string[], input: AskKeysInput) => {
        const { lookUp } = await import("#jobs/commands/look-up.ts");
        await withService(deps, settle, async (service) => await lookUp(service, deps, { table, values, ...input }));
      }),
    withKey(new Command("export-keys"))
      .description("Writes all duplicated keys of a table to a file, and prints where it is.")
      .argument("<table name>", "a table that is watched")
      .addOption(new Option("--format <format>", "of the file").choices(EXPORT_FORMATS).default("csv"))
      .option("--to <file>", "copy it there (default: it stays where the worker wrote it, for a week)")
      .action(async (table: string, input: ExportKeysInput) => {
        const { exportKeys } = await import("#jobs/commands/export-keys.ts");
        await withService(deps, settle, async (service) => await exportKeys(service, deps, { table, ...input }));
      }),
  ];
}

function withKey(command: Command): Command {
  return command
    .option("--key <name>", "one of several keys, by its name (default: the first)")
    .option("--snapshot <id>", "at this snapshot (default: the newest)", snapshotId);
}

function snapshotId(value: string): string {
  if (!SnapshotId.safeParse(value).success) throw new InvalidArgumentError("Not a snapshot id.");
  return value;
}
