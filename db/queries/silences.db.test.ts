import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptLevel, endAcceptedLevel, listAcceptedLevels, listAcceptedSince } from "./accepted-levels.ts";
import {
  endSilence,
  findListedSilence,
  findSilence,
  insertSilence,
  listEndedSilences,
  listSilences,
  listSilenceScopes,
  listSilencesOf,
  type SilenceScope,
} from "./silences.ts";
import { someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { SilenceKind } from "#lib/names.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 1, hour));
const ID = "00000000-0000-4000-8000-000000000001";

async function silence(scope: SilenceScope, kind: SilenceKind = "silence", from = at(1), until = at(3)) {
  return await insertSilence(database.db, { kind, scope, by: "ann", why: "moving", from, until });
}

test("a silence holds from its beginning to just before its end, for the table, tag or owner that it names", async () => {
  const [named, tagged, owned, other] = await Promise.all([
    someTable(database.db),
    someTable(database.db, { tags: ["silver", "gold"] }),
    someTable(database.db, { owner: "payments" }),
    someTable(database.db),
  ]);
  await silence({ tableId: named.tableId });
  await silence({ tag: "gold" });
  await silence({ owner: "payments" });
  for (const { tableId } of [named, tagged, owned]) {
    const found = await Promise.all([0, 1, 2, 3].map(async (hour) => await findSilence(database.db, tableId, at(hour))));
    expect(found).toEqual([null, "silence", "silence", null]);
  }
  expect(await findSilence(database.db, other.tableId, at(2))).toBeNull();
});

test("of a silence and a maintenance window the window holds, and ends when a person ends it", async () => {
  const { tableId } = await someTable(database.db);
  await silence({ tableId });
  const { id } = await silence({ tableId }, "maintenance");
  expect(await findSilence(database.db, tableId, at(2))).toBe("maintenance");
  expect(await endSilence(database.db, id, { by: "bob", now: at(2) })).toBe(true);
  expect(await findSilence(database.db, tableId, at(2))).toBe("silence");
  expect([
    await endSilence(database.db, id, { by: "bob", now: at(2) }),
    await endSilence(database.db, ID, { by: "bob", now: at(2) }),
  ]).toEqual([false, false]);
});

test("those that are over are not listed, those to come are", async () => {
  const { tableId } = await someTable(database.db);
  const ids = new Set([
    (await silence({ tableId }, "silence", at(1), at(9))).id,
    (await silence({ tableId }, "silence", at(6), at(8))).id,
    (await silence({ tableId }, "silence", at(1), at(5))).id,
  ]);
  const listed = (await listSilences(database.db, at(5))).filter(({ id }) => ids.has(id));
  expect(listed.map(({ until }) => until)).toEqual([at(8), at(9)]);
});

test("a silence says who ended it, how many watched tables it covers, and the name of one that it names alone", async () => {
  const { tableId, tableName } = await someTable(database.db, { owner: "billing" });
  await someTable(database.db, { owner: "billing" });
  const owned = await silence({ owner: "billing" });
  const named = await silence({ tableId });
  const nobodys = await silence({ tag: "of no table" });
  await endSilence(database.db, named.id, { by: "eve", now: at(2) });
  expect(await Promise.all([owned, named, nobodys].map(async ({ id }) => await findListedSilence(database.db, id)))).toMatchObject([
    { covers: 2, tableName: null, endedBy: null },
    { covers: 1, tableName, endedBy: "eve", endedAt: at(2) },
    { covers: 0, tableName: null },
  ]);
  expect(await findListedSilence(database.db, ID)).toBeNull();
});

test("those that ended lately are listed latest first, whoever ended them", async () => {
  const { tableId } = await someTable(database.db);
  const early = await silence({ tableId }, "silence", at(31), at(39));
  const byItself = await silence({ tableId }, "silence", at(31), at(36));
  const long = await silence({ tableId }, "silence", at(31), at(33));
  await endSilence(database.db, early.id, { by: "eve", now: at(37) });
  const ended = await listEndedSilences(database.db, { since: at(34), now: at(38), limit: 2 });
  expect(ended.map(({ id }) => id)).toEqual([early.id, byItself.id]);
  expect(ended.map(({ id }) => id)).not.toContain(long.id);
});

test("a table has the silences that hold for it and those to come, by table, tag and owner", async () => {
  const { tableId } = await someTable(database.db, { tags: ["mine"], owner: "me" });
  const later = await silence({ tag: "mine" }, "silence", at(5), at(6));
  const now = await silence({ owner: "me" }, "maintenance", at(1), at(9));
  await silence({ tableId }, "silence", at(1), at(3));
  expect((await listSilencesOf(database.db, tableId, at(4))).map(({ id }) => id)).toEqual([now.id, later.id]);
});

test("what a silence may name is what watched tables have", async () => {
  const { tableId, tableName } = await someTable(database.db, { tags: ["b scope", "a scope"], owner: "scope owner" });
  const scopes = await listSilenceScopes(database.db);
  expect(scopes.tables).toContainEqual({ id: tableId, name: tableName });
  expect(scopes.tags.filter((tag) => tag.endsWith("scope"))).toEqual(["a scope", "b scope"]);
  expect(scopes.owners).toContain("scope owner");
});

test("a span that ends before it begins is refused", async () => {
  const { tableId } = await someTable(database.db);
  await expect(silence({ tableId }, "silence", at(3), at(3))).rejects.toMatchObject({ cause: { constraint: "silences_span" } });
});

test("an accepted level holds until its end, and a newer one of the same metric takes its place", async () => {
  const { tableId, tableKeyId } = await someTable(database.db);
  const level = { tableKeyId, metric: "surplus_rows", level: 5, by: "ann", why: "known", acceptedAt: at(1), until: at(5) } as const;
  await acceptLevel(database.db, level);
  await acceptLevel(database.db, { ...level, metric: "ghost_rows" });
  const newer = await acceptLevel(database.db, { ...level, level: 9, by: "bob", acceptedAt: at(2), until: at(4) });
  const held = async (hour: number) =>
    (await listAcceptedLevels(database.db, tableId, at(hour))).map((one) => [one.metric, one.level, one.key, one.by]);
  expect(await held(2)).toEqual([
    ["ghost_rows", 5, "id", "ann"],
    ["surplus_rows", 9, "id", "bob"],
  ]);
  expect(await held(4)).toEqual([["ghost_rows", 5, "id", "ann"]]);
  const other = await someTable(database.db);
  expect(await endAcceptedLevel(database.db, newer.id, { tableId: other.tableId, by: "eve", now: at(3) })).toBe(false);
  expect(await endAcceptedLevel(database.db, newer.id, { tableId, by: "eve", now: at(3) })).toBe(true);
  expect(await held(3)).toEqual([["ghost_rows", 5, "id", "ann"]]);
  expect(await endAcceptedLevel(database.db, newer.id, { tableId, by: "eve", now: at(3) })).toBe(false);
  expect((await listAcceptedSince(database.db, tableId, at(2))).map(({ level: accepted, endedBy }) => [accepted, endedBy])).toEqual([
    [5, null],
    [9, "eve"],
  ]);
  expect((await listAcceptedSince(database.db, tableId, at(1))).map(({ endedBy }) => endedBy)).toContain("bob");
});
