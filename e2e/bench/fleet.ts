import { join } from "node:path";
import { openDatabase, type Database } from "#db/client.ts";
import { startEmbeddedPostgres } from "#db/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { SCENARIOS } from "#db/seed/scenarios.ts";
import { env } from "#lib/env.ts";

/** The seeded states of the store that web cases can look at. */
export const FLEETS = ["month", "year"] as const;
export type Fleet = (typeof FLEETS)[number];

export interface OpenFleet {
  url: string;
  /** Ids by name; some have duplicates. */
  tableIds: string[];
  /** Where the server's files lie. */
  dataDir: string;
  stop: () => Promise<void>;
}

/**
 * A Postgres of its own below the data directory that holds this fleet; seeded at the first time, which takes minutes for a month and a quarter of an hour
 * for a year. Its newest runs are taken for on time, so that a fleet of last week looks as one of today.
 */
export async function openFleet(fleet: Fleet, say: (line: string) => void): Promise<OpenFleet> {
  const dataDir = join(env().dataDir, "bench", `fleet-${fleet}`);
  const postgres = await startEmbeddedPostgres({ dataDir });
  const database = openDatabase({ url: postgres.url, applicationName: "bergwatch bench", statementTimeoutMs: 0, connectionsMax: 1 });
  try {
    await migrateDatabase(database);
    await fill(database, fleet, say);
    return { url: postgres.url, tableIds: await takeForNew(database), dataDir, stop: postgres.stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  } finally {
    await database.close();
  }
}

/** What a former run left half is thrown away with its database. */
async function fill({ db }: Database, fleet: Fleet, say: (line: string) => void): Promise<void> {
  const { rows } = await db.execute<{ seeded: boolean }>("select exists (select from tables where last_run_at is not null) as seeded");
  if (rows[0]?.seeded === true) return;
  await db.execute("truncate tables, reason_sets cascade");
  const scenario = SCENARIOS.find(({ name }) => name === fleet);
  if (scenario === undefined) throw new Error(`there is no scenario "${fleet}"`);
  const { facts } = await scenario.run(db, { tables: scenario.tables, days: scenario.days, now: new Date(), say });
  say(`The ${fleet} is seeded: ${facts.toLocaleString("en")} rows of facts.`);
}

/** Ids by name. The next observations are put into the future; a worker that would make them does not run. */
async function takeForNew({ db }: Database): Promise<string[]> {
  await db.execute(
    "update tables set last_succeeded_at = now(), last_run_at = now() - interval '3 seconds', next_observation_due_at = now() + interval '1 hour'",
  );
  await db.execute("vacuum tables");
  const { rows } = await db.execute<{ id: string }>("select id from tables where archived_at is null order by name");
  return rows.map(({ id }) => id);
}
