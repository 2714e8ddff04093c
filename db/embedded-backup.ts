import { existsSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { BackupWriter } from "#lib/backup/backup-writer.ts";
import type { Manifest } from "#lib/backup/manifest.ts";
import { makeDataFolder } from "#lib/data-folder.ts";
import { AppError } from "#lib/errors.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";
import { copyRunningCluster } from "./embedded/base-backup.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { clusterPaths } from "./embedded/cluster.ts";
import { becomeOwner } from "./embedded/owner.ts";
import { clearLeftovers } from "./embedded/postmaster.ts";
import { findMigration, knowsMigration } from "./migration-names.ts";
import { asStoreError } from "./store-errors.ts";

type StoredDatabase = NonNullable<Manifest["database"]>;

/** Postgres's folder in the data folder. */
const FOLDER = "postgres";

/** Whether the data folder holds a Postgres of its own. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return existsSync(join(clusterPaths(dataDir).data, "PG_VERSION"));
}

/**
 * Adds the Postgres of the data folder to a backup, as it is at the end of this call. One that runs goes on; one that does not is started for
 * that time. Throws AppError store_*, already_running; rejects with the system's error when a file cannot be copied.
 */
export async function backUpEmbedded(dataDir: string, writer: BackupWriter): Promise<StoredDatabase> {
  const running = await findEmbeddedPostgres(dataDir);
  if (running !== null) return await backUpServer(running, dataDir, writer);
  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  try {
    return await backUpServer(url, dataDir, writer);
  } finally {
    await stop();
  }
}

async function backUpServer(url: string, dataDir: string, writer: BackupWriter): Promise<StoredDatabase> {
  const client = new Client({ connectionString: url, application_name: "bergwatch backup", keepAlive: true });
  client.on("error", () => {});
  const { data, passwordFile } = clusterPaths(dataDir);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select split_part(current_setting('server_version'), ' ', 1) as version");
    const migration = await newestMigration(client);
    await writer.addFolder(FOLDER);
    await writer.addFiles([{ path: `${FOLDER}/password`, from: passwordFile }], { mayVanish: false });
    await copyRunningCluster(client, data, writer, `${FOLDER}/data`);
    return { postgres: rows[0]?.version ?? "", migration };
  } catch (error) {
    // A file's own error says more: its codes mean something else of a server.
    throw error instanceof Error && "path" in error ? error : asStoreError(error, url);
  } finally {
    await client.end().catch(() => {});
  }
}

async function newestMigration(client: Client): Promise<string | null> {
  const { rows: tables } = await client.query<{ name: string | null }>("select to_regclass('drizzle.__drizzle_migrations')::text as name");
  if (tables[0]?.name == null) return null;
  const { rows } = await client.query<{ at: string | null }>("select max(created_at)::text as at from drizzle.__drizzle_migrations");
  const at = rows[0]?.at ?? null;
  if (at === null) return null;
  const tag = findMigration(Number(at));
  if (tag !== null) return tag;
  throw new AppError("store_unsupported", "The database was last used by a newer Bergwatch; back it up with that version.");
}

/** Throws AppError store_unsupported when this version cannot run what a backup holds. */
export async function requireRestorable({ postgres, migration }: StoredDatabase, bergwatch: string): Promise<void> {
  const { major } = await findBinaries();
  if (postgres.split(".")[0] !== major) {
    throw new AppError(
      "store_unsupported",
      `The backup holds the files of Postgres ${postgres}, and this Bergwatch brings Postgres ${major}; restore it with Bergwatch ${bergwatch}, which made it.`,
    );
  }
  if (migration !== null && !knowsMigration(migration)) {
    throw new AppError(
      "store_unsupported",
      `The backup is of a newer Bergwatch (${bergwatch}, migration ${migration}); restore it with that version or a later one.`,
    );
  }
}

/**
 * Keeps every other process from running the Postgres of the data folder until the returned function is called; a server that its dead owner
 * left is stopped. Throws AppError already_running, usage.
 */
export async function holdEmbedded(dataDir: string): Promise<() => Promise<void>> {
  await makeDataFolder(dataDir);
  const { owner, data } = clusterPaths(dataDir);
  const { giveUp } = await becomeOwner(owner, dataDir);
  try {
    await clearLeftovers(data);
  } catch (error) {
    await giveUp();
    throw error;
  }
  return giveUp;
}
