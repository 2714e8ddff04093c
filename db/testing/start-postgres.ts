import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../client.ts";
import { startEmbeddedPostgres } from "../embedded.ts";
import { migrateDatabase } from "../migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the template, a migrated and empty database; others of the same server differ in the last part. */
    templateUrl: string;
  }
}

/** One Postgres for all database tests of a run, in a folder of its own that goes with it. Vitest calls what this returns at the end. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "bergwatch-db-"));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
  });
  const database = openDatabase({ url: postgres.url });
  await migrateDatabase(database);
  await database.close();
  provide("templateUrl", postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
