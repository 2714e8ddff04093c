import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { askKeys, type AskKeysInput } from "#jobs/commands/ask-keys.ts";
import { EXIT, type CommandDeps, type CommandResult } from "#jobs/commands/command-deps.ts";
import { NO_TRUST } from "#jobs/commands/look-up.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { ExportDocument } from "#lib/contracts/key-documents.ts";
import { AppError } from "#lib/errors.ts";
import type { ExportFormat } from "#lib/names.ts";

export interface ExportKeysInput extends AskKeysInput {
  format: ExportFormat;
  /** Where the file is copied to; not given: it stays where the worker wrote it, for a week. */
  to?: string;
}

/**
 * Has a worker write all duplicated keys of a table to a file, and prints where it is and how much is in it. Throws as askKeys does, and usage
 * when the file cannot be copied from here.
 */
export async function exportKeys(
  service: Service,
  deps: CommandDeps,
  { table: name, format, to, ...input }: ExportKeysInput & { table: string },
): Promise<CommandResult> {
  const { table, key, request } = await askKeys(service, deps, { table: name, ...input }, () => ({ format }));
  const { fileName, fileBytes, exportedKeys, exportedRows, snapshotId, trust, costBytes, costMs, workerId } = request;
  const written = join(deps.exportFolder(), fileName ?? "");
  const document = ExportDocument.parse({
    id: request.id,
    table: table.name,
    key: key.name,
    snapshotId,
    format,
    file: to === undefined ? written : await copy(written, resolve(to), workerId),
    keys: exportedKeys ?? 0,
    rows: exportedRows ?? 0,
    bytes: fileBytes ?? 0,
    trust: trust ?? NO_TRUST,
    cost: { bytesPlanned: costBytes, milliseconds: costMs },
  });
  return { output: printed(document), exitCode: document.trust.level === "untrusted" ? EXIT.untrusted : 0 };
}

async function copy(written: string, to: string, workerId: string | null): Promise<string> {
  try {
    await copyFile(written, to);
    return to;
  } catch (cause) {
    throw new AppError(
      "usage",
      `${written}, written by the worker ${workerId}, could not be copied to ${to}; check that both can be reached from this machine.`,
      { cause },
    );
  }
}
