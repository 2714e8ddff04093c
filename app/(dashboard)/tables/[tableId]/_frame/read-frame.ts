import { isWorkerAlive } from "#app/_http/worker-alive.ts";
import type { Db } from "#db/client.ts";
import { listRunsUnderWay } from "#db/queries/runs.ts";
import { findFactsOfKey } from "#db/queries/samples-facts.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { listWorkers } from "#db/queries/workers.ts";
import type { ActiveSilence, TakenIncident } from "#lib/contracts/on-it.ts";
import { readStanding } from "./read-standing.ts";
import { viewStanding, type KeyStanding } from "./view-standing.ts";

/** What all pages of a table show above their own content. */
export interface FrameFacts {
  /** In the table's order. `duplicated`: keys of the newest snapshot that was read; null: not known. */
  keys: { name: string; duplicated: number | null; standing: KeyStanding }[];
  /** Incidents that are not resolved, the gravest first, with who works on them, and the active silence. */
  mark: { incidents: readonly TakenIncident[]; silence: ActiveSilence | null };
  /** A run that is queued or running. */
  runId: string | null;
  workerAlive: boolean;
}

/** The facts for the frame around a table's pages. */
export async function readFrame(db: Db, table: TableWithKeys, now: Date): Promise<FrameFacts> {
  const [standing, underWay, workers, counts] = await Promise.all([
    readStanding(db, table, now),
    listRunsUnderWay(db, { tableId: table.id }),
    listWorkers(db),
    Promise.all(table.keys.map(async ({ id }) => (await findFactsOfKey(db, { tableKeyId: id }))?.values.duplicated_keys ?? null)),
  ]);
  const { incidents, silence } = standing.mark;
  return {
    keys: standing.keys.map(({ key, verdict }, at) => ({
      name: key.name,
      duplicated: counts[at] ?? null,
      standing: viewStanding(verdict),
    })),
    mark: { incidents: incidents.map(({ id, name, onIt }) => ({ id, name, onIt })), silence },
    runId: underWay.find(({ reason }) => reason !== "history")?.id ?? null,
    workerAlive: workers.some(isWorkerAlive),
  };
}
