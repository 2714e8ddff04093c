import { sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { KeyHashes } from "#lib/key-hash.ts";
import { findKeyHashes, makeKeySecret, nameKeySecret, type KeySecretPlace } from "#lib/key-secret.ts";
import type { Database, Session } from "./client.ts";
import { endFormerExports, sealStoredKeys, vouchForSealedKeys } from "./queries/seal-keys.ts";
import { asStoreError } from "./store-errors.ts";
import { findServiceState, tellServiceState } from "./queries/service-states.ts";

type Stored = { level: number; fingerprint: string; sealed: boolean };

export interface KeySecretDeps {
  database: Pick<Database, "openSession" | "url">;
  place: KeySecretPlace;
  dataDir: string;
  /** A sentence for the log. */
  say: (sentence: string) => void;
}

/**
 * Returns the key hashes of this installation after every stored hash has its current form. Replaces hashes from an earlier version or from before a
 * rotation. Runs in one process at a time, and continues after a crash. The first process of a database creates a secret if none is set. Throws
 * AppError usage, and changes nothing, when this process has no secret or a different one than the database was used with.
 */
export async function adoptKeySecret({ database, place, dataDir, say }: KeySecretDeps): Promise<KeyHashes> {
  let session: Session | undefined;
  try {
    session = await database.openSession();
    const { db } = session;
    await db.execute(sql`select pg_advisory_lock(hashtextextended('bergwatch key secret', 0))`);
    const stored = await findServiceState(db, "key_secret");
    if (stored === null && (await findKeyHashes(place)) === null && place.from === "data folder") await makeKeySecret(place.path, dataDir);
    const hashes = await findKeyHashes(place);
    if (hashes === null) throw new AppError("usage", `${lacks(place)} ${FIX}`);
    if (stored !== null) requireSame(stored, hashes, place);
    const current = { level: hashes.level, fingerprint: hashes.fingerprint() };
    const isNew = stored === null || !stored.sealed || stored.level < hashes.level;
    // Stored first: from now on, a process with the old secrets refuses to start.
    if (isNew) await tellServiceState(db, "key_secret", { ...current, sealed: false });
    if (isNew) await endFormerExports(db);
    const changed = await sealStoredKeys(db, hashes, { all: isNew });
    if (changed > 0) say(`Stored hashes of keys were replaced in ${changed} rows: they are made with the present secret.`);
    if (isNew) {
      await vouchForSealedKeys(db);
      await tellServiceState(db, "key_secret", { ...current, sealed: true });
    }
    return hashes;
  } catch (error) {
    throw asStoreError(error, database.url);
  } finally {
    await session?.end().catch(() => {});
  }
}

/**
 * For a process that stores nothing: its hashes if its secret is the one that the database was used with (service state `key_secret`), else null.
 * Throws AppError usage when the secret cannot be read.
 */
export async function findAdoptedHashes(stored: Stored, place: KeySecretPlace): Promise<KeyHashes | null> {
  const hashes = await findKeyHashes(place);
  return hashes !== null && isSame(stored, hashes) && stored.level === hashes.level ? hashes : null;
}

const FIX =
  "Put the secret of this database there again, from the data folder or a backup (docs/how-to/key-hashes.md). Without it, links to keys that were made before no longer work.";

function lacks(place: KeySecretPlace): string {
  return `The database was used with a secret for hashes of keys, and ${nameKeySecret(place)} does not exist.`;
}

function requireSame(stored: Stored, hashes: KeyHashes, place: KeySecretPlace): void {
  if (isSame(stored, hashes)) return;
  const what =
    stored.level > hashes.level
      ? `${nameKeySecret(place)} has ${hashes.level} of the ${stored.level} secrets`
      : `${nameKeySecret(place)} has another secret than the one`;
  throw new AppError(
    "usage",
    `${what.charAt(0).toUpperCase()}${what.slice(1)} for hashes of keys that this database was used with. ${FIX}`,
  );
}

function isSame({ level, fingerprint }: Stored, hashes: KeyHashes): boolean {
  return level <= hashes.level && hashes.fingerprint(level) === fingerprint;
}
