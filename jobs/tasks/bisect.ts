import type { KeyRequestEnd } from "#db/queries/key-requests.ts";
import { answerKeyRequest, KeyRequestInput, type KeyReading } from "#jobs/run/answer-key-request.ts";
import { bisectKey } from "#jobs/run/bisect-key.ts";
import { bisectMetric } from "#jobs/run/bisect-metric.ts";
import type { RequestOutcome } from "#jobs/run/end-request.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import type { SnapshotMetricName } from "#lib/metrics.ts";

export const bisectTask = defineTask({
  name: "bisect",
  payload: KeyRequestInput,
  run: async (deps, input) => void (await bisect(deps, input)),
});

/** Finds since when a number of a table, or one key, is bad, and stores it. As answerKeyRequest. */
export async function bisect(deps: TaskDeps, { requestId }: KeyRequestInput): Promise<RequestOutcome> {
  return await answerKeyRequest(deps, { requestId }, async (reading) => await search(deps, reading));
}

async function search(deps: TaskDeps, reading: KeyReading): Promise<KeyRequestEnd> {
  const { metric, badAbove: limit, keyValues } = reading.request;
  if (metric !== null) return await bisectMetric(deps, reading, { metric: metric as SnapshotMetricName, limit: limit ?? 0 });
  return await bisectKey(deps, reading, { values: keyValues ?? [], limit: limit ?? 1 });
}
