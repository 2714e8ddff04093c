import { Command } from "commander";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";

/** The commands that save what an installation stores, and bring it back; what one of them leaves goes to `settle`. */
export function defineBackupCommands(deps: CommandDeps, settle: (result: CommandResult) => void): Command[] {
  return [
    new Command("backup")
      .description("Writes a backup of the data folder, with its Postgres, to a new folder. The service may run.")
      .argument("<folder>", "where to write it; it must be empty or not exist")
      .action(async (folder: string) => {
        const { makeBackup } = await import("#jobs/commands/make-backup.ts");
        settle(await makeBackup(deps, folder));
      }),
    new Command("restore")
      .description("Restores a backup to the data folder. The service must be stopped.")
      .argument("<folder>", "the folder that backup wrote")
      .option("--replace", "replace what the data folder holds; the old files are kept in a folder in it")
      .action(async (folder: string, { replace = false }: { replace?: boolean }) => {
        const { restoreBackup } = await import("#jobs/commands/restore-backup.ts");
        settle(await restoreBackup(deps, folder, { replace }));
      }),
  ];
}
