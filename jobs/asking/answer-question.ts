import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { formatCatalogLocation } from "#lib/catalog-table.ts";
import type { AskedTable, CatalogFinding, CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";
import { AppError } from "#lib/errors.ts";
import type { AskOptions } from "#lib/iceberg/contract-asking.ts";

/** The answer to a question. Throws AppError as Asking says. */
export async function answerQuestion({ asking }: TaskDeps, asked: CatalogRequestBody, options: AskOptions): Promise<CatalogFinding> {
  switch (asked.kind) {
    case "browse":
      return { kind: "browse", listing: await asking.browse(asked.catalog, asked.namespace, options) };
    case "describe":
      return { kind: "describe", description: await asking.describe(locationOf(asked.table), options) };
    case "sample":
      return { kind: "sample", sample: await asking.sampleKeys(locationOf(asked.table), options) };
    case "test":
    case "plan":
    case "match":
      throw new AppError("usage", `A question of the kind ${asked.kind} is not answered yet.`);
  }
}

/** As `location` of a definition says it. */
function locationOf(table: AskedTable): string {
  return "location" in table ? table.location : formatCatalogLocation(table);
}
