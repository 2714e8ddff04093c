import { existsSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { resolve } from "node:path";
import { holdEmbedded, requireRestorable } from "#db/embedded-backup.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { dumpCommands } from "#jobs/commands/dump-commands.ts";
import { asFileFault } from "#jobs/commands/file-fault.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import { takeInstanceLock } from "#jobs/service/instance-lock.ts";
import { listKept } from "#lib/backup/data-files.ts";
import { readManifest, type Manifest } from "#lib/backup/manifest.ts";
import { placeBackup } from "#lib/backup/place-backup.ts";
import { verifyBackup } from "#lib/backup/verify-backup.ts";
import { findKeyHashes, keySecretPlace, nameKeySecret, type KeySecretPlace } from "#lib/key-secret.ts";
import { AppError, nullWhen } from "#lib/errors.ts";

type Deps = Pick<CommandDeps, "now" | "say" | "signal" | "storage">;

/**
 * Restores the backup in `named` to the data folder, after every checksum was verified. A failure leaves the data folder as it was. Throws
 * AppError: usage (no backup, a damaged one, a data folder that is not empty), already_running, store_unsupported, out_of_disk, cancelled.
 */
export async function restoreBackup(deps: Deps, named: string, { replace }: { replace: boolean }): Promise<CommandResult> {
  const { dataDir, databaseUrl, ...secrets } = deps.storage();
  const place = keySecretPlace({ dataDir, ...secrets });
  const folder = resolve(named);
  const manifest = await readManifest(folder);
  await requireFitting(manifest, databaseUrl);
  const replaced = await whileStopped(dataDir, async () => {
    const there = await listKept(dataDir);
    if (there.length > 0 && !replace) {
      throw new AppError(
        "usage",
        `The data folder ${dataDir} is not empty: it holds ${there.join(", ")}. Set BERGWATCH_DATA_DIR to another folder, or add --replace, which keeps these files in a folder in it.`,
      );
    }
    deps.say("Verifying the checksums of the backup…");
    await verifyBackup(folder, manifest, deps.signal);
    deps.say("Restoring…");
    return await placeBackup(folder, manifest, dataDir, { now: deps.now(), signal: deps.signal }).catch((error: unknown) => {
      throw asFileFault(error, (reason) => `The restore to ${dataDir} failed: ${reason}. The data folder is as it was.`);
    });
  });
  const { database, files, madeAt } = manifest;
  const document = {
    restored: dataDir,
    backup: folder,
    madeAt,
    files: files.length,
    database: database === null ? "external" : database,
    replaced,
    next: [...(await saySecret(manifest, place)), ...nextSteps(manifest, { databaseUrl, folder, replaced })],
  };
  return { output: printed(document), exitCode: 0 };
}

async function requireFitting({ database, bergwatch }: Manifest, databaseUrl: string | null): Promise<void> {
  if (database === null) return;
  if (databaseUrl !== null) {
    throw new AppError(
      "usage",
      "The backup holds the Postgres of a data folder, and DATABASE_URL names another one, which the service would use instead. Remove DATABASE_URL to restore it.",
    );
  }
  await requireRestorable(database, bergwatch);
}

/** Does `work` while no service and no Postgres can run on the data folder; one that this made is removed when `work` fails. */
async function whileStopped<Done>(dataDir: string, work: () => Promise<Done>): Promise<Done> {
  const made = !existsSync(dataDir);
  const lock = await takeInstanceLock(dataDir);
  try {
    const giveUp = await holdEmbedded(dataDir);
    try {
      return await work();
    } finally {
      await giveUp();
    }
  } catch (error) {
    if (made) await rmdir(dataDir).catch(() => {});
    throw error;
  } finally {
    await lock.release();
  }
}

/** Bergwatch refuses to start with another secret than that of its database, so the person learns it here. */
async function saySecret({ keySecret }: Manifest, place: KeySecretPlace): Promise<string[]> {
  if (keySecret === null) return [];
  const { level, fingerprint } = keySecret;
  const hashes = await nullWhen("usage", findKeyHashes(place));
  if (hashes !== null && hashes.level >= level && hashes.fingerprint(level) === fingerprint) return [];
  const what = hashes === null ? "is missing" : "is another one";
  return [`Put the secret of key hashes in place that this database was used with; it ${what}. It belongs in ${nameKeySecret(place)}.`];
}

interface Restored {
  databaseUrl: string | null;
  folder: string;
  replaced: string | null;
}

function nextSteps(manifest: Manifest, { databaseUrl, folder, replaced }: Restored): string[] {
  const steps: string[] = [];
  if (manifest.database === null) {
    const set = databaseUrl === null ? "Set DATABASE_URL to an empty database. Then restore" : "Restore";
    steps.push(`${set} the database: ${dumpCommands(databaseUrl, folder).restore}`);
  }
  steps.push(
    'Check that bergwatch.yaml, .env and the files of secrets outside the data folder are in place, then start Bergwatch: "npm start".',
  );
  if (replaced !== null) steps.push(`Delete ${replaced} when you no longer need the replaced files.`);
  return steps;
}
