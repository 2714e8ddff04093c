import { pino } from "pino";
import type { CommandDeps } from "#jobs/commands/command-deps.ts";
import { runCli } from "#jobs/commands/run-cli.ts";
import { openService } from "#jobs/commands/service.ts";
import { NO_STORAGE } from "#jobs/testing/no-storage.ts";
import type { TaskWorld } from "#jobs/testing/task-world.ts";

/** Runs a command line against a world's service, with `more` in the place of what is there else: no configuration, no samples, nobody who reads along. */
export async function runCommand(
  { lake, database, clock }: Pick<TaskWorld, "lake" | "database" | "clock">,
  args: readonly string[],
  more: Partial<CommandDeps> = {},
) {
  return await runCli(args, {
    gatherFacts: lake.gatherFacts,
    listSnapshots: lake.listSnapshots,
    lookUpKey: lake.lookUpKey,
    configFile: () => "/no/such/bergwatch.yaml",
    exportFolder: () => lake.exportFolder,
    openService: async () => await openService(database.url),
    listSampleTables: async () => await Promise.resolve([]),
    machine: () => ({ host: "127.0.0.1", dataDir: "/no/such/folder" }),
    storage: () => NO_STORAGE,
    log: () => pino({ level: "silent" }),
    now: () => clock.now,
    signal: new AbortController().signal,
    say: () => {},
    interactive: false,
    ...more,
  });
}
