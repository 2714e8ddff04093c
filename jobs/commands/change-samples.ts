import { listEntries } from "#db/queries/settings-entries.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { setSamples } from "#jobs/configuration.ts";
import { readConfigFile } from "#lib/config/read-config-file.ts";
import { AppError } from "#lib/errors.ts";

/** Takes the sample tables away for good, or brings them back. Throws AppError usage where a configuration stands in their place. */
export async function changeSamples(
  { database }: Service,
  { now, log, configFile, listSampleTables }: CommandDeps,
  { removed }: { removed: boolean },
): Promise<CommandResult> {
  const file = configFile();
  const loaded = removed ? null : await readConfigFile(file, { channels: null });
  if (loaded !== null && (!loaded.ok || loaded.config.hasTables)) {
    throw new AppError("usage", `${file} names the tables to watch: sample tables are shown only without tables of your own.`);
  }
  if (!removed && (await listEntries(database.db)).some(({ kind }) => kind === "table"))
    throw new AppError("usage", "Tables were entered in the settings: sample tables are watched only without any of one's own.");
  const deps = { database, now, log: log(), file, readFile: readConfigFile, listSampleTables };
  const tables = await setSamples(deps, { removed });
  return { output: printed({ samples: removed ? "removed" : "watched", tables }), exitCode: 0 };
}
