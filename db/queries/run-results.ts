import type { Db } from "../client.ts";
import { findFacts } from "./facts.ts";
import { listRunObservations } from "./observations.ts";
import type { RunRow } from "./runs.ts";
import { getTable } from "./tables.ts";
import { listRunVerdicts, type StoredVerdict } from "./verdicts.ts";
import type { Trust } from "#lib/iceberg/contract.ts";
import type { MetricName } from "#lib/metrics.ts";
import { ENGINE, type KeyPromise } from "#lib/names.ts";

/** What a run came to for one key: the numbers of the snapshot and those of the run, as one list. */
export interface RunResult {
  key: string;
  promise: KeyPromise;
  /** null: the table was never written. */
  snapshotId: string | null;
  trust: Trust;
  /** null: it was not judged, as what fills history is not. */
  verdict: StoredVerdict | null;
  values: Partial<Record<MetricName, number | null>>;
  notComputed: Partial<Record<MetricName, string>>;
}

/**
 * What a run that succeeded came to, by key in the table's order. A run that filled history saw nothing itself: its results are the snapshot's facts
 * of the keys that the table has now. Empty where nothing is stored (any more).
 */
export async function listRunResults(db: Db, run: Pick<RunRow, "id" | "tableId" | "reason" | "snapshotId">): Promise<RunResult[]> {
  if (run.reason === "history") return await listHistoryResults(db, run);
  const [seen, verdicts] = await Promise.all([listRunObservations(db, run.id), listRunVerdicts(db, run.id)]);
  return await Promise.all(
    seen.map(async ({ key, promise, keyVersionId, snapshotId, engine, values, notComputed, trustLevel, trustDirection }) => {
      const facts = snapshotId === null ? null : await findFacts(db, { keyVersionId, snapshotId, engine });
      return {
        key,
        promise,
        snapshotId,
        trust: { level: trustLevel, direction: trustDirection, reasons: facts?.trust.reasons ?? [] },
        verdict: verdicts.get(keyVersionId) ?? null,
        values: { ...facts?.values, ...values },
        notComputed: { ...facts?.notComputed, ...notComputed },
      };
    }),
  );
}

async function listHistoryResults(db: Db, { tableId, snapshotId }: Pick<RunRow, "tableId" | "snapshotId">): Promise<RunResult[]> {
  if (snapshotId === null) return [];
  const { keys } = await getTable(db, tableId);
  const results = await Promise.all(
    keys.map(async ({ name: key, promise, currentVersionId }) => {
      const facts = currentVersionId === null ? null : await findFacts(db, { keyVersionId: currentVersionId, snapshotId, engine: ENGINE });
      return facts && { key, promise, snapshotId, trust: facts.trust, verdict: null, values: facts.values, notComputed: facts.notComputed };
    }),
  );
  return results.filter((result) => result !== null);
}
