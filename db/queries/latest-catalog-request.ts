import { and, desc, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { catalogRequests } from "../schema/catalog-requests.ts";
import type { CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";

/** The newest request that asks just this, under way or answered and still kept; null: none. One that failed or was cancelled is none: it may be asked again. */
export async function findLatestCatalogRequest(db: Db, asked: CatalogRequestBody): Promise<typeof catalogRequests.$inferSelect | null> {
  const [found] = await db
    .select()
    .from(catalogRequests)
    .where(
      and(
        sql`${catalogRequests.asked} = ${JSON.stringify(asked)}::jsonb`,
        inArray(catalogRequests.state, ["queued", "running", "succeeded"]),
        or(isNull(catalogRequests.expiresAt), gt(catalogRequests.expiresAt, sql`now()`)),
      ),
    )
    .orderBy(desc(catalogRequests.requestedAt))
    .limit(1);
  return found ?? null;
}
