import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changeReviewEntry, insertReviewEntry, listReviewEntries, type NewEntry } from "./review-entries.ts";
import { closeWeek, openWeekAgain, readReview, refuseClosed } from "./reviews.ts";
import { reviewEntries } from "../schema/review-entries.ts";
import { reviews } from "../schema/reviews.ts";
import { tables } from "../schema/tables.ts";
import { someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { ReviewDocument } from "#lib/contracts/review.ts";
import { spanOf } from "#lib/review/iso-week.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { tableId } = await someTable(database.db);
  await database.db
    .update(tables)
    .set({ createdAt: new Date("2026-01-01T00:00:00Z") })
    .where(eq(tables.id, tableId));
});
beforeEach(async () => {
  await database.db.delete(reviewEntries);
  await database.db.delete(reviews);
});
afterAll(async () => await database.drop());

const WEEK = "2026-W11";
const FRIDAY = new Date("2026-03-13T12:00:00Z");
const later = (minutes: number): Date => new Date(FRIDAY.getTime() + minutes * 60_000);

async function written(entry: Partial<NewEntry> = {}, at = FRIDAY) {
  const whole = {
    week: WEEK,
    kind: "action",
    text: "Send tombstones",
    owner: "Ada",
    due: "2026-03-16",
    incidentId: null,
    by: "Ada",
  } as const;
  return await insertReviewEntry(database.db, { ...whole, ...entry }, at);
}

async function texts(week: string): Promise<string[]> {
  return (await listReviewEntries(database.db, { week, from: spanOf(week, "UTC").from })).map(({ text }) => text);
}

async function review(week = WEEK, now = FRIDAY): Promise<ReviewDocument> {
  const read = await readReview(database.db, { week, now });
  if ("kind" in read) throw new Error(`no review: ${read.kind}`);
  return read;
}

test("of two who change the same entry the second gets the first one's text, and nothing of it is overwritten", async () => {
  const { id, version } = await written();
  const change = async (by: string) =>
    await changeReviewEntry(database.db, { entryId: id, version, by }, { text: `as ${by} says` }, FRIDAY);
  const answers = await Promise.all([change("Ada"), change("Ben")]);
  const stored = answers.find(({ outcome }) => outcome === "stored");
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["changed", "stored"]);
  expect(answers.map(({ entry }) => entry.text)).toEqual([stored?.entry.text, stored?.entry.text]);
  const again = await changeReviewEntry(database.db, { entryId: id, version: version + 1, by: "Ben" }, { text: "both" }, FRIDAY);
  expect(again).toMatchObject({ outcome: "stored", entry: { text: "both", version: 3, updatedBy: "Ben" } });
});

test("what was taken out is kept and can be put back, by whoever saw it last", async () => {
  const { id } = await written();
  const removed = await changeReviewEntry(database.db, { entryId: id, version: 1, by: "Ada" }, { removedAt: FRIDAY }, FRIDAY);
  expect(await texts(WEEK)).toEqual([]);
  expect(await changeReviewEntry(database.db, { entryId: id, version: 2, by: "Ben" }, { text: "mine" }, FRIDAY)).toMatchObject({
    outcome: "gone",
  });
  const back = await changeReviewEntry(
    database.db,
    { entryId: id, version: removed.entry.version, by: "Ben" },
    { removedAt: null },
    FRIDAY,
  );
  expect(back.outcome).toBe("stored");
  expect(await texts(WEEK)).toEqual(["Send tombstones"]);
});

test("an action is carried on until it is done, and stands in the week in which it was done", async () => {
  const { id } = await written();
  await written({ text: "a note", kind: "note" }, later(1));
  await written({ text: "of later", week: "2026-W14" });
  expect(await texts("2026-W13")).toEqual(["Send tombstones"]);
  await changeReviewEntry(
    database.db,
    { entryId: id, version: 1, by: "Ben" },
    { doneAt: new Date("2026-03-18T09:00:00Z"), doneBy: "Ben" },
    FRIDAY,
  );
  expect(await texts("2026-W12")).toEqual(["Send tombstones"]);
  expect(await texts("2026-W13")).toEqual([]);
  expect(await texts(WEEK)).toEqual(["Send tombstones", "a note"]);
});

test("an incident that is not there, and an entry that never was, are refused by name", async () => {
  const nobody = "00000000-0000-4000-8000-000000000001";
  await expect(written({ incidentId: nobody })).rejects.toMatchObject({ code: "unknown_incident" });
  const change = changeReviewEntry(database.db, { entryId: nobody, version: 1, by: "Ada" }, { text: "x" }, FRIDAY);
  await expect(change).rejects.toMatchObject({ code: "unknown_request" });
});

test("a closed week shows what it showed when it was closed, whatever is written or found later", async () => {
  const { id } = await written();
  expect(await closeWeek(database.db, { week: WEEK, by: "Ada", now: FRIDAY })).toBe(true);
  await changeReviewEntry(database.db, { entryId: id, version: 1, by: "Ben" }, { doneAt: later(5), doneBy: "Ben" }, later(5));
  const { tableId } = await someTable(database.db);
  await database.db.update(tables).set({ createdAt: FRIDAY }).where(eq(tables.id, tableId));
  const frozen = await review(WEEK, later(60 * 24 * 30));
  expect(frozen).toMatchObject({
    closed: { by: "Ada", at: FRIDAY.toISOString() },
    review: { asOf: FRIDAY.toISOString(), isOver: false, tables: { all: 1 } },
    entries: [{ text: "Send tombstones", doneAt: null }],
  });
  await expect(refuseClosed(database.db, WEEK)).rejects.toMatchObject({ code: "usage" });
  // The next week goes on with what was done since.
  expect((await review("2026-W12", later(60 * 24 * 7))).entries).toEqual([]);
});

test("of two who close a week the first one's stands, and opening it again is noted in it", async () => {
  await closeWeek(database.db, { week: WEEK, by: "Ada", now: FRIDAY });
  expect(await closeWeek(database.db, { week: WEEK, by: "Ben", now: later(1) })).toBe(false);
  expect((await review()).closed).toMatchObject({ by: "Ada" });
  expect(await openWeekAgain(database.db, { week: WEEK, by: "Ben", now: later(2) })).toBe(true);
  expect(await openWeekAgain(database.db, { week: WEEK, by: "Ben", now: later(3) })).toBe(false);
  const { closed, entries } = await review();
  expect(closed).toBeNull();
  expect(entries).toMatchObject([{ kind: "note", text: "Reopened by Ben. Ada had closed it on 2026-03-13 at 12:00 UTC." }]);
  await refuseClosed(database.db, WEEK);
});

test("a week that cannot be reviewed cannot be closed", async () => {
  await expect(closeWeek(database.db, { week: "2026-W20", by: "Ada", now: FRIDAY })).rejects.toMatchObject({ code: "usage" });
});

test("a review that another version froze is said to be unreadable instead of shown wrong", async () => {
  await database.db.insert(reviews).values({ week: WEEK, closedAt: FRIDAY, closedBy: "Ada", frozen: { version: 2 } });
  await expect(review()).rejects.toMatchObject({ code: "internal" });
});
