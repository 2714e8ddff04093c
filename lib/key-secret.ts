import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeDataFolder, reasonOf } from "#lib/data-folder.ts";
import type { Env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import { KeyHashes } from "#lib/key-hash.ts";

/** Location of the secret of key hashes. `text` is the secret itself and must not be shown or logged. */
export type KeySecretPlace = { from: "environment"; text: string } | { from: "file"; path: string } | { from: "data folder"; path: string };

const CHARACTERS_MIN = 32;
const SECRETS_MAX = 99;

export function keySecretPlace({
  keySecret,
  keySecretFile,
  dataDir,
}: Pick<Env, "keySecret" | "keySecretFile" | "dataDir">): KeySecretPlace {
  if (keySecret !== null) return { from: "environment", text: keySecret };
  if (keySecretFile !== null) return { from: "file", path: keySecretFile };
  return { from: "data folder", path: join(dataDir, "secrets", "key-hashes") };
}

/** For a message: the variable or the file. */
export function nameKeySecret(place: KeySecretPlace): string {
  return place.from === "environment" ? "the variable BERGWATCH_KEY_SECRET" : `the file ${place.path}`;
}

/** The hashes made with the secrets at `place`; null: the data folder has none yet. Throws AppError usage, without any secret in it. */
export async function findKeyHashes(place: KeySecretPlace): Promise<KeyHashes | null> {
  if (place.from === "environment") return parse(place.text, place);
  try {
    return parse(await readFile(place.path, "utf8"), place);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (place.from === "data folder" && (cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    const message = `The secret of key hashes in ${place.path} cannot be read: ${reasonOf(cause)}. Correct BERGWATCH_KEY_SECRET_FILE or the rights of the file.`;
    throw new AppError("usage", message, { cause });
  }
}

/** Writes a random secret with mode 0600. Keeps a secret that another process wrote first. Throws AppError usage. */
export async function makeKeySecret(path: string, dataDir: string): Promise<void> {
  await makeDataFolder(dataDir);
  await whole(path, newSecret(), async (draft) => {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  });
}

/** Appends a random secret to the file. Returns how many it has. Throws AppError usage. */
export async function addKeySecret(path: string): Promise<number> {
  const place: KeySecretPlace = { from: "data folder", path };
  const known = await findKeyHashes(place);
  if (known === null) throw new AppError("usage", `There is no secret to rotate: ${path} does not exist. Start Bergwatch once.`);
  if (known.level === SECRETS_MAX) throw new AppError("usage", `${path} has ${SECRETS_MAX} secrets, the maximum.`);
  const before = (await readFile(path, "utf8")).trimEnd();
  await whole(path, `${before}\n${newSecret()}`, async (draft) => await rename(draft, path));
  return known.level + 1;
}

function newSecret(): string {
  return `${randomBytes(32).toString("base64url")}\n`;
}

async function whole(path: string, text: string, place: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString("hex")}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(draft);
  } catch (cause) {
    throw new AppError("usage", `The secret of key hashes cannot be stored in ${path}: ${reasonOf(cause)}. Make the folder writable.`, {
      cause,
    });
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
}

function parse(text: string, place: KeySecretPlace): KeyHashes {
  const secrets = text.split(/\s+/).filter((secret) => secret !== "");
  const isFit = secrets.length > 0 && secrets.length <= SECRETS_MAX && secrets.every(({ length }) => length >= CHARACTERS_MIN);
  if (isFit) return new KeyHashes(secrets);
  throw new AppError(
    "usage",
    `The secret of key hashes in ${nameKeySecret(place)} cannot be used: write at least ${CHARACTERS_MIN} random characters without white space; after a rotation one secret a line, oldest first.`,
  );
}
