import { openDatabase, waitForDatabase } from "#db/client.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { isStoreUnreachable } from "#db/store-errors.ts";

/** A Postgres that ended is started again within seconds. */
const PREPARE_MS_MAX = 60_000;

/**
 * Waits for Postgres and brings its database to this version's schema. Begins again when Postgres goes away meanwhile, for a minute in all: a
 * migration is applied whole or not at all. Throws AppError as waitForDatabase and migrateDatabase do.
 */
export async function prepareDatabase(url: string, say: (sentence: string) => void): Promise<void> {
  for (const deadline = performance.now() + PREPARE_MS_MAX; ;) {
    try {
      await waitForDatabase(url, { timeoutMs: Math.max(1, deadline - performance.now()) });
      return await migrate(url, say);
    } catch (error) {
      if (!isStoreUnreachable(error) || performance.now() >= deadline) throw error;
      say("Postgres went away while the database was prepared; it is tried again once Postgres responds.");
    }
  }
}

async function migrate(url: string, say: (sentence: string) => void): Promise<void> {
  const database = openDatabase({ url, connectionsMax: 1, applicationName: "bergwatch start" });
  try {
    const applied = await migrateDatabase(database);
    if (applied.length > 0) say(`The database was brought to the newest schema: ${applied.join(", ")}.`);
  } finally {
    await database.close();
  }
}
