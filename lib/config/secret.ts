import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { z } from "zod";
import { expects } from "#lib/config/scalars.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import { AppError } from "#lib/errors.ts";

// Every sentence here is fixed: what stands in the place of a reference may be the secret itself.
const MEND = "Secrets are not written here. Refer to one: ${NAME} or { env: NAME } for an environment variable, { file: path } for a file.";
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A reference to a secret, for those keys that hold one; nowhere else is anything expanded. Out: where the secret is, never the secret. */
export const SecretReference = z
  .union(
    [
      z.string().regex(/^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/, { error: MEND }),
      z.strictObject({ env: z.string({ error: MEND }).regex(VARIABLE, { error: MEND }).describe("The name of an environment variable.") }),
      z.strictObject({ file: z.string({ error: MEND }).min(1, { error: MEND }).describe("The path of a file.") }),
    ],
    expects(MEND),
  )
  .transform((value): SecretPlace => {
    if (typeof value === "string") return { from: "environment", name: value.slice(2, -1) };
    return "env" in value ? { from: "environment", name: value.env } : { from: "file", path: value.file };
  });

/**
 * The secret, without the line feed at a file's end. A relative path starts at the folder of `configFile`.
 * Throws AppError usage that names the variable or the file when there is none, or nothing in it.
 */
export async function readSecret(
  reference: SecretPlace,
  { configFile, environment }: { configFile: string; environment: Readonly<Record<string, string | undefined>> },
): Promise<string> {
  if (reference.from === "environment") {
    const value = environment[reference.name];
    if (value !== undefined && value !== "") return value;
    throw new AppError(
      "usage",
      `The environment variable ${reference.name}, which the settings or ${configFile} refer to, is not set in this process. Start it again with the variable, or refer to a file instead: that needs no restart.`,
    );
  }
  const path = resolve(dirname(configFile), reference.path);
  let content: string;
  try {
    content = await readFile(path, "utf8");
  } catch (cause) {
    // One that a person pasted into a form.
    const advice =
      basename(dirname(path)) === "pasted"
        ? "The web server stored it: the worker needs the same data folder and the same user. Or paste the secret again."
        : "Check the path and the rights to read it.";
    const message = `The file ${path}, which the settings or ${configFile} refer to for a secret, cannot be read. ${advice}`;
    throw new AppError("usage", message, { cause });
  }
  const secret = content.replace(/\r?\n$/, "");
  if (secret === "")
    throw new AppError(
      "usage",
      `The file ${path}, which the settings or ${configFile} refer to for a secret, is empty. Write the secret into it.`,
    );
  return secret;
}
