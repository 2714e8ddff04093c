import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { makeDataFolder } from "#lib/data-folder.ts";
import { AppError } from "#lib/errors.ts";
import { findBinaries, type Binaries } from "./embedded/binaries.ts";
import { clusterPaths, ensureCluster, USER, type Cluster } from "./embedded/cluster.ts";
import { hasRoomToStart } from "./embedded/disk-space.ts";
import { keepRunning } from "./embedded/keep-running.ts";
import { becomeOwner } from "./embedded/owner.ts";
import { clearLeftovers, findRunningPort, freePort, startPostmaster, type Postmaster } from "./embedded/postmaster.ts";

export interface EmbeddedOptions {
  /** Bergwatch's data folder; Postgres's files go to `postgres` below it. */
  dataDir: string;
  /** Postgres settings on top of Bergwatch's. */
  settings?: Readonly<Record<string, string>>;
  /** Told when the server ended unasked or was suspended, and when it is back; each a sentence for the log. */
  say?: (sentence: string) => void;
  /** Processes of the server that a signal suspends for so long are resumed. Not given: 30 s. */
  suspendedMsMax?: number;
  /** Told once, when the server ended too often and is not started again; a sentence that says what to do. */
  onGivenUp?: (sentence: string) => void;
}

export interface EmbeddedPostgres {
  /** The connection string, password included: never for a log. It stays the same while this process lives. */
  url: string;
  /** Returns when the server and all its processes have ended. */
  stop: () => Promise<void>;
}

const DATABASE = "bergwatch";

const SETTINGS: Readonly<Record<string, string>> = {
  max_connections: "100",
  shared_buffers: "256MB",
  // The disk is a flash disk wherever this runs, and planning for a spinning one avoids indexes.
  random_page_cost: "1.1",
  // Statements are short; compiling them and starting helpers takes longer than they do.
  jit: "off",
  max_parallel_workers_per_gather: "0",
  log_checkpoints: "off",
  log_timezone: "UTC",
  TimeZone: "UTC",
};

/** Tries with another port when a port was taken between being found free and being used. */
const PORT_TRIES = 5;

/**
 * A real Postgres of our own in the data folder, on a free port of the loopback address, with a random password that only the folder's owner
 * can read. Made on first use; data stay. A server that ends unasked is started again on the same port, five times in a row at most, on a full disk once there is room; one that a signal suspends is resumed. Ends with this process.
 * Throws AppError: usage (a data folder that takes no file), already_running (another live process has the folder), store_unsupported, store_unreachable, out_of_disk; each says what to do.
 */
export async function startEmbeddedPostgres({
  dataDir,
  settings = {},
  say = () => {},
  onGivenUp = say,
  suspendedMsMax,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  await makeDataFolder(dataDir);
  const { giveUp } = await becomeOwner(clusterPaths(dataDir).owner, dataDir);
  try {
    const cluster = await ensureCluster(dataDir, binaries, { sync: settings["fsync"] !== "off" });
    await clearLeftovers(cluster.data);
    const { port, postmaster } = await startOnFreePort(cluster, binaries, { ...SETTINGS, ...settings });
    const restart = async () => await startPostmaster(cluster, binaries, port, { ...SETTINGS, ...settings });
    const server = keepRunning(
      postmaster,
      restart,
      { say, onGivenUp },
      { suspendedMsMax, hasRoom: async () => await hasRoomToStart(dataDir) },
    );
    const stop = async () => {
      await server.stop();
      await giveUp();
    };
    await ensureDatabase(urlOf(cluster, port, "postgres")).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return { url: urlOf(cluster, port, DATABASE), stop };
  } catch (error) {
    await giveUp();
    throw error;
  }
}

/** The connection string of the Postgres that another process runs in the data folder; null when none does. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const { data, passwordFile } = clusterPaths(dataDir);
  const port = await findRunningPort(data);
  if (port === null) return null;
  const password = await readFile(passwordFile, "utf8");
  return urlOf({ password: password.trim() }, port, DATABASE);
}

function urlOf({ password }: Pick<Cluster, "password">, port: number, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

async function startOnFreePort(
  cluster: Cluster,
  binaries: Binaries,
  settings: Readonly<Record<string, string>>,
): Promise<{ port: number; postmaster: Postmaster }> {
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    try {
      return { port, postmaster: await startPostmaster(cluster, binaries, port, settings) };
    } catch (error) {
      const taken = error instanceof AppError && /Address already in use|could not create any TCP/.test(error.message);
      if (!taken || tries === PORT_TRIES) throw error;
    }
  }
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  try {
    const found = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
