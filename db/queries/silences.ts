import { and, asc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
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

/** Ends it early. False: there is none with that id, or it is over. */
export async function endSilence(db: Db, silenceId: string, now: Date): Promise<boolean> {
  const ended = await db
    .update(silences)
    .set({ endedAt: now })
    .where(and(eq(silences.id, silenceId), isNull(silences.endedAt), gt(silences.until, now)))
    .returning({ id: silences.id });
  return ended.length > 0;
}

/** Those that are not over at `now`, begun or not, the next to end first. */
export async function listSilences(db: Db, now: Date): Promise<SilenceRow[]> {
  return await db
    .select()
    .from(silences)
    .where(and(isNull(silences.endedAt), gt(silences.until, now)))
    .orderBy(asc(silences.until), asc(silences.id));
}

/** What holds for a table at `now`: maintenance where both do; null: nothing. */
export async function findSilence(db: Db, tableId: string, now: Date): Promise<SilenceKind | null> {
  const [found] = await db
    .select({ kind: silences.kind })
    .from(silences)
    .innerJoin(tables, eq(tables.id, tableId))
    .where(
      and(
        isNull(silences.endedAt),
        lte(silences.from, now),
        gt(silences.until, now),
        or(eq(silences.tableId, tables.id), eq(silences.owner, tables.owner), sql`${silences.tag} = any (${tables.tags})`),
      ),
    )
    // "maintenance" comes before "silence".
    .orderBy(asc(silences.kind))
    .limit(1);
  return found?.kind ?? null;
}
