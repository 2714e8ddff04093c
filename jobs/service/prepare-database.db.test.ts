import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openDatabase, type Database } from "#db/client.ts";
import { startEmbeddedPostgres } from "#db/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { prepareDatabase } from "#jobs/service/prepare-database.ts";

test("a Postgres that is killed in the middle of a migration is waited for, and the schema is whole then", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "bergwatch-prepare-"));
  const said: string[] = [];
  const say = (sentence: string): void => void said.push(sentence);
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" }, say });
  const database = openDatabase({ url: postgres.url, connectionsMax: 1 });
  try {
    const prepared = prepareDatabase(postgres.url, say, { dataDir, keySecret: null, keySecretFile: null });
    await untilWriting(database);
    process.kill(Number(readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL");
    await prepared;
    expect(said).toContain("Postgres ended unasked; it is started again.");
    expect(said).toContain("Postgres went away while the database was prepared; it is tried again once Postgres responds.");
    expect(said.at(-1)).toMatch(/^The database was brought to the newest schema: 0000_/);
    expect(await migrateDatabase(database)).toEqual([]);
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Until the migration has changed something that is not committed. */
async function untilWriting({ db }: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute(
      "select from pg_stat_activity where application_name = 'bergwatch start' and backend_xid is not null",
    );
    if (rows.length > 0) return;
    await sleep(1);
  }
}
