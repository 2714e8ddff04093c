import type { Db } from "#db/client.ts";
import { readEntryWorld } from "#db/queries/entry-world.ts";
import { boundsOf } from "#lib/config/entered-settings.ts";
import type { EntriesWorld } from "#lib/config/prepare-entries.ts";
import { secretsFolder } from "#lib/config/pasted-secrets.ts";
import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import { AppError } from "#lib/errors.ts";
import { env } from "#lib/env.ts";

/** What entries are held against before they are stored, with this web server's own address among it. */
export async function entryWorld(db: Db): Promise<EntriesWorld> {
  return await readEntryWorld(db, (entered) => boundsOf(entered, env()));
}

/** Throws AppError usage when workers do not read secrets from the folder that this web server writes them to. */
export function requireSharedSecrets({ secrets }: Pick<EnteredBounds, "secrets">, dataDir: string): void {
  const own = secretsFolder(dataDir);
  if (secrets.includes(own)) return;
  const theirs = secrets.find((one) => one.includes("/")) ?? "none";
  throw new AppError(
    "usage",
    `A pasted secret cannot be stored: the web server keeps secrets in ${own}, the worker reads them from ${theirs}. Start both with the same BERGWATCH_DATA_DIR, or refer to a variable or a file of the worker.`,
  );
}
