import { askKeys, type AskKeysInput } from "#jobs/commands/ask-keys.ts";
import { EXIT, type CommandDeps, type CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { LookUpDocument } from "#lib/contracts/key-documents.ts";
import { AppError } from "#lib/errors.ts";
import type { Trust } from "#lib/iceberg/contract.ts";
import type { KeyVerdict } from "#lib/iceberg/contract-causes.ts";

/** What is stored of every request that succeeded. */
export const NO_TRUST: Trust = { level: "untrusted", direction: null, reasons: ["The worker did not say how sure it is."] };

/** Looks one key up by its values, in the order of its columns, and prints its rows. Throws as askKeys does, and usage. */
export async function lookUp(
  service: Service,
  deps: CommandDeps,
  { table: name, values, ...input }: AskKeysInput & { table: string; values: string[] },
): Promise<CommandResult> {
  const { table, key, request } = await askKeys(service, deps, { table: name, ...input }, ({ name: keyName, columns }) => {
    if (values.length === columns.length) return { keyValues: values };
    throw new AppError("usage", `The key ${keyName} has ${columns.length} columns (${columns.join(", ")}); give a value for each.`);
  });
  const { result, keyHash, trust, columns, snapshotId, costBytes, costMs } = request;
  const document = LookUpDocument.parse({
    id: request.id,
    table: table.name,
    key: key.name,
    snapshotId,
    found: result === null ? null : { keyHash, ...result, ...(result.verdict && { verdict: showVerdict(result.verdict) }) },
    columns: columns ?? [],
    trust: trust ?? NO_TRUST,
    cost: { bytesPlanned: costBytes, milliseconds: costMs },
  });
  return { output: printed(document), exitCode: document.trust.level === "untrusted" ? EXIT.untrusted : 0 };
}

function showVerdict({ doubt, ...verdict }: KeyVerdict): NonNullable<NonNullable<LookUpDocument["found"]>["verdict"]> {
  return { ...verdict, provisional: doubt != null };
}
