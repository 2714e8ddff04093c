import { open, readFile, rename } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import { parseJson } from "#lib/parse-json.ts";

/** The file that makes a folder a backup; it is written last. */
export const MANIFEST_FILE = "manifest.json";

/** Below a backup's folder: the files as they lie in the data folder. */
export const DATA_FOLDER = "data";

const Path = z
  .string()
  .min(1)
  .refine((path) => !isAbsolute(path) && path.split(/[/\\]/).every((part) => part !== ".." && part !== "." && part !== ""));

const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The version of Bergwatch that made it. */
  bergwatch: z.string(),
  /** The data folder that it was made of. */
  dataDir: z.string(),
  /** null: the database was an external one and is not included. */
  database: z
    .object({
      /** The version of the server, such as `18.4`. */
      postgres: z.string(),
      /** The newest migration that was applied; null for a database that Bergwatch never prepared. */
      migration: z.string().nullable(),
    })
    .nullable(),
  /** With how many secrets hashes of keys are made, and by what the same ones are known again; null: there were none, or an earlier version made the backup. */
  keySecret: z.object({ level: z.int().positive(), fingerprint: z.string(), included: z.boolean() }).nullable().default(null),
  /** Below the data folder, with slashes; parents come before what is in them. */
  folders: z.array(Path),
  files: z.array(z.object({ path: Path, bytes: z.int().nonnegative(), sha256: z.string().regex(/^[\da-f]{64}$/) })),
});

export type Manifest = z.infer<typeof Manifest>;
export type BackupFile = Manifest["files"][number];

/** Writes the manifest under its name only when it is whole and on the disk. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = join(folder, `${MANIFEST_FILE}.new`);
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, MANIFEST_FILE));
}

/** The manifest of the backup in `folder`. Throws AppError usage when there is none, or it cannot be read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST_FILE);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === "ENOENT" ? `it has no ${MANIFEST_FILE}` : `${MANIFEST_FILE} cannot be read (${cause.code ?? cause.message})`;
    throw new AppError("usage", `${folder} is not a complete backup: ${why}. Name the folder that the command "backup" wrote.`, { cause });
  });
  const parsed = Manifest.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new AppError("usage", `${path} is damaged, or a newer Bergwatch wrote it. Use another backup, or that version.`, {
    cause: parsed.error,
  });
}
