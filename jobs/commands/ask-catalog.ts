import { setTimeout as sleep } from "node:timers/promises";
import { cancelCatalogRequest, getCatalogRequest, type CatalogRequestRow } from "#db/queries/catalog-requests.ts";
import { requestCatalog } from "#db/request-catalog.ts";
import { sayIfNobodyWorks, storedError } from "#jobs/commands/ask-service.ts";
import type { CommandDeps } from "#jobs/commands/command-deps.ts";
import type { Service } from "#jobs/commands/service.ts";
import type { CatalogFinding, CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";
import { AppError } from "#lib/errors.ts";
import type { Asking, AskOptions } from "#lib/iceberg/contract-asking.ts";

type Kind = CatalogRequestBody["kind"];
type Body<K extends Kind> = Extract<CatalogRequestBody, { kind: K }>;
type Finding<K extends Kind> = Extract<CatalogFinding, { kind: K }>;

const LOOK_EVERY_MS = 200;

/** Asks catalogs in this process. Throws AppError usage where that cannot be. */
export function ownAsking({ asking }: Pick<CommandDeps, "asking">): Asking {
  if (asking === undefined) throw new AppError("usage", "Catalogs cannot be reached here: this installation cannot open tables.");
  return asking();
}

/** What goes with every asking of a command. */
export function askOptions({ signal, say, interactive }: Pick<CommandDeps, "signal" | "say" | "interactive">): AskOptions {
  let said = "";
  const onProgress = (detail: string): void => {
    if (detail !== said) say(detail);
    said = detail;
  };
  return interactive ? { signal, onProgress } : { signal };
}

/**
 * The answer of this process, which knows the catalogs of the file; of a catalog that it does not know, the running service's, for it may have
 * been entered there. Throws AppError as both do; unknown_catalog where no service runs.
 */
export async function askHereOrService<K extends Kind>(
  deps: CommandDeps,
  body: Body<K>,
  here: () => Promise<Finding<K>>,
): Promise<Finding<K>> {
  try {
    return await here();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unknown_catalog") throw error;
    const service = await deps.openService().catch(() => null);
    if (service === null) throw error;
    try {
      return (await askService(service, deps, body)) as Finding<K>;
    } finally {
      await service.close();
    }
  }
}

async function askService(service: Service, deps: CommandDeps, body: CatalogRequestBody): Promise<CatalogFinding> {
  const { db } = service.database;
  await sayIfNobodyWorks(db, deps.say, "the question");
  const { id } = await requestCatalog(db, await service.queue(), body);
  const request = await untilEnded(service, deps, id);
  if (request.state === "succeeded" && request.finding?.kind === body.kind) return request.finding;
  throw storedError(request, `The question is ${request.state}.`);
}

/** A person who stops waiting cancels it: nobody else wants it. */
async function untilEnded({ database }: Service, deps: CommandDeps, id: string): Promise<CatalogRequestRow> {
  const { onProgress } = askOptions(deps);
  for (;;) {
    const request = await getCatalogRequest(database.db, id);
    if (request.finishedAt !== null) return request;
    onProgress?.(request.state === "queued" ? "waiting for a worker" : (request.progress?.detail ?? "starting"));
    await sleep(LOOK_EVERY_MS, undefined, { signal: deps.signal }).catch(() => {});
    if (deps.signal.aborted) await cancelCatalogRequest(database.db, id);
  }
}
