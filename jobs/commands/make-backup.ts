import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { backUpEmbedded, hasEmbeddedPostgres } from "#db/embedded-backup.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { dumpCommands } from "#jobs/commands/dump-commands.ts";
import { asFileFault } from "#jobs/commands/file-fault.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import { openBackup, type BackupWriter } from "#lib/backup/backup-writer.ts";
import { listDataFiles } from "#lib/backup/data-files.ts";
import type { Manifest } from "#lib/backup/manifest.ts";
import { findKeyHashes, keySecretPlace, nameKeySecret } from "#lib/key-secret.ts";
import { AppError } from "#lib/errors.ts";
import project from "../../package.json" with { type: "json" };

type Deps = Pick<CommandDeps, "now" | "say" | "signal" | "storage">;

/**
 * Writes a backup to `named`. A failure leaves nothing of it. Throws AppError: usage (nothing to back up, the folder is not empty or cannot be
 * written), out_of_disk, cancelled, and as backUpEmbedded does.
 */
export async function makeBackup({ now, say, signal, storage }: Deps, named: string): Promise<CommandResult> {
  const { configFile, dataDir, databaseUrl, extensionDir, ...secrets } = storage();
  const folder = resolve(named);
  if (liesIn(folder, dataDir)) throw new AppError("usage", `${folder} is in the data folder ${dataDir}; give a folder outside it.`);
  if (!existsSync(dataDir) || (databaseUrl === null && !hasEmbeddedPostgres(dataDir))) {
    throw new AppError(
      "usage",
      `There is nothing to back up: ${dataDir} holds no database. Set BERGWATCH_DATA_DIR to the service's data folder.`,
    );
  }
  const writer = await openBackup(folder, signal);
  try {
    say(databaseUrl === null ? "Copying Postgres and the files of the data folder…" : "Copying the files of the data folder…");
    const database = databaseUrl === null ? await backUpEmbedded(dataDir, writer) : null;
    // After the database, so that each secret which an entry of it names is there.
    const links = await addDataFiles(writer, dataDir, extensionDir);
    const place = keySecretPlace({ dataDir, ...secrets });
    const hashes = await findKeyHashes(place);
    const included = place.from !== "environment" && liesIn(place.path, dataDir);
    const keySecret = hashes && { level: hashes.level, fingerprint: hashes.fingerprint(), included };
    const about = { madeAt: now().toISOString(), bergwatch: project.version, dataDir, database, keySecret };
    const manifest = await writer.finish(about);
    const outside = [configFile].filter((path) => existsSync(path) && !liesIn(path, dataDir));
    const secret = included || hashes === null ? [] : [`the secret of key hashes, in ${nameKeySecret(place)}`];
    return { output: printed(describe(folder, manifest, [...secret, ...outside, ...links], databaseUrl)), exitCode: 0 };
  } catch (error) {
    await writer.discard();
    throw asFileFault(error, (reason, path) => {
      const at = path === null ? "" : ` at ${path}`;
      return `The backup to ${folder} failed${at}: ${reason}. Nothing of it is left; run it again.`;
    });
  }
}

/** Returns the links that are not followed. */
async function addDataFiles(writer: BackupWriter, dataDir: string, extensionDir: string): Promise<string[]> {
  const { files, folders, links } = await listDataFiles(dataDir, extensionDir);
  for (const path of folders) await writer.addFolder(path);
  await writer.addFiles(
    files.map((path) => ({ path, from: join(dataDir, path) })),
    { mayVanish: true },
  );
  return links.map((path) => join(dataDir, path));
}

function describe(folder: string, { database, files, madeAt }: Manifest, notIncluded: string[], databaseUrl: string | null) {
  const keep = "Keep the folder as safe as the data folder: it holds the same secrets.";
  return {
    backup: folder,
    madeAt,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    database: database === null ? "external" : database,
    notIncluded: [...(databaseUrl === null ? [] : ["the database that DATABASE_URL names"]), ...notIncluded],
    next: [...(databaseUrl === null ? [] : [`Back up the database now: ${dumpCommands(databaseUrl, folder).dump}`]), keep],
  };
}

function liesIn(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}
