import type { Db, Tx } from "./client.ts";
import { addDated, updateSince } from "./queries/incident-changes.ts";
import { listUnresolved, type IncidentRow } from "./queries/incidents.ts";
import { findPassedSince, findSnapshot } from "./queries/series-facts.ts";
import { readRecentLine, type StoredLine } from "./queries/since-facts.ts";
import { findObserved, listTableVerdicts, updateVerdictDates } from "./queries/verdicts.ts";
import type { IncidentSince, SinceFinding, Transition } from "#lib/contracts/since.ts";
import type { DatedFinding } from "#lib/contracts/verdict.ts";
import { datingOf, limitOf } from "#lib/incidents/dating.ts";
import type { Sighting } from "#lib/incidents/incident.ts";
import { describeSince } from "#lib/judging/describe-since.ts";
import { sayTransition, toText } from "#lib/judging/say-since.ts";
import { toKnownValues } from "#lib/judging/search-since.ts";

type DatedBy = NonNullable<Sighting["datedBy"]>;

/** Since which commit a number has been wrong, as far as the stored facts tell, by parent ids; null: they do not. */
export async function dateSighting(
  db: Db,
  { tableId, datedBy, snapshot }: { tableId: string; datedBy: Sighting["datedBy"]; snapshot: { id: string; committedAt: Date } | null },
): Promise<IncidentSince | null> {
  if (datedBy === null || snapshot === null) return null;
  const { metric } = datedBy;
  const limit = limitOf(datedBy);
  const lastOf = ({ lineage, values }: StoredLine): Transition | null => {
    const known = toKnownValues(values, limit);
    if (known.get(snapshot.id)?.bad !== true) return null;
    return describeSince({ lineage, known, metric, limit, read: 0, isComplete: true }).last;
  };
  const line = await readRecentLine(db, { tableId, headId: snapshot.id, of: datedBy }, (near) => lastOf(near)?.before != null);
  const last = lastOf(line);
  const byParents = last && toIncidentSince(last);
  if (byParents !== null && (byParents.lastGoodAt !== null || byParents.isFirst)) return byParents;
  // Beyond what is known by parents, time is all that there is: snapshots between may have expired unseen.
  const byTime = await findByTime(db, { tableId, datedBy, at: snapshot.committedAt });
  return byParents === null || line.lineage.end === "cut" || byTime?.snapshotId === byParents.snapshotId ? byTime : byParents;
}

async function findByTime(
  db: Db,
  { tableId, datedBy, at }: { tableId: string; datedBy: DatedBy; at: Date },
): Promise<IncidentSince | null> {
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

/** Dates a table's unresolved incidents and its newest verdicts again, after the facts of an older snapshot were stored. History opens none. */
export async function redateIncidents(tx: Tx, tableId: string): Promise<void> {
  await redateVerdicts(tx, tableId);
  for (const incident of await listUnresolved(tx, tableId)) {
    const since = await dateAgain(tx, tableId, incident);
    if (since !== undefined) await updateSince(tx, incident.id, since);
  }
}

async function redateVerdicts(tx: Tx, tableId: string): Promise<void> {
  for (const verdict of await listTableVerdicts(tx, tableId)) {
    if (verdict.findings.length === 0) continue;
    const seen = await findObserved(tx, verdict);
    if (seen === null) continue;
    const findings: DatedFinding[] = [];
    for (const finding of verdict.findings) {
      const datedBy = datingOf(finding, { keyVersionId: verdict.keyVersionId, engine: seen.engine });
      findings.push({ ...finding, since: await dateSighting(tx, { tableId, datedBy, snapshot: seen.snapshot }) });
    }
    await updateVerdictDates(tx, verdict, findings);
  }
}

/**
 * Dates the unresolved incidents that a bisection was about anew, in the light of what it read, and tells it in their timelines where that is news.
 * Harmless when it is repeated.
 */
export async function dateFound(
  db: Db,
  { tableId, keyVersionId, since: found, now }: { tableId: string; keyVersionId: number; since: SinceFinding; now: Date },
): Promise<void> {
  const { last } = found;
  if (last === null) return;
  await db.transaction(async (tx) => {
    await redateVerdicts(tx, tableId);
    for (const incident of await listUnresolved(tx, tableId)) {
      const { datedBy } = incident.seen;
      if (datedBy === null || datedBy.metric !== found.metric || datedBy.keyVersionId !== keyVersionId || limitOf(datedBy) !== found.limit)
        continue;
      const since = await dateAgain(tx, tableId, incident);
      if (since == null || isSame(since, incident.seen.since)) continue;
      await updateSince(tx, incident.id, since);
      if (since.snapshotId !== last.at.snapshotId) continue;
      await addDated(tx, {
        incidentId: incident.id,
        now,
        text: toText(sayTransition(last, { canRead: false })),
        snapshotId: since.snapshotId,
      });
    }
  });
}

/** Whether nothing that could be read would tell more. Pure. */
export function isCertain(since: IncidentSince | null): boolean {
  return since !== null && !since.unreadBetween && (since.lastGoodAt !== null || since.isFirst);
}

/** undefined: nothing dates it. */
async function dateAgain(tx: Tx, tableId: string, { seen }: IncidentRow): Promise<IncidentSince | null | undefined> {
  if (seen.datedBy === null || seen.snapshotId === null) return undefined;
  const snapshot = await findSnapshot(tx, tableId, seen.snapshotId);
  return await dateSighting(tx, {
    tableId,
    datedBy: seen.datedBy,
    snapshot: snapshot && { id: snapshot.snapshotId, committedAt: snapshot.committedAt },
  });
}

function toIncidentSince({ at, before, unreadBetween, isFirst }: Transition): IncidentSince {
  return {
    snapshotId: at.snapshotId,
    committedAt: at.committedAt,
    operation: at.operation,
    lastGoodAt: before?.commit.committedAt ?? null,
    unreadBetween: unreadBetween > 0 || (before === null && !isFirst),
    isFirst,
  };
}

function isSame(a: IncidentSince, b: IncidentSince | null): boolean {
  return b !== null && a.snapshotId === b.snapshotId && a.lastGoodAt === b.lastGoodAt && a.unreadBetween === b.unreadBetween;
}
