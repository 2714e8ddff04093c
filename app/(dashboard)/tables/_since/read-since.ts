import { viewKeyRequest } from "#app/api/key-requests/view-key-request.ts";
import type { Db } from "#db/client.ts";
import { listBisections, type KeyRequestRow } from "#db/queries/key-requests.ts";
import { readRecentLine, type StoredLine, type ValueOf } from "#db/queries/since-facts.ts";
import type { BisectBody, KeyRequestView } from "#lib/contracts/key-requests.ts";
import type { SinceFinding } from "#lib/contracts/since.ts";
import { describeSince, withHead } from "#lib/judging/describe-since.ts";
import { nextRead, toKnownValues } from "#lib/judging/search-since.ts";

const NONE: ReadonlySet<string> = new Set();

/** What a page shows of since when a number of a table, or one key, is bad. */
export interface SinceView {
  tableId: string;
  keyName: string;
  /** null: nothing is known. */
  finding: SinceFinding | null;
  /** The bisection under way, or the latest one where it failed. */
  request: KeyRequestView | null;
  /** What finds more; null: nothing would, or nobody may ask. */
  ask: BisectBody | null;
}

interface OfKey {
  tableId: string;
  /** Of the table's key. */
  key: { id: string; name: string };
}

/**
 * Since when a number of a key version is above a limit, back from a snapshot, as far as the stored facts tell: nothing is read for it. Where the last
 * bisection came to the same, its notes stand there too.
 */
export async function readSince(
  db: Db,
  { tableId, key, of, headId, limit }: OfKey & { of: ValueOf; headId: string; limit: number },
): Promise<SinceView> {
  const { metric } = of;
  const describe = ({ lineage, values }: StoredLine): SinceFinding | null => {
    const known = toKnownValues(values, limit);
    const isRead = nextRead(lineage, withHead(known, headId, limit), NONE) === null;
    if (!known.has(headId)) return null;
    const found = describeSince({ lineage, known, metric, limit, read: 0, isComplete: isRead });
    return lineage.end === "cut" && found.last?.before == null ? { ...found, isComplete: false } : found;
  };
  const [line, requests] = await Promise.all([
    readRecentLine(db, { tableId, headId, of }, (near) => describe(near)?.last?.before != null),
    listBisections(db, { tableKeyId: key.id, metric }),
  ]);
  const stored = describe(line);
  const same = requests.find(({ since, badAbove }) => badAbove === limit && since !== null && isSameTurn(since, stored));
  const finding =
    stored && same?.since ? { ...stored, read: same.since.read, notes: same.since.notes, isComplete: same.since.isComplete } : stored;
  const ask = finding?.isComplete === true ? null : { tableId, key: key.name, metric, limit, snapshot: headId };
  const newest = requests.find(({ badAbove }) => badAbove === limit);
  return { tableId, keyName: key.name, finding, request: await viewOpen(db, newest), ask };
}

/** Since when one key has several rows, by the hash that its links have: what the last bisection of it found. `values`: what asks for one; null: masked. */
export async function readKeySince(
  db: Db,
  { tableId, key, keyHash, values }: OfKey & { keyHash: string; values: string[] | null },
): Promise<SinceView> {
  const requests = await listBisections(db, { tableKeyId: key.id, keyHash });
  const finding = requests.find(({ since }) => since !== null)?.since ?? null;
  const ask = values === null ? null : { tableId, key: key.name, values, limit: 1 };
  return { tableId, keyName: key.name, finding, request: await viewOpen(db, requests[0]), ask };
}

async function viewOpen(db: Db, request: KeyRequestRow | undefined): Promise<KeyRequestView | null> {
  if (request === undefined || request.state === "succeeded" || request.state === "cancelled") return null;
  return await viewKeyRequest(db, request);
}

function isSameTurn({ last: found }: SinceFinding, stored: SinceFinding | null): boolean {
  const last = stored?.last ?? null;
  return found?.at.snapshotId === last?.at.snapshotId && found?.before?.commit.snapshotId === last?.before?.commit.snapshotId;
}
