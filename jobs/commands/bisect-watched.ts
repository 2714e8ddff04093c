import { askKeys } from "#jobs/commands/ask-keys.ts";
import { checkValues, type SinceWhat } from "#jobs/commands/bisect-here.ts";
import type { RawOptions } from "#jobs/commands/check-options.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { BisectDocument } from "#lib/contracts/since.ts";
import { AppError } from "#lib/errors.ts";

/**
 * Has the service find since when a metric, or one key, of a watched table is bad: what is stored is used, and what is read is stored. `--key` names
 * one of several keys, or its columns. Throws as askKeys does, and usage.
 */
export async function bisectWatched(
  service: Service,
  deps: CommandDeps,
  { table: name, options, what }: { table: string; options: RawOptions; what: SinceWhat },
): Promise<CommandResult> {
  const { key: columns, snapshot, ...others } = options;
  const [other] = Object.entries(others).find(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)) ?? [];
  if (other !== undefined) {
    const flag = other.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new AppError(
      "usage",
      `--${flag} is given beside the watched table ${name}, whose definition says it. Leave it out, or give --location instead of the name.`,
    );
  }
  const input = { table: name, ...(columns && { key: columns.join(", ") }), ...(snapshot !== undefined && { snapshot }) };
  const { table, key, request } = await askKeys(service, deps, input, (asked) => {
    checkValues(what, asked.columns);
    const { limit: badAbove } = what;
    return what.metric === null ? { metric: null, keyValues: what.keyValues, badAbove } : { metric: what.metric, badAbove };
  });
  if (request.since === null) throw new AppError("internal", "The worker ended the request without an answer.");
  const document = { table: table.name, key: [...key.columns], keyValues: request.keyValues, since: request.since };
  return { output: printed(BisectDocument.parse(document)), exitCode: 0 };
}
