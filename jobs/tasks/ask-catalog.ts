import { z } from "zod";
import {
  completeCatalogRequest,
  failCatalogRequest,
  releaseCatalogRequest,
  startCatalogRequest,
  updateCatalogRequestProgress,
} from "#db/queries/catalog-requests.ts";
import { answerQuestion } from "#jobs/asking/answer-question.ts";
import { storableFinding } from "#jobs/asking/storable-finding.ts";
import { endRequest, refuseEndless, type RequestOutcome } from "#jobs/run/end-request.ts";
import { watchRequest } from "#jobs/run/request-watch.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { AppError } from "#lib/errors.ts";
import { formatCount } from "#lib/units.ts";

const Input = z.strictObject({ requestId: z.uuid() });

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
): Promise<RequestOutcome> {
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
    refuseEndless(request);
    const signal = AbortSignal.any([watch.signal, late]);
    const onProgress = (detail: string): void => watch.onProgress({ phase: "planning", detail });
    const finding = storableFinding(await answerQuestion(deps, request.asked, { signal, onProgress }));
    const stored = await completeCatalogRequest(db, claim, finding);
    log.info({ ms: Math.round(performance.now() - from) }, "A question to a catalog was answered.");
    return stored ? "succeeded" : "over";
  } catch (error) {
    const isLate = late.aborted && !watch.signal.aborted;
    return await endRequest(deps, {
      watch,
      error: isLate ? tooSlow(durationMsMax) : error,
      release: async () => await releaseCatalogRequest(db, claim),
      fail: async (fault) => await failCatalogRequest(db, claim, fault),
    });
  } finally {
    watch.end();
  }
}

function tooSlow(durationMsMax: number): AppError {
  const minutes = formatCount(Math.round(durationMsMax / 60_000));
  return new AppError("too_slow", `No answer after ${minutes} minutes; the request was abandoned. Request less, such as one namespace.`);
}
