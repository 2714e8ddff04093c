import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptLevel, endAcceptedLevel, listAcceptedLevels } from "./accepted-levels.ts";
import { endSilence, findSilence, insertSilence, listSilences, type SilenceScope } from "./silences.ts";
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
  expect(await endSilence(database.db, id, at(2))).toBe(true);
  expect(await findSilence(database.db, tableId, at(2))).toBe("silence");
  expect([await endSilence(database.db, id, at(2)), await endSilence(database.db, ID, at(2))]).toEqual([false, false]);
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
  expect(await endAcceptedLevel(database.db, newer.id, at(3))).toBe(true);
  expect(await held(3)).toEqual([["ghost_rows", 5, "id", "ann"]]);
  expect(await endAcceptedLevel(database.db, newer.id, at(3))).toBe(false);
});
