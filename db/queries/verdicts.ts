import { and, desc, eq, getTableColumns, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { observations } from "../schema/observations.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { tableKeys } from "../schema/table-keys.ts";
import { verdicts } from "../schema/verdicts.ts";
import type { DatedFinding, Verdict } from "#lib/contracts/verdict.ts";
import type { MetricName } from "#lib/metrics.ts";

type VerdictRow = typeof verdicts.$inferSelect;

/** A verdict with the observation it is about. */
export interface StoredVerdict extends Verdict {
  runId: string;
  keyVersionId: number;
  observedAt: Date;
  judgedAt: Date;
}

/** Stores verdicts, each in place of what was said about the same observation before. */
export async function storeVerdicts(db: Db, stored: readonly StoredVerdict[]): Promise<void> {
  if (stored.length === 0) return;
  const { runId, keyVersionId, ...judged } = getTableColumns(verdicts);
  const set = Object.fromEntries(Object.entries(judged).map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]));
  await db
    .insert(verdicts)
    .values(stored.map(toRow))
    .onConflictDoUpdate({ target: [runId, keyVersionId], set });
}

/** The columns of a verdict, for a query that joins `verdicts`; `toVerdict` reads them. */
export const VERDICT_COLUMNS = getTableColumns(verdicts);

/** A row of `verdicts` as it is read. Pure. */
export function toVerdict({ findings, accepted, ...row }: VerdictRow): StoredVerdict {
  return { ...row, findings: findings ?? [], accepted: accepted ?? [] };
}

/** The newest verdict of each of these key versions, by version; a version that was never judged is missing. */
export async function listNewestVerdicts(db: Db, keyVersionIds: readonly number[]): Promise<Map<number, StoredVerdict>> {
  return await newestOf(db, keyVersionIds, null);
}

/** The newest verdict up to a moment of each of these key versions, by version: what people saw then. */
export async function listVerdictsAt(db: Db, keyVersionIds: readonly number[], at: Date): Promise<Map<number, StoredVerdict>> {
  return await newestOf(db, keyVersionIds, at);
}

/** The newest verdicts of a table's keys as they are now, in the table's order; keys that were never judged are missing. */
export async function listTableVerdicts(db: Db, tableId: string): Promise<StoredVerdict[]> {
  const versions = await db
    .select({ id: keyVersions.id })
    .from(keyVersions)
    .innerJoin(tableKeys, eq(tableKeys.id, keyVersions.tableKeyId))
    .where(and(eq(tableKeys.tableId, tableId), sql`${tableKeys.archivedAt} is null and ${keyVersions.supersededAt} is null`))
    .orderBy(tableKeys.position, tableKeys.name);
  const newest = await listNewestVerdicts(
    db,
    versions.map(({ id }) => id),
  );
  return versions.flatMap(({ id }) => newest.get(id) ?? []);
}

/** What was said about a snapshot when it was observed last; null: it was never judged. */
export async function findSnapshotVerdict(
  db: Db,
  { keyVersionId, snapshotId }: { keyVersionId: number; snapshotId: string },
): Promise<StoredVerdict | null> {
  const [row] = await db
    .select(VERDICT_COLUMNS)
    .from(verdicts)
    .innerJoin(observations, and(eq(observations.runId, verdicts.runId), eq(observations.keyVersionId, verdicts.keyVersionId)))
    .where(and(eq(verdicts.keyVersionId, keyVersionId), eq(observations.snapshotId, snapshotId)))
    .orderBy(desc(verdicts.observedAt))
    .limit(1);
  return row === undefined ? null : toVerdict(row);
}

/** Expected range of a metric, from an observation outside it until the next one. */
export interface ExpectedSpan {
  from: Date;
  /** null: no later one was made. */
  to: Date | null;
  low: number;
  high: number;
}

/** What verdicts that overlap `[from, to)` say was expected of a metric, oldest first; what one after the other says alike is one span. */
export async function listExpected(
  db: Db,
  { tableKeyId, metric, from, to }: { tableKeyId: string; metric: MetricName; from: Date; to: Date },
): Promise<ExpectedSpan[]> {
  const { rows } = await db.execute<{ from: Date | string; to: Date | string | null; low: number; high: number }>(sql`
    with own as (
      select verdicts.observed_at, verdicts.findings from verdicts
        join key_versions on key_versions.id = verdicts.key_version_id
        where key_versions.table_key_id = ${tableKeyId} and verdicts.observed_at < ${to.toISOString()}::timestamptz
    ), spans as (
      select observed_at as "from", lead(observed_at) over (order by observed_at) as "to", findings from own
        where observed_at >= coalesce(
          (select max(observed_at) from own where observed_at <= ${from.toISOString()}::timestamptz), '-infinity')
    )
    select spans."from", spans."to", (found->'expected'->>'low')::float8 as low, (found->'expected'->>'high')::float8 as high
      from spans cross join lateral jsonb_array_elements(spans.findings) as found
      where found->>'metric' = ${metric} and jsonb_typeof(found->'expected') = 'object'
      order by spans."from"`);
  const joined: ExpectedSpan[] = [];
  for (const row of rows) {
    const span = { from: new Date(row.from), to: row.to === null ? null : new Date(row.to), low: row.low, high: row.high };
    const last = joined.at(-1);
    const goesOn = last?.to?.getTime() === span.from.getTime() && last.low === span.low && last.high === span.high;
    if (last !== undefined && goesOn) last.to = span.to;
    else joined.push(span);
  }
  return joined;
}

/** What was said about the observations of a run, by key version. */
export async function listRunVerdicts(db: Db, runId: string): Promise<Map<number, StoredVerdict>> {
  const rows = await db.select().from(verdicts).where(eq(verdicts.runId, runId));
  return byVersion(rows);
}

/** Dates the findings of a verdict again; the rest of it stays. */
export async function updateVerdictDates(
  db: Db,
  { runId, keyVersionId }: Pick<StoredVerdict, "runId" | "keyVersionId">,
  findings: readonly DatedFinding[],
): Promise<void> {
  await db
    .update(verdicts)
    .set({ findings, since: findings[0]?.since ?? null })
    .where(and(eq(verdicts.runId, runId), eq(verdicts.keyVersionId, keyVersionId)));
}

/** By what engine and at which snapshot the observation of a verdict was made; null: it is forgotten. */
export async function findObserved(
  db: Db,
  { runId, keyVersionId }: Pick<StoredVerdict, "runId" | "keyVersionId">,
): Promise<{ engine: string; snapshot: { id: string; committedAt: Date } | null } | null> {
  const [row] = await db
    .select({ engine: observations.engine, id: observations.snapshotId, committedAt: snapshotFacts.committedAt })
    .from(observations)
    .leftJoin(
      snapshotFacts,
      and(
        eq(snapshotFacts.keyVersionId, observations.keyVersionId),
        eq(snapshotFacts.snapshotId, observations.snapshotId),
        eq(snapshotFacts.engine, observations.engine),
      ),
    )
    .where(and(eq(observations.runId, runId), eq(observations.keyVersionId, keyVersionId)));
  if (row === undefined) return null;
  const { engine, id, committedAt } = row;
  return { engine, snapshot: id === null || committedAt === null ? null : { id, committedAt } };
}

async function newestOf(db: Db, keyVersionIds: readonly number[], at: Date | null): Promise<Map<number, StoredVerdict>> {
  if (keyVersionIds.length === 0) return new Map();
  const newest = db
    .select()
    .from(verdicts)
    .where(and(eq(verdicts.keyVersionId, keyVersions.id), at === null ? undefined : lte(verdicts.observedAt, at)))
    .orderBy(desc(verdicts.observedAt))
    .limit(1)
    .as("newest");
  // For each version one look-up in the index.
  const rows = await db
    .select({ newest: newest._.selectedFields })
    .from(keyVersions)
    .innerJoinLateral(newest, sql`true`)
    .where(inArray(keyVersions.id, [...keyVersionIds]));
  return byVersion(rows.map((row) => row.newest));
}

function byVersion(rows: readonly VerdictRow[]): Map<number, StoredVerdict> {
  return new Map(rows.map((row) => [row.keyVersionId, toVerdict(row)]));
}

function toRow({ findings, accepted, ...verdict }: StoredVerdict): VerdictRow {
  return { ...verdict, findings: findings.length === 0 ? null : findings, accepted: accepted.length === 0 ? null : accepted };
}
