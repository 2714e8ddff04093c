import { and, asc, eq, gte, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { incidents } from "../schema/incidents.ts";
import { reviewEntries } from "../schema/review-entries.ts";
import { unknownIncident } from "./incidents.ts";
import type { EntryAnswer, ReviewEntry } from "#lib/contracts/review.ts";
import { AppError } from "#lib/errors.ts";
import type { ReviewEntryKind } from "#lib/names.ts";

/** Far more than a meeting writes; older ones that are carried on come first. */
const ENTRIES_MAX = 500;

type EntryRow = typeof reviewEntries.$inferSelect;

/**
 * What people wrote in a week, and the actions of earlier weeks that were not done when it began (`from`); by the week in which they were
 * written, newest last. What was taken out is not among them.
 */
export async function listReviewEntries(db: Db, { week, from }: { week: string; from: Date }): Promise<ReviewEntry[]> {
  const carried = and(
    eq(reviewEntries.kind, "action"),
    lt(reviewEntries.week, week),
    or(isNull(reviewEntries.doneAt), gte(reviewEntries.doneAt, from)),
  );
  const rows = await listWith(db, and(isNull(reviewEntries.removedAt), or(eq(reviewEntries.week, week), carried)));
  return rows.map(({ entry, number }) => toEntry(entry, number));
}

export interface NewEntry {
  week: string;
  kind: ReviewEntryKind;
  text: string;
  owner: string | null;
  due: string | null;
  incidentId: string | null;
  by: string;
}

/** A new entry. Throws AppError unknown_incident when it is tied to one that is not there. */
export async function insertReviewEntry(db: Db, { by, ...entry }: NewEntry, now: Date): Promise<ReviewEntry> {
  if (entry.incidentId !== null) {
    const [found] = await db.select({ id: incidents.id }).from(incidents).where(eq(incidents.id, entry.incidentId));
    if (!found) throw unknownIncident(entry.incidentId);
  }
  const [row] = await db
    .insert(reviewEntries)
    .values({ ...entry, createdAt: now, createdBy: by, updatedAt: now, updatedBy: by })
    .returning({ id: reviewEntries.id });
  if (!row) throw new Error("the entry was not inserted");
  return await getEntry(db, row.id);
}

/** Who changes which entry, as they saw it. */
export interface EntryClaim {
  entryId: string;
  version: number;
  by: string;
}

type Change = Partial<Pick<EntryRow, "text" | "owner" | "due" | "doneAt" | "doneBy" | "removedAt">>;

/**
 * Changes an entry that is as its changer saw it; else `changed`, or `gone` when it was taken out, with the entry as it is, and nothing is
 * stored. Putting back what was taken out is a change too. Throws AppError unknown_request when there never was one.
 */
export async function changeReviewEntry(db: Db, { entryId, version, by }: EntryClaim, change: Change, now: Date): Promise<EntryAnswer> {
  const puts = change.removedAt === null;
  const [row] = await db
    .update(reviewEntries)
    .set({ ...change, updatedAt: now, updatedBy: by, version: sql`${reviewEntries.version} + 1` })
    .where(and(eq(reviewEntries.id, entryId), eq(reviewEntries.version, version), puts ? undefined : isNull(reviewEntries.removedAt)))
    .returning({ id: reviewEntries.id });
  if (row) return { outcome: "stored", entry: await getEntry(db, entryId) };
  const [found] = await listWith(db, eq(reviewEntries.id, entryId));
  if (!found) throw unknownEntry(entryId);
  return { outcome: found.entry.removedAt === null ? "changed" : "gone", entry: toEntry(found.entry, found.number) };
}

/** Where an entry was written. Throws AppError unknown_request when there is none. */
export async function getReviewEntry(db: Db, entryId: string): Promise<ReviewEntry> {
  return await getEntry(db, entryId);
}

async function getEntry(db: Db, entryId: string): Promise<ReviewEntry> {
  const [found] = await listWith(db, eq(reviewEntries.id, entryId));
  if (!found) throw unknownEntry(entryId);
  return toEntry(found.entry, found.number);
}

async function listWith(db: Db, condition: SQL | undefined): Promise<{ entry: EntryRow; number: number | null }[]> {
  return await db
    .select({ entry: reviewEntries, number: incidents.number })
    .from(reviewEntries)
    .leftJoin(incidents, eq(incidents.id, reviewEntries.incidentId))
    .where(condition)
    .orderBy(asc(reviewEntries.week), asc(reviewEntries.createdAt), asc(reviewEntries.id))
    .limit(ENTRIES_MAX);
}

function unknownEntry(entryId: string): AppError {
  return new AppError("unknown_request", `Review entry ${entryId} does not exist. Reload the page.`);
}

function toEntry(entry: EntryRow, number: number | null): ReviewEntry {
  return {
    id: entry.id,
    week: entry.week,
    kind: entry.kind,
    text: entry.text,
    owner: entry.owner,
    due: entry.due,
    incident: entry.incidentId === null || number === null ? null : { id: entry.incidentId, number },
    doneAt: entry.doneAt?.toISOString() ?? null,
    doneBy: entry.doneBy,
    createdAt: entry.createdAt.toISOString(),
    createdBy: entry.createdBy,
    updatedAt: entry.updatedAt.toISOString(),
    updatedBy: entry.updatedBy,
    version: entry.version,
  };
}
