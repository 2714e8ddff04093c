import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { AppError } from "#lib/errors.ts";
import { childEnvironment, unprivileged, type Binaries } from "./binaries.ts";

/** The files of an embedded Postgres, all in one folder that is its owner's alone. */
export interface Cluster {
  /** The parent of all below. */
  directory: string;
  /** Postgres's own data folder. */
  data: string;
  owner: string;
  log: string;
  password: string;
}

export const USER = "bergwatch";

/** Where the files of the Postgres in a data folder lie, whether they exist or not. */
export function clusterPaths(dataDir: string): Omit<Cluster, "password"> & { passwordFile: string } {
  const directory = join(dataDir, "postgres");
  const at = (name: string) => join(directory, name);
  return { directory, data: at("data"), owner: join(dataDir, "postgres.owner"), log: at("log"), passwordFile: at("password") };
}

/**
 * The cluster in `dataDir`, made on first use with a random password. It is made aside and moved into place whole, so that an interrupted
 * or second start never sees half of one. Without `sync` it is not forced to the disk, which only a test may want.
 * Throws AppError: store_unsupported (made by another Postgres version, or this machine allows no user namespaces), out_of_disk.
 */
export async function ensureCluster(dataDir: string, binaries: Binaries, { sync }: { sync: boolean }): Promise<Cluster> {
  const { passwordFile, ...paths } = clusterPaths(dataDir);
  const version = await readFile(join(paths.data, "PG_VERSION"), "utf8").catch(() => null);
  if (version === null) await makeCluster(dataDir, paths.directory, binaries, sync);
  else if (version.trim() !== binaries.major) {
    throw new AppError(
      "store_unsupported",
      `${paths.data} was made by Postgres ${version.trim()}, and Bergwatch brings ${binaries.major}; dump it with the old one and load it into a Postgres named by DATABASE_URL, or set BERGWATCH_DATA_DIR to an empty folder.`,
    );
  }
  const password = await readFile(passwordFile, "utf8").catch((cause: unknown) => {
    throw new AppError("store_refused", `${passwordFile} cannot be read, and without it nobody can open the database beside it.`, {
      cause,
    });
  });
  return { ...paths, password: password.trim() };
}

async function makeCluster(dataDir: string, directory: string, binaries: Binaries, sync: boolean): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir)) {
    if (name.startsWith("postgres.new-")) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const aside = await mkdtemp(join(dataDir, "postgres.new-"));
  try {
    await writeFile(join(aside, "password"), randomBytes(24).toString("base64url"), { mode: 0o600 });
    await runInitdb(aside, binaries, sync);
    await rename(aside, directory);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function runInitdb(aside: string, { initdb }: Binaries, sync: boolean): Promise<void> {
  const [command, args] = unprivileged(initdb, [
    `--pgdata=${join(aside, "data")}`,
    `--username=${USER}`,
    `--pwfile=${join(aside, "password")}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Sorted by code point on every machine: a locale of the system sorts otherwise after its next upgrade, and spoils indexes.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(sync ? [] : ["--no-sync"]),
  ]);
  try {
    await promisify(execFile)(command, args, { env: childEnvironment(), cwd: aside });
  } catch (error) {
    throw describeInitdbFault(error as Error & { stderr?: string });
  }
}

function describeInitdbFault(error: Error & { stderr?: string; code?: unknown }): AppError {
  const said = (error.stderr ?? "").trim();
  const cause = { cause: error };
  if (/No space left|disk quota/i.test(said)) {
    return new AppError("out_of_disk", "No disk space is left to make Postgres's data folder; free some 100 MB, and start again.", cause);
  }
  if (error.code === "ENOENT" || /unshare|uid_map|cannot be run as root/i.test(said)) {
    return new AppError(
      "store_unsupported",
      "Postgres does not run as root, and this machine lets no program take another user number (unshare); start Bergwatch as another user, or set DATABASE_URL.",
      cause,
    );
  }
  const last = said.split("\n").at(-1) ?? "";
  return new AppError("store_unreachable", `Postgres's data folder could not be made: ${last || error.message}`, cause);
}
