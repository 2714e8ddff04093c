import { z } from "zod";
import {
  completeCatalogRequest,
  failCatalogRequest,
  releaseCatalogRequest,
  startCatalogRequest,
  updateCatalogRequestProgress,
  type CatalogRequestClaim,
} from "#db/queries/catalog-requests.ts";
import { asStoreError, isStoreUnreachable } from "#db/store-errors.ts";
import { answerQuestion } from "#jobs/asking/answer-question.ts";
import { storableFinding } from "#jobs/asking/storable-finding.ts";
import { watchRequest, type RequestStop, type RequestWatch } from "#jobs/run/request-watch.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { AppError } from "#lib/errors.ts";
import { toStorable } from "#lib/storable-text.ts";
import { formatCount } from "#lib/units.ts";

const Input = z.strictObject({ requestId: z.uuid() });

/** `over`: it had ended before, or ended by another hand. */
type Outcome = "succeeded" | "failed" | "over";

/** A question that began so often is given up: it may be what kills its workers. */
const ATTEMPTS_MAX = 3;
/** Nobody waits any longer; a search through ten thousand tables of a slow catalog takes less. */
const QUESTION_MS_MAX = 3_600_000;

export const askCatalogTask = defineTask({
  name: "ask-catalog",
  payload: Input,
  run: async (deps, input) => void (await askCatalog(deps, input)),
});

/**
 * One attempt of a question, from its claim to its stored answer. Harmless when it is repeated: one that ended is left alone, one whose worker
 * died is taken over, and a lost attempt stores nothing. Rejects when the question is to go on elsewhere: this worker stops, or the store is
 * silent.
 */
export async function askCatalog(
  deps: TaskDeps,
  { requestId }: z.infer<typeof Input>,
  { durationMsMax = QUESTION_MS_MAX }: { durationMsMax?: number } = {},
): Promise<Outcome> {
  const { db } = deps.database;
  const started = await startCatalogRequest(db, { requestId, workerId: deps.workerId });
  if (started === null) return "over";
  const { request, claim } = started;
  const log = deps.log.child({ requestId, asks: request.kind });
  const sign: Parameters<typeof watchRequest>[0]["sign"] = async (said) => await updateCatalogRequestProgress(db, claim, said);
  const watch = watchRequest({ sign, log, stopping: deps.stopping });
  const from = performance.now();
  const late = AbortSignal.timeout(durationMsMax);
  try {
    if (request.attempt > ATTEMPTS_MAX)
      throw new AppError("reader_crashed", `It began ${ATTEMPTS_MAX} times and never ended; it is given up. Ask again.`);
    const signal = AbortSignal.any([watch.signal, late]);
    const onProgress = (detail: string): void => watch.onProgress({ phase: "planning", detail });
    const finding = storableFinding(await answerQuestion(deps, request.asked, { signal, onProgress }));
    const stored = await completeCatalogRequest(db, claim, finding);
    log.info({ ms: Math.round(performance.now() - from) }, "A question to a catalog was answered.");
    return stored ? "succeeded" : "over";
  } catch (error) {
    const isLate = late.aborted && !watch.signal.aborted;
    return await endFailed(deps, { claim, watch, error: isLate ? tooSlow(durationMsMax) : error });
  } finally {
    watch.end();
  }
}

function tooSlow(durationMsMax: number): AppError {
  const minutes = formatCount(Math.round(durationMsMax / 60_000));
  return new AppError(
    "too_slow",
    `The answer was not there after ${minutes} minutes, and is given up. Ask for less, such as one namespace.`,
  );
}

async function endFailed(
  deps: TaskDeps,
  { claim, watch, error }: { claim: CatalogRequestClaim; watch: RequestWatch; error: unknown },
): Promise<Outcome> {
  const { db, url } = deps.database;
  const stopped = watch.signal.aborted ? (watch.signal.reason as RequestStop) : null;
  if (stopped === "claim lost") return "over";
  if (stopped === "worker stopping") {
    await releaseCatalogRequest(db, claim);
    throw new AppError("cancelled", "The worker was stopped; another answers the question.");
  }
  // Its row cannot be written now; the queue gives the job out again.
  if (isStoreUnreachable(error)) throw error;
  const told = asStoreError(error, url);
  const fault =
    told instanceof AppError
      ? told
      : new AppError("internal", "The question failed in a way that is not known; the worker's log says how.");
  if (fault.code === "internal") deps.log.error({ err: error }, fault.message);
  return (await failCatalogRequest(db, claim, { code: fault.code, message: toStorable(fault.message) })) ? "failed" : "over";
}
