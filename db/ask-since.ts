import type { Tx } from "./client.ts";
import { isCertain } from "./date-incident.ts";
import type { JobSender } from "./queue.ts";
import type { IncidentRow } from "./queries/incidents.ts";
import { listBisections } from "./queries/key-requests.ts";
import type { TableWithKeys } from "./queries/tables.ts";
import { requestKeysWithin } from "./request-keys.ts";
import { leadingKey, limitOf } from "#lib/incidents/dating.ts";
import type { IncidentCheck } from "#lib/names.ts";

/** What lies in the rows, so that reading older snapshots tells when it came. */
const OF_ROWS: ReadonlySet<IncidentCheck> = new Set(["duplicates", "partitions_per_key", "cdc"]);

/**
 * Asks for a bisection of what an incident that has just opened is about, in the transaction that opened it, unless the stored facts date it already
 * or one is under way. Not for sample tables: filling their history dates them within a minute.
 */
export async function askSince(
  tx: Tx,
  { queue, table, incident: { check, findings, seen } }: { queue: JobSender; table: TableWithKeys; incident: IncidentRow },
): Promise<void> {
  const { datedBy, snapshotId, since } = seen;
  if (!OF_ROWS.has(check) || table.source === "sample" || datedBy === null || snapshotId === null || isCertain(since)) return;
  const key = leadingKey({ findings }, table.keys);
  if (key === undefined) return;
  const { metric, keyVersionId } = datedBy;
  const badAbove = limitOf(datedBy);
  const isAsked = (await listBisections(tx, { tableKeyId: key.id, metric })).some(
    (one) => one.finishedAt === null && one.badAbove === badAbove && one.askedSnapshotId === snapshotId,
  );
  if (isAsked) return;
  const wish = { tableId: table.id, tableKeyId: key.id, keyVersionId, askedSnapshotId: snapshotId, asks: { metric, badAbove } };
  await requestKeysWithin(tx, queue, wish);
}
