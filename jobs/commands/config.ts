import { Command } from "commander";
import { configJsonSchema } from "#lib/config/json-schema.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { withService } from "#jobs/commands/service-commands.ts";
import { type ConfigCheckInput, runConfigCheck } from "#jobs/commands/config-check.ts";

/** The command `config` with its own commands; what one of them leaves goes to `settle`. */
export function defineConfigCommand(deps: CommandDeps, settle: (result: CommandResult) => void): Command {
  const check = new Command("check")
    .description("Reads the configuration and says what it amounts to, or all that is wrong with it, with lines.")
    .option("--file <path>", "the file (default: BERGWATCH_CONFIG, else bergwatch.yaml)")
    .option("--dry-run", "also find each table, its columns and what a run would read; no data is read")
    .action(async (options: ConfigCheckInput) => settle(await runConfigCheck(deps, options)));
  const schema = new Command("schema")
    .description("Prints the JSON Schema of the configuration, for editors.")
    .action(() => settle({ output: `${JSON.stringify(configJsonSchema(), null, 2)}\n`, exitCode: 0 }));
  const exported = new Command("export")
    .description("Prints all that was entered in the settings, as bergwatch.yaml would say it; secrets are references there too.")
    .option("--output <path>", "write it into a file that is not there yet")
    .action(async ({ output }: { output?: string }) => {
      const { exportEntries } = await import("#jobs/commands/export-entries.ts");
      await withService(deps, settle, async (service) => await exportEntries(service, { output, now: deps.now() }));
    });
  return new Command("config")
    .description("Check the configuration file, or export entries as YAML.")
    .addCommand(check)
    .addCommand(schema)
    .addCommand(exported);
}
