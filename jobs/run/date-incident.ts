import type { Db, Tx } from "#db/client.ts";
import { updateSince } from "#db/queries/incident-changes.ts";
import { listUnresolved } from "#db/queries/incidents.ts";
import { findPassedSince, findSnapshot } from "#db/queries/series-facts.ts";
import type { IncidentSince, Sighting } from "#lib/incidents/incident.ts";

/** Since which commit a number has been wrong, as far as the stored facts tell; null: they do not. */
export async function dateSighting(
  db: Db,
  { tableId, datedBy, at }: { tableId: string; datedBy: Sighting["datedBy"]; at: Date | null },
): Promise<IncidentSince | null> {
  if (datedBy === null || at === null) return null;
  const since = await findPassedSince(db, { tableId, ...datedBy, at });
  if (since === null) return null;
  return {
    snapshotId: since.snapshotId,
    committedAt: since.committedAt.toISOString(),
    operation: since.operation,
    lastGoodAt: since.lastBelowAt?.toISOString() ?? null,
    unreadBetween: since.unreadBetween,
    isFirst: since.isFirst,
  };
}

/** Dates a table's unresolved incidents again, after the facts of an older snapshot were stored. History opens none. */
export async function redateIncidents(tx: Tx, tableId: string): Promise<void> {
  for (const { id, seen } of await listUnresolved(tx, tableId)) {
    if (seen.datedBy === null || seen.snapshotId === null) continue;
    const snapshot = await findSnapshot(tx, tableId, seen.snapshotId);
    await updateSince(tx, id, await dateSighting(tx, { tableId, datedBy: seen.datedBy, at: snapshot?.committedAt ?? null }));
  }
}
