import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { listEntries } from "#db/queries/settings-entries.ts";
import type { CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { writeYaml } from "#lib/config/write-yaml.ts";
import { AppError } from "#lib/errors.ts";

/** Prints what was entered as a configuration file says it, or writes it into a file and prints which. Throws AppError usage for one that is there. */
export async function exportEntries(
  { database }: Service,
  { output, now }: { output: string | undefined; now: Date },
): Promise<CommandResult> {
  const entries = await listEntries(database.db);
  const text = writeYaml(entries, { at: now });
  if (output === undefined) return { output: text, exitCode: 0 };
  const file = resolve(output);
  try {
    // Never over what is there: it may be the configuration.
    await writeFile(file, text, { flag: "wx" });
  } catch (cause) {
    const exists = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    const why = exists ? "it is there already. Name another file" : "check the path and the rights to write there";
    throw new AppError("usage", `${file} cannot be written: ${why}.`, { cause });
  }
  return { output: printed({ file, entries: entries.length }), exitCode: 0 };
}
