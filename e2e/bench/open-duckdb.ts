import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { env } from "#lib/env.ts";

/** Plain DuckDB as a person has it: its own defaults for memory, the threads that a reading gets, signed local extensions. */
export async function openDuckdb(options: Record<string, string> = {}): Promise<DuckDBInstance> {
  const spill = join(env().dataDir, "bench", "spill");
  mkdirSync(spill, { recursive: true });
  return await DuckDBInstance.create(":memory:", {
    extension_directory: env().extensionDir,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    temp_directory: spill,
    threads: String(env().threads),
    ...options,
  });
}
