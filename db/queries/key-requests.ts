import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Db, Tx } from "../client.ts";
import { QUEUE_SCHEMA } from "../queue.ts";
import { keyRequests } from "../schema/key-requests.ts";
import type { RunProgress } from "../schema/runs.ts";
import { tableKeys } from "../schema/table-keys.ts";
import { tables } from "../schema/tables.ts";
import { AppError } from "#lib/errors.ts";
import { hiddenKeyColumns } from "#lib/masking.ts";
import type { SnapshotMetricName } from "#lib/metrics.ts";
import type { ExportFormat, KeyRequestState } from "#lib/names.ts";

export type KeyRequestRow = typeof keyRequests.$inferSelect;

/** The right to write to a request, as RunClaim is for a run: every statement of a worker repeats it. */
export interface KeyRequestClaim {
  requestId: string;
  attempt: number;
}

export interface KeyWish {
  tableId: string;
  tableKeyId: string;
  keyVersionId: number | null;
  /** null: the current one. */
  askedSnapshotId: string | null;
  /**
   * A look-up of these values, in the order of the key's columns, an export in this format, or since when a metric, or the number of rows of one
   * key, is above a limit.
   */
  asks: { keyValues: string[] } | { format: ExportFormat } | SinceAsked;
}

/** See `asks`; a metric or the values of one key. */
type SinceAsked = { badAbove: number } & ({ metric: SnapshotMetricName } | { metric: null; keyValues: string[] });

/** What a request found; a column that is not named stays as it is. */
export type KeyRequestEnd = Partial<
  Pick<
    KeyRequestRow,
    | "snapshotId"
    | "snapshotCommittedAt"
    | "keyValues"
    | "keyHash"
    | "keyVersionId"
    | "result"
    | "columns"
    | "fileBytes"
    | "exportedKeys"
    | "exportedRows"
    | "trust"
    | "since"
    | "costBytes"
    | "costMs"
  >
>;

/** How long an end is kept, by Postgres's clock: what a look-up found is a person's data, an export is fetched in the days after. */
const KEPT = { look_up: "24 hours", export: "7 days", bisect: "30 days" } as const;
const UNDER_WAY: KeyRequestState[] = ["queued", "running"];

/** A queued request; each wish makes a new one. */
export async function insertKeyRequest(db: Db, { asks, ...wish }: KeyWish): Promise<KeyRequestRow> {
  const kind = "badAbove" in asks ? "bisect" : "format" in asks ? "export" : "look_up";
  const [request] = await db
    .insert(keyRequests)
    .values({ ...wish, kind, ...asks })
    .returning();
  if (!request) throw new Error("the key request was not inserted");
  return request;
}

/** The request with that id. Throws AppError unknown_request, for one that expired too. */
export async function getKeyRequest(db: Db, requestId: string): Promise<KeyRequestRow> {
  const [request] = await db
    .select()
    .from(keyRequests)
    .where(and(eq(keyRequests.id, requestId), isKept()));
  if (request) return request;
  throw new AppError(
    "unknown_request",
    `No request has the id ${requestId}: what a look-up found is kept for a day, an export for seven, since when something is bad for thirty. Ask again.`,
  );
}

/** Exports of a key that are under way or kept, newest first; 20 at most. */
export async function listKeyExports(db: Db, tableKeyId: string): Promise<KeyRequestRow[]> {
  return await db
    .select()
    .from(keyRequests)
    .where(and(eq(keyRequests.tableKeyId, tableKeyId), eq(keyRequests.kind, "export"), isKept()))
    .orderBy(desc(keyRequests.requestedAt), desc(keyRequests.id))
    .limit(20);
}

/** Bisections of a key that are under way or kept, newest first; of a metric, or of the single key with that hash. 20 at most. */
export async function listBisections(
  db: Db,
  { tableKeyId, ...of }: { tableKeyId: string } & ({ metric: SnapshotMetricName } | { keyHash: string }),
): Promise<KeyRequestRow[]> {
  const same = "metric" in of ? eq(keyRequests.metric, of.metric) : eq(keyRequests.keyHash, of.keyHash);
  return await db
    .select()
    .from(keyRequests)
    .where(and(eq(keyRequests.tableKeyId, tableKeyId), eq(keyRequests.kind, "bisect"), same, isKept()))
    .orderBy(desc(keyRequests.requestedAt), desc(keyRequests.id))
    .limit(20);
}

/**
 * Begins an attempt of a request that is queued, or running (its worker died; the claim of the attempt before ends here). `fileName`: what an
 * export will write. null: it ended, or is not known.
 */
export async function startKeyRequest(
  db: Db,
  { requestId, workerId, fileName = null }: { requestId: string; workerId: string; fileName?: string | null },
): Promise<{ request: KeyRequestRow; claim: KeyRequestClaim } | null> {
  const [request] = await db
    .update(keyRequests)
    .set({
      state: "running",
      workerId,
      fileName,
      attempt: sql`${keyRequests.attempt} + 1`,
      startedAt: sql`now()`,
      heartbeatAt: sql`now()`,
      progress: null,
      errorCode: null,
      errorMessage: null,
    })
    .where(and(eq(keyRequests.id, requestId), inArray(keyRequests.state, UNDER_WAY)))
    .returning();
  return request ? { request, claim: { requestId, attempt: request.attempt } } : null;
}

/**
 * What an attempt writes before its end, in a transaction at whose end the claim still holds. Throws AppError cancelled, with nothing written,
 * when it is lost.
 */
export async function whileAnswering<T>(db: Db, claim: KeyRequestClaim, write: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.transaction(async (tx) => {
    const [held] = await tx.select({ id: keyRequests.id }).from(keyRequests).where(holds(claim)).for("share");
    if (held === undefined) throw new AppError("cancelled", "The request ended, or another worker took it over.");
    return await write(tx);
  });
}

/** Says where the reading is, and that its worker lives. False: the claim is lost, and the worker should stop. */
export async function updateKeyRequestProgress(db: Db, claim: KeyRequestClaim, progress?: RunProgress): Promise<boolean> {
  return await change(db, holds(claim), { heartbeatAt: sql`now()`, ...(progress && { progress }) });
}

/** Ends the attempt with what it found. False: the claim is lost, and nothing was changed. */
export async function completeKeyRequest(db: Db, claim: KeyRequestClaim, end: KeyRequestEnd): Promise<boolean> {
  return await change(db, holds(claim), { ...end, state: "succeeded", ...ended() });
}

/** Ends the attempt without an answer. False: the claim is lost, and nothing was changed. */
export async function failKeyRequest(
  db: Db,
  claim: KeyRequestClaim,
  { code, message }: { code: string; message: string },
  end: KeyRequestEnd = {},
): Promise<boolean> {
  return await change(db, holds(claim), { ...end, state: "failed", errorCode: code, errorMessage: message, ...ended() });
}

/** Gives the attempt back: its worker stops, another begins anew. */
export async function releaseKeyRequest(db: Db, claim: KeyRequestClaim): Promise<boolean> {
  return await change(db, holds(claim), { state: "queued", progress: null, attempt: sql`${keyRequests.attempt} - 1` });
}

/** Cancels a request that is under way; its worker learns it within a second. Values of a masked key are forgotten. False: it had ended already. */
export async function cancelKeyRequest(db: Db, requestId: string): Promise<boolean> {
  const isUnderWay = and(eq(keyRequests.id, requestId), inArray(keyRequests.state, UNDER_WAY));
  const [asked] = await db
    .select({ columns: tableKeys.columns, definition: tables.definition })
    .from(keyRequests)
    .innerJoin(tableKeys, eq(tableKeys.id, keyRequests.tableKeyId))
    .innerJoin(tables, eq(tables.id, keyRequests.tableId))
    .where(isUnderWay);
  if (asked === undefined) return false;
  const isHidden = hiddenKeyColumns(asked.definition.masked, asked.columns).length > 0;
  const end = { state: "cancelled", errorCode: "cancelled", errorMessage: "It was cancelled.", ...ended() } as const;
  return await change(db, isUnderWay, { ...end, ...(isHidden && { keyValues: null }) });
}

/** Requests under way without a sign of life for so long, that no job of the queue stands for; oldest first. */
export async function listKeyRequestsWithoutJob(
  db: Db,
  { olderThanSeconds }: { olderThanSeconds: number },
): Promise<Pick<KeyRequestRow, "id" | "kind">[]> {
  return await db
    .select({ id: keyRequests.id, kind: keyRequests.kind })
    .from(keyRequests)
    .where(
      and(
        sql`${keyRequests.state} in ('queued', 'running')`,
        sql`greatest(${keyRequests.requestedAt}, coalesce(${keyRequests.heartbeatAt}, ${keyRequests.requestedAt}))
          < now() - make_interval(secs => ${olderThanSeconds})`,
        sql`not exists (select from ${sql.identifier(QUEUE_SCHEMA)}.job
          where name in ('look-up-key', 'export-keys', 'bisect') and state < 'completed' and data ->> 'requestId' = ${keyRequests.id}::text)`,
      ),
    )
    .orderBy(keyRequests.requestedAt, keyRequests.id);
}

/** Deletes requests that expired before `now`, with what they found; returns how many. Their files are swept by name. */
export async function deleteExpiredKeyRequests(db: Db, { now }: { now: Date }): Promise<number> {
  const deleted = await db.delete(keyRequests).where(lt(keyRequests.expiresAt, now)).returning({ id: keyRequests.id });
  return deleted.length;
}

/** Those of `fileNames` that a kept export, or one under way, has. */
export async function findExportFiles(db: Db, fileNames: readonly string[]): Promise<Set<string>> {
  if (fileNames.length === 0) return new Set();
  const wanted = inArray(keyRequests.fileName, [...fileNames]);
  const needed = inArray(keyRequests.state, [...UNDER_WAY, "succeeded"]);
  const known = await db
    .select({ fileName: keyRequests.fileName })
    .from(keyRequests)
    .where(and(wanted, needed, isKept()));
  return new Set(known.flatMap(({ fileName }) => fileName ?? []));
}

function holds({ requestId, attempt }: KeyRequestClaim): ReturnType<typeof and> {
  return and(eq(keyRequests.id, requestId), eq(keyRequests.attempt, attempt), eq(keyRequests.state, "running"));
}

function isKept(): ReturnType<typeof or> {
  return or(isNull(keyRequests.expiresAt), gt(keyRequests.expiresAt, sql`now()`));
}

function ended() {
  return {
    finishedAt: sql`now()`,
    progress: null,
    expiresAt: sql`now() + (case ${keyRequests.kind} when 'export' then ${KEPT.export} when 'bisect' then ${KEPT.bisect} else ${KEPT.look_up} end)::interval`,
  };
}

async function change(
  db: Db,
  condition: ReturnType<typeof and>,
  values: Parameters<ReturnType<typeof updateOf>["set"]>[0],
): Promise<boolean> {
  const changed = await updateOf(db).set(values).where(condition).returning({ id: keyRequests.id });
  return changed.length > 0;
}

function updateOf(db: Db) {
  return db.update(keyRequests);
}
