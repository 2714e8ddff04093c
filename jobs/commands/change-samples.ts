import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { setSamples } from "#jobs/configuration.ts";

/** Dismisses the sample tables, or shows them again beside the own ones. */
export async function changeSamples(
  { database }: Service,
  { now, listSampleTables }: CommandDeps,
  { shown }: { shown: boolean },
): Promise<CommandResult> {
  const tables = await setSamples({ database, now, listSampleTables }, { shown, by: null });
  return { output: printed({ samples: shown ? "shown" : "dismissed", tables }), exitCode: 0 };
}
