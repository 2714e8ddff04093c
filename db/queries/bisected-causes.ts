import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { keyRequests } from "../schema/key-requests.ts";
import { keyVersions } from "../schema/key-versions.ts";
import type { FirstCause } from "#lib/iceberg/contract-causes.ts";

/**
 * The cause that the newest kept bisection of each key found at the commit since which it is duplicated, by the key's hash. That commit is not after
 * `before`, and after `cleanAt`, where that is known. A key without one is left out.
 */
export async function findBisectedCauses(
  db: Db,
  { keyVersionId, keyHashes, before, cleanAt }: { keyVersionId: number; keyHashes: readonly string[]; before: Date; cleanAt: Date | null },
): Promise<Map<string, FirstCause>> {
  if (keyHashes.length === 0) return new Map();
  const began = sql`(${keyRequests.since} -> 'last' -> 'at' ->> 'committedAt')::timestamptz`;
  const tableKeyId = db.select({ id: keyVersions.tableKeyId }).from(keyVersions).where(eq(keyVersions.id, keyVersionId));
  const rows = await db
    .selectDistinctOn([keyRequests.keyHash], { keyHash: keyRequests.keyHash, since: keyRequests.since })
    .from(keyRequests)
    .where(
      and(
        inArray(keyRequests.tableKeyId, tableKeyId),
        eq(keyRequests.kind, "bisect"),
        eq(keyRequests.state, "succeeded"),
        eq(keyRequests.keyVersionId, keyVersionId),
        inArray(keyRequests.keyHash, [...keyHashes]),
        sql`${keyRequests.since} ? 'firstCause'`,
        sql`${keyRequests.expiresAt} > now()`,
        sql`${began} <= ${before.toISOString()}::timestamptz`,
        cleanAt === null ? undefined : sql`${began} > ${cleanAt.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(keyRequests.keyHash, desc(keyRequests.requestedAt));
  return new Map(
    rows.flatMap(({ keyHash, since }) =>
      keyHash === null || since?.firstCause === undefined ? [] : [[keyHash, since.firstCause] as const],
    ),
  );
}
