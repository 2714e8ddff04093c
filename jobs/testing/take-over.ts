import { join } from "node:path";
import { ensureTables } from "#jobs/configuration.ts";
import type { TaskWorld } from "#jobs/testing/task-world.ts";
import type { ServiceSettings } from "#lib/contracts/table-definition.ts";
import { readConfigFile } from "#lib/config/read-config-file.ts";

/** Takes over what was entered, and a bergwatch.yaml of the folder, as a worker of this machine alone does. */
export async function takeOver({ deps }: Pick<TaskWorld, "deps">, folder: string): Promise<ServiceSettings> {
  const machine = { host: "127.0.0.1", dataDir: folder };
  const listSampleTables = async () => await Promise.resolve([]);
  return await ensureTables({ ...deps, file: join(folder, "bergwatch.yaml"), readFile: readConfigFile, listSampleTables, machine });
}
