import type { Db } from "#db/client.ts";
import { findBacklog, findLastCompaction, listBacklogSnapshots, type StoredBacklog } from "#db/queries/backlogs.ts";
import { findFacts, type StoredFacts } from "#db/queries/facts.ts";
import { findSnapshots, type SnapshotRow } from "#db/queries/snapshots.ts";
import { readTableWriter } from "#db/queries/table-writers.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { findSnapshotVerdict } from "#db/queries/verdicts.ts";
import type { FirstSteps } from "#lib/causes/first-steps.ts";
import { adviseOnBacklog } from "#lib/compaction/backlog-advice.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { maskBacklog } from "#lib/mask-backlog.ts";
import { ENGINE } from "#lib/names.ts";

/** What the page shows of one snapshot. */
export interface BacklogPage {
  snapshotId: string;
  /** null: neither the metadata that was read nor a fact names it. */
  committedAt: Date | null;
  snapshot: SnapshotRow | null;
  isNewest: boolean;
  /** Of the first key that has some: what manifests say is the same for all. null: the snapshot was never read. */
  facts: StoredFacts | null;
  /** On this snapshot, when it was observed last; null: it was never judged. */
  verdict: Verdict | null;
  stored: StoredBacklog | null;
  lastCompactionAt: Date | null;
  /** The nearest snapshots that have a breakdown. */
  earlier: string | null;
  later: string | null;
  /** What to do first about the deletes that are left. */
  first: FirstSteps;
  /** The newest that has one. */
  newestStored: string | null;
}

/** A snapshot's backlog; the newest's when none is asked for. null: the table was never read. */
export async function readBacklog(db: Db, table: TableWithKeys, asked: string | undefined): Promise<BacklogPage | null> {
  const snapshotId = asked ?? table.lastSnapshotId;
  if (snapshotId === null) return null;
  const leading = table.keys[0]?.currentVersionId ?? null;
  const [writer, facts, verdict, stored, [snapshot = null], kept] = await Promise.all([
    readTableWriter(db, table),
    findFactsOfAnyKey(db, table, snapshotId),
    // What is found of the table as a whole counts for its first key.
    leading === null ? null : findSnapshotVerdict(db, { keyVersionId: leading, snapshotId }),
    findBacklog(db, { tableId: table.id, snapshotId }),
    findSnapshots(db, table.id, { ids: [snapshotId] }),
    listBacklogSnapshots(db, table.id),
  ]);
  const committedAt = facts?.committedAt ?? stored?.committedAt ?? snapshot?.committedAt ?? null;
  const at = committedAt?.getTime() ?? Number.NaN;
  return {
    snapshotId,
    committedAt,
    snapshot,
    isNewest: snapshotId === table.lastSnapshotId,
    facts,
    verdict,
    // As the table says now: a run that began before a column was masked may have stored its values.
    stored: stored && { ...stored, backlog: maskBacklog(stored.backlog, table.definition.masked) },
    lastCompactionAt: committedAt && (await findLastCompaction(db, { tableId: table.id, upTo: committedAt })),
    earlier: kept.find((one) => one.committedAt.getTime() < at)?.snapshotId ?? null,
    later: kept.findLast((one) => one.committedAt.getTime() > at)?.snapshotId ?? null,
    first: adviseOnBacklog(writer, facts?.values.files_registered_twice),
    newestStored: kept[0]?.snapshotId ?? null,
  };
}

async function findFactsOfAnyKey(db: Db, table: TableWithKeys, snapshotId: string): Promise<StoredFacts | null> {
  for (const { currentVersionId } of table.keys) {
    const facts = currentVersionId === null ? null : await findFacts(db, { keyVersionId: currentVersionId, snapshotId, engine: ENGINE });
    if (facts !== null) return facts;
  }
  return null;
}
