import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import { takeInstanceLock } from "#jobs/service/instance-lock.ts";
import { AppError } from "#lib/errors.ts";
import { addKeySecret, keySecretPlace } from "#lib/key-secret.ts";

/**
 * Adds a random secret behind those of the data folder. Throws AppError: already_running; usage when the secret is set in the environment, which this
 * cannot change, or there is none yet.
 */
export async function rotateKeySecret({ storage }: Pick<CommandDeps, "storage">): Promise<CommandResult> {
  const { dataDir, keySecret, keySecretFile } = storage();
  const place = keySecretPlace({ dataDir, keySecret, keySecretFile });
  if (place.from !== "data folder") {
    const where = place.from === "environment" ? "BERGWATCH_KEY_SECRET" : place.path;
    throw new AppError(
      "usage",
      `The secret of key hashes is not in the data folder. Stop Bergwatch, add a new secret behind the present one in ${where}, after a space or line break, and start it again.`,
    );
  }
  const lock = await takeInstanceLock(dataDir);
  try {
    const secrets = await addKeySecret(place.path);
    const others = "If other workers or web servers use the same database, stop them and give them this file first.";
    const next = [others, 'Start Bergwatch: "npm start". It replaces all stored hashes of keys before it serves pages.'];
    return { output: printed({ file: place.path, secrets, next }), exitCode: 0 };
  } finally {
    await lock.release();
  }
}
