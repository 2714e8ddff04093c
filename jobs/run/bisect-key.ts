import type { KeyRequestEnd } from "#db/queries/key-requests.ts";
import { noteFirstCause } from "#db/queries/samples.ts";
import { listSampledCounts } from "#db/queries/since-facts.ts";
import type { KeyReading } from "#jobs/run/answer-key-request.ts";
import { readAskedLine, sayReading, sinceBudget, within } from "#jobs/run/bisect-metric.ts";
import { findSince, type SinceSearch } from "#jobs/run/find-since.ts";
import { gatherWithin } from "#jobs/run/gather-within.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { AppError } from "#lib/errors.ts";
import type { FirstCause } from "#lib/iceberg/contract-causes.ts";
import type { KeyLookUp, KeyLookUpRequest } from "#lib/iceberg/contract-keys.ts";
import type { LineCommit } from "#lib/judging/lineage.ts";
import { toKnown, type KnownValue } from "#lib/judging/search-since.ts";

const NOT_READ_YET = { place: 1, msLeft: Number.POSITIVE_INFINITY };

/**
 * Finds since when one key, by its values, has more rows than `limit`, looking it up in one snapshot after the other; stored samples say what they
 * know. Nothing of its rows is stored, but the cause that it had when it became so, with its samples and with the finding. Throws as findSince
 * does, and unknown_snapshot.
 */
export async function bisectKey(
  deps: TaskDeps,
  reading: KeyReading,
  { values, limit }: { values: readonly string[]; limit: number },
): Promise<KeyRequestEnd> {
  const { table, base, watch, store } = reading;
  const { lineage, headId, keyVersionId } = await readAskedLine(deps, reading, null);
  const cost = { bytes: 0, ms: 0 };
  const lookUp = async (
    commit: LineCommit,
    { place, msLeft }: typeof NOT_READ_YET,
    why?: Pick<KeyLookUpRequest, "explain" | "rowsMax">,
  ) => {
    const snapshot = { by: "id", id: commit.snapshotId } as const;
    const request = { ...base, explain: undefined, snapshot, values: [...values], rowsMax: 1, ...why };
    const onProgress = sayReading(watch, commit, place);
    const answer = await gatherWithin(deps.lookUpKey, request, {
      budget: within(table.definition, msLeft),
      signal: watch.signal,
      onProgress,
    });
    cost.bytes += answer.cost.bytesPlanned;
    cost.ms += answer.cost.milliseconds;
    return answer;
  };
  const read: SinceSearch["read"] = async (commit, at) => toValue(await lookUp(commit, at), limit);
  const budget = sinceBudget(table.definition);
  const [head] = lineage.commits;
  // The key as the table has it, by which samples know it, is learnt from its first row.
  const first = head?.isRetained === true ? await lookUp(head, { ...NOT_READ_YET, msLeft: budget.msMax }) : null;
  const hash = first?.found == null ? null : deps.keyHashes.of(first.found.key);
  const counts = hash === null ? new Map<string, number>() : await listSampledCounts(deps.database.db, { keyVersionId, keyHash: hash });
  const known = new Map<string, KnownValue>([...counts].map(([id, rows]) => [id, { value: rows, bad: rows > limit }]));
  if (first !== null) known.set(headId, toValue(first, limit));
  const since = await findSince({ lineage, known, metric: null, limit, budget, read });
  const began = since.last === null ? undefined : lineage.commits.find(({ snapshotId }) => snapshotId === since.last?.at.snapshotId);
  let cause: FirstCause | null = null;
  if (hash !== null && began?.isRetained === true) {
    const why = { explain: base.explain, rowsMax: table.definition.sample.rowsPerKeyMax };
    cause = await firstCause(async () => await lookUp(began, { place: since.read + 1, msLeft: budget.msMax }, why), began.snapshotId);
    await store(async (tx) => {
      if (cause !== null) await noteFirstCause(tx, { keyVersionId, keyHash: hash, first: cause, since: new Date(began.committedAt) });
    });
  }
  return {
    snapshotId: headId,
    snapshotCommittedAt: new Date(since.head.commit.committedAt),
    keyVersionId,
    keyHash: hash,
    since: { ...since, read: since.read + (first === null ? 0 : 1), ...(cause && { firstCause: cause }) },
    ...(first !== null && { trust: first.trust }),
    costBytes: cost.bytes,
    costMs: cost.ms,
  };
}

/** null: it is not known, or the snapshot cannot be read any more; what was found out about the time stands. */
async function firstCause(lookUp: () => Promise<KeyLookUp>, snapshotId: string): Promise<FirstCause | null> {
  try {
    const verdict = (await lookUp()).found?.verdict ?? null;
    if (verdict === null || verdict.cause === "unknown") return null;
    return { cause: verdict.cause, snapshotId, ...(verdict.doubt && { alternatives: verdict.doubt.alternatives }) };
  } catch (cause) {
    if (cause instanceof AppError) return null;
    throw cause;
  }
}

function toValue({ found, trust }: KeyLookUp, limit: number): KnownValue {
  return toKnown(found?.rowCount ?? 0, limit, trust);
}
