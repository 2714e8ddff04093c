import { openDatabase, waitForDatabase } from "#db/client.ts";
import { adoptKeySecret } from "#db/key-secret.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { isStoreUnreachable } from "#db/store-errors.ts";
import type { Env } from "#lib/env.ts";
import { keySecretPlace } from "#lib/key-secret.ts";

type SecretEnv = Pick<Env, "dataDir" | "keySecret" | "keySecretFile">;

/** A Postgres that ended is started again within seconds. */
const PREPARE_MS_MAX = 60_000;

/**
 * Waits for Postgres, migrates its database to this version's schema, and adopts the secret of key hashes. If Postgres goes away, it starts again, for up
 * to a minute in total; each migration is atomic. Throws AppError as waitForDatabase, migrateDatabase and adoptKeySecret do.
 */
export async function prepareDatabase(url: string, say: (sentence: string) => void, env: SecretEnv): Promise<void> {
  for (const deadline = performance.now() + PREPARE_MS_MAX; ;) {
    try {
      await waitForDatabase(url, { timeoutMs: Math.max(1, deadline - performance.now()) });
      return await migrate(url, say, env);
    } catch (error) {
      if (!isStoreUnreachable(error) || performance.now() >= deadline) throw error;
      say("Postgres went away while the database was prepared; it is tried again once Postgres responds.");
    }
  }
}

async function migrate(url: string, say: (sentence: string) => void, env: SecretEnv): Promise<void> {
  const database = openDatabase({ url, connectionsMax: 1, applicationName: "bergwatch start" });
  try {
    const applied = await migrateDatabase(database);
    if (applied.length > 0) say(`The database was brought to the newest schema: ${applied.join(", ")}.`);
    await adoptKeySecret({ database, place: keySecretPlace(env), dataDir: env.dataDir, say });
  } finally {
    await database.close();
  }
}
