import type { Db } from "#db/client.ts";
import { listAcceptedLevels } from "#db/queries/accepted-levels.ts";
import { listComparablePast } from "#db/queries/comparable-past.ts";
import type { CompletedRun, KeyResult } from "#db/queries/complete-run.ts";
import { findFacts } from "#db/queries/facts.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { PAST_DAYS } from "#lib/judging/expectation.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";
import type { MetricName } from "#lib/names.ts";

/** A key as it is judged, with what names its facts. */
export interface ObservedResult extends ObservedKey {
  keyVersionId: number;
  engine: string;
}

/** What a run saw of each key of its table and what that is measured against, read where the run is stored. */
export async function listObservedKeys(
  db: Db,
  { table, completed, runId, now }: { table: TableWithKeys; completed: CompletedRun; runId: string; now: Date },
): Promise<ObservedResult[]> {
  const accepted = await listAcceptedLevels(db, table.id, now);
  const since = new Date(now.getTime() - PAST_DAYS * 86_400_000);
  const observed: ObservedResult[] = [];
  // An observing run has a result for each key, in the table's order.
  for (const [at, result] of completed.results.entries()) {
    const key = table.keys[at];
    if (key === undefined) continue;
    const { keyVersionId, trust } = result;
    const engine = result.engine.name;
    observed.push({
      key: { id: key.id, name: key.name },
      observedAt: now,
      promise: key.promise,
      trust,
      values: await valuesOf(db, result, completed.snapshot?.id ?? null),
      limits: table.definition.limits,
      accepted: Object.fromEntries(accepted.filter(({ tableKeyId }) => tableKeyId === key.id).map(({ metric, level }) => [metric, level])),
      past: await listComparablePast(db, { keyVersionId, engine, runId, since }),
      keyVersionId,
      engine,
    });
  }
  return observed;
}

/** A run that only observes has the numbers of the clock; the others are the snapshot's. */
async function valuesOf(
  db: Db,
  { keyVersionId, engine, readings }: KeyResult,
  snapshotId: string | null,
): Promise<Partial<Record<MetricName, number | null>>> {
  const facts = snapshotId === null ? null : await findFacts(db, { keyVersionId, snapshotId, engine: engine.name });
  const numbers = Object.entries(readings).filter(([, reading]) => typeof reading === "number");
  return { ...facts?.values, ...(Object.fromEntries(numbers) as Partial<Record<MetricName, number>>) };
}
