import { and, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { QUEUE_SCHEMA } from "../queue.ts";
import { catalogRequests } from "../schema/catalog-requests.ts";
import type { RunProgress } from "../schema/runs.ts";
import type { CatalogFinding, CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";
import { AppError } from "#lib/errors.ts";
import type { KeyRequestState } from "#lib/names.ts";

export type CatalogRequestRow = typeof catalogRequests.$inferSelect;

/** The right to write to a request, as RunClaim is for a run: every statement of a worker repeats it. */
export interface CatalogRequestClaim {
  requestId: string;
  attempt: number;
}

/** How long an end is kept, by Postgres's clock: what a catalog has is another thing an hour later. */
const KEPT = "1 hour";
/** Questions that may wait or be worked on at a time: whoever asks on and on shall not fill the store. */
const UNDER_WAY_MAX = 200;
const UNDER_WAY: KeyRequestState[] = ["queued", "running"];

/** A queued request; each question makes a new one. Throws AppError usage when too many wait already. */
export async function insertCatalogRequest(db: Db, asked: CatalogRequestBody): Promise<CatalogRequestRow> {
  const underWay = await db.$count(catalogRequests, sql`state in ('queued', 'running')`);
  if (underWay >= UNDER_WAY_MAX)
    throw new AppError("usage", `${underWay} questions to catalogs wait for an answer already. Ask again when some of them have one.`);
  const [request] = await db.insert(catalogRequests).values({ kind: asked.kind, asked }).returning();
  if (!request) throw new Error("the catalog request was not inserted");
  return request;
}

/** A question whose answer was known at once; what was asked is not kept. */
export async function insertAnsweredRequest(db: Db, finding: Extract<CatalogFinding, { kind: "plan" }>): Promise<CatalogRequestRow> {
  const asked: CatalogRequestBody = { kind: finding.kind, written: {} };
  const [request] = await db
    .insert(catalogRequests)
    .values({ kind: finding.kind, asked, finding, state: "succeeded", ...ended() })
    .returning();
  if (!request) throw new Error("the catalog request was not inserted");
  return request;
}

/** The request with that id. Throws AppError unknown_request, for one that expired too. */
export async function getCatalogRequest(db: Db, requestId: string): Promise<CatalogRequestRow> {
  const isKept = or(isNull(catalogRequests.expiresAt), gt(catalogRequests.expiresAt, sql`now()`));
  const [request] = await db
    .select()
    .from(catalogRequests)
    .where(and(eq(catalogRequests.id, requestId), isKept));
  if (request) return request;
  throw new AppError("unknown_request", `No question has the id ${requestId}: what was found is kept for an hour. Ask again.`);
}

/** Begins an attempt of a request that is queued, or running (its worker died; the claim before ends here). null: it ended, or is not known. */
export async function startCatalogRequest(
  db: Db,
  { requestId, workerId }: { requestId: string; workerId: string },
): Promise<{ request: CatalogRequestRow; claim: CatalogRequestClaim } | null> {
  const [request] = await db
    .update(catalogRequests)
    .set({
      state: "running",
      workerId,
      attempt: sql`${catalogRequests.attempt} + 1`,
      startedAt: sql`now()`,
      heartbeatAt: sql`now()`,
      progress: null,
      errorCode: null,
      errorMessage: null,
    })
    .where(isUnderWay(requestId))
    .returning();
  return request ? { request, claim: { requestId, attempt: request.attempt } } : null;
}

/** Says how far the answer is, and that its worker lives. False: the claim is lost, and the worker should stop. */
export async function updateCatalogRequestProgress(db: Db, claim: CatalogRequestClaim, progress?: RunProgress): Promise<boolean> {
  return await change(db, holds(claim), { heartbeatAt: sql`now()`, ...(progress && { progress }) });
}

/** Ends the attempt with what it found. False: the claim is lost, and nothing was changed. */
export async function completeCatalogRequest(db: Db, claim: CatalogRequestClaim, finding: CatalogFinding): Promise<boolean> {
  return await change(db, holds(claim), { finding, state: "succeeded", ...ended() });
}

/** Ends the attempt without an answer. False: the claim is lost, and nothing was changed. */
export async function failCatalogRequest(
  db: Db,
  claim: CatalogRequestClaim,
  { code, message }: { code: string; message: string },
): Promise<boolean> {
  return await change(db, holds(claim), { state: "failed", errorCode: code, errorMessage: message, ...ended() });
}

/** Gives the attempt back: its worker stops, another begins anew. */
export async function releaseCatalogRequest(db: Db, claim: CatalogRequestClaim): Promise<boolean> {
  return await change(db, holds(claim), { state: "queued", progress: null, attempt: sql`${catalogRequests.attempt} - 1` });
}

/** Cancels a request that is under way; its worker learns it within a second. False: it had ended already. */
export async function cancelCatalogRequest(db: Db, requestId: string): Promise<boolean> {
  const end = { state: "cancelled", errorCode: "cancelled", errorMessage: "It was cancelled.", ...ended() } as const;
  return await change(db, isUnderWay(requestId), end);
}

/** Requests under way without a sign of life for so long, that no job of the queue stands for; oldest first. */
export async function listCatalogRequestsWithoutJob(db: Db, { olderThanSeconds }: { olderThanSeconds: number }): Promise<{ id: string }[]> {
  return await db
    .select({ id: catalogRequests.id })
    .from(catalogRequests)
    .where(
      and(
        sql`${catalogRequests.state} in ('queued', 'running')`,
        sql`greatest(${catalogRequests.requestedAt}, coalesce(${catalogRequests.heartbeatAt}, ${catalogRequests.requestedAt}))
          < now() - make_interval(secs => ${olderThanSeconds})`,
        sql`not exists (select from ${sql.identifier(QUEUE_SCHEMA)}.job
          where name = 'ask-catalog' and state < 'completed' and data ->> 'requestId' = ${catalogRequests.id}::text)`,
      ),
    )
    .orderBy(catalogRequests.requestedAt, catalogRequests.id);
}

/** Deletes requests that expired before `now`, with what they found; returns how many. */
export async function deleteExpiredCatalogRequests(db: Db, { now }: { now: Date }): Promise<number> {
  const deleted = await db.delete(catalogRequests).where(lt(catalogRequests.expiresAt, now)).returning({ id: catalogRequests.id });
  return deleted.length;
}

function isUnderWay(requestId: string): ReturnType<typeof and> {
  return and(eq(catalogRequests.id, requestId), inArray(catalogRequests.state, UNDER_WAY));
}

function holds({ requestId, attempt }: CatalogRequestClaim): ReturnType<typeof and> {
  return and(eq(catalogRequests.id, requestId), eq(catalogRequests.attempt, attempt), eq(catalogRequests.state, "running"));
}

function ended() {
  return { finishedAt: sql`now()`, progress: null, expiresAt: sql`now() + ${KEPT}::interval` };
}

async function change(
  db: Db,
  condition: ReturnType<typeof and>,
  values: Parameters<ReturnType<typeof updateOf>["set"]>[0],
): Promise<boolean> {
  const changed = await updateOf(db).set(values).where(condition).returning({ id: catalogRequests.id });
  return changed.length > 0;
}

function updateOf(db: Db) {
  return db.update(catalogRequests);
}
