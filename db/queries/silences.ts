import { and, asc, desc, eq, getTableColumns, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { silences } from "../schema/silences.ts";
import { tables } from "../schema/tables.ts";
import type { SilenceKind } from "#lib/names.ts";

export type SilenceRow = typeof silences.$inferSelect;

/** Of whose tables: exactly one. Owners and tags are compared as they are written. */
export type SilenceScope = { tableId: string } | { tag: string } | { owner: string };

/** A new silence or maintenance window, `[from, until)`. */
export async function insertSilence(
  db: Db,
  { scope, ...silence }: { kind: SilenceKind; scope: SilenceScope; by: string; why: string; from: Date; until: Date },
): Promise<SilenceRow> {
  const [row] = await db
    .insert(silences)
    .values({ ...silence, ...scope })
    .returning();
  if (!row) throw new Error("the silence was not inserted");
  return row;
}

/** Ends it early, one that has not begun too. False: there is none with that id, or it is over. */
export async function endSilence(db: Db, silenceId: string, { by, now }: { by: string; now: Date }): Promise<boolean> {
  const ended = await db
    .update(silences)
    .set({ endedAt: now, endedBy: by })
    .where(and(eq(silences.id, silenceId), isNull(silences.endedAt), gt(silences.until, now)))
    .returning({ id: silences.id });
  return ended.length > 0;
}

/** A silence with the table that it names and how many tables it covers as they are now, archived ones left out. */
export interface ListedSilence extends SilenceRow {
  tableName: string | null;
  covers: number;
}

/** Those that are not over at `now`, begun or not, the next to end first. */
export async function listSilences(db: Db, now: Date): Promise<ListedSilence[]> {
  return await select(db)
    .where(and(isNull(silences.endedAt), gt(silences.until, now)))
    .orderBy(asc(silences.until), asc(silences.id));
}

/** Those that ended since, by themselves or by a person, the latest first. */
export async function listEndedSilences(
  db: Db,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<ListedSilence[]> {
  const over = sql`coalesce(${silences.endedAt}, ${silences.until})`;
  return await select(db)
    .where(and(sql`${over} <= ${now.toISOString()}::timestamptz`, sql`${over} > ${since.toISOString()}::timestamptz`))
    .orderBy(desc(over), asc(silences.id))
    .limit(limit);
}

/** One of them, over or not; null: nobody knows it. */
export async function findListedSilence(db: Db, silenceId: string): Promise<ListedSilence | null> {
  const [found] = await select(db).where(eq(silences.id, silenceId));
  return found ?? null;
}

/** Those of a table that hold at `now` or are to come, the next to begin first. */
export async function listSilencesOf(db: Db, tableId: string, now: Date): Promise<SilenceRow[]> {
  const found = await db
    .select({ silence: silences })
    .from(silences)
    .innerJoin(tables, eq(tables.id, tableId))
    .where(and(isNull(silences.endedAt), gt(silences.until, now), isOf()))
    .orderBy(asc(silences.from), asc(silences.id));
  return found.map(({ silence }) => silence);
}

/** What a silence may name: the tables that are watched, and the tags and owners that they have; each by name. */
export async function listSilenceScopes(db: Db): Promise<{ tables: { id: string; name: string }[]; tags: string[]; owners: string[] }> {
  const found = await db
    .select({ id: tables.id, name: tables.name, owner: tables.owner, tags: tables.tags })
    .from(tables)
    .where(isNull(tables.archivedAt))
    .orderBy(asc(tables.name));
  const names = (all: readonly string[]) => [...new Set(all)].toSorted();
  return {
    tables: found.map(({ id, name }) => ({ id, name })),
    tags: names(found.flatMap(({ tags }) => tags)),
    owners: names(found.flatMap(({ owner }) => owner ?? [])),
  };
}

/** What holds for a table at `now`: maintenance where both do; null: nothing. */
export async function findSilence(db: Db, tableId: string, now: Date): Promise<SilenceKind | null> {
  const [found] = await db
    .select({ kind: silences.kind })
    .from(silences)
    .innerJoin(tables, eq(tables.id, tableId))
    .where(and(isNull(silences.endedAt), lte(silences.from, now), gt(silences.until, now), isOf()))
    // "maintenance" comes before "silence".
    .orderBy(asc(silences.kind))
    .limit(1);
  return found?.kind ?? null;
}

/** Of the silence and the table beside it: whether the one covers the other. */
function isOf() {
  return or(eq(silences.tableId, tables.id), eq(silences.owner, tables.owner), sql`${silences.tag} = any (${tables.tags})`);
}

function select(db: Db) {
  const covered = sql<number>`(
    select count(*)::int from tables of
    where of.archived_at is null
      and (of.id = ${silences.tableId} or of.owner = ${silences.owner} or ${silences.tag} = any (of.tags)))`;
  return db
    .select({ ...getTableColumns(silences), tableName: tables.name, covers: covered })
    .from(silences)
    .leftJoin(tables, eq(tables.id, silences.tableId))
    .$dynamic();
}
