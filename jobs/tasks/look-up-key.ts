import type { KeyRequestEnd } from "#db/queries/key-requests.ts";
import { answerKeyRequest, KeyRequestInput, type KeyReading } from "#jobs/run/answer-key-request.ts";
import type { RequestOutcome } from "#jobs/run/end-request.ts";
import { gatherWithin, runBudget } from "#jobs/run/gather-within.ts";
import { keepCause } from "#jobs/run/keep-causes.ts";
import { labelDrift } from "#jobs/run/label-drift.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { AppError } from "#lib/errors.ts";
import type { SampledKey } from "#lib/iceberg/contract.ts";
import type { KeyLookUp } from "#lib/iceberg/contract-keys.ts";
import { maskSamples, unknownMasked } from "#lib/masking.ts";
import { toStorable } from "#lib/storable-text.ts";

export const lookUpKeyTask = defineTask({
  name: "look-up-key",
  payload: KeyRequestInput,
  run: async (deps, input) => void (await lookUpKey(deps, input)),
});

/** Looks one key up by its values and stores its rows, masked as the table says now. As answerKeyRequest. */
export async function lookUpKey(deps: TaskDeps, { requestId }: KeyRequestInput): Promise<RequestOutcome> {
  return await answerKeyRequest(deps, { requestId }, async (reading) => await read(deps, reading));
}

async function read(deps: TaskDeps, reading: KeyReading): Promise<KeyRequestEnd> {
  const { request, table, key, base, watch } = reading;
  const { definition } = table;
  const asked = { ...base, values: request.keyValues ?? [], rowsMax: definition.sample.rowsPerKeyMax };
  const { signal, onProgress } = watch;
  const answer = await gatherWithin(deps.lookUpKey, asked, { budget: runBudget(definition), signal, onProgress });
  const keyVersionId = request.keyVersionId ?? key.currentVersionId;
  const { snapshot } = answer;
  const { db } = deps.database;
  const hash = answer.found && deps.keyHashes.of(answer.found.key);
  const labelled = answer.found && (await labelDrift(db, answer.found, { snapshot, keyVersionId }));
  const found = labelled && hash !== null ? await keepCause(db, labelled, { keyVersionId, keyHash: hash, snapshot }) : null;
  return {
    snapshotId: snapshot?.id ?? null,
    snapshotCommittedAt: snapshot && new Date(snapshot.committedAt),
    keyHash: hash,
    result: found && mask(reading, answer, found),
    columns: answer.columns,
    trust: answer.trust,
    costBytes: answer.cost.bytesPlanned,
    costMs: answer.cost.milliseconds,
  };
}

function mask({ table: { definition }, key }: KeyReading, { columns }: KeyLookUp, found: SampledKey): SampledKey {
  const unknown = unknownMasked(definition.masked, columns);
  const [sample] = maskSamples([found], definition.masked, { ...definition.columns, key: key.columns }).samples;
  if (unknown.length === 0 && sample) return toStorable(sample);
  throw new AppError(
    "unknown_column",
    `The key was found, and its rows are not shown: the table has no column ${unknown.join(", ")}, which shall be masked. Correct \`masked\` of the table.`,
  );
}
