import { afterAll, beforeAll, expect, test } from "vitest";
import { someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { ensureKeyVersion } from "./keys.ts";
import { getTable } from "./tables.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const content = (contentHash: string) => ({ contentHash, content: { columns: ["id"] } });

test("new content makes the next version, known content none, and content that returns is its old version again", async () => {
  const { db } = database;
  const { tableId, tableKeyId } = await someTable(db);
  const current = async () => (await getTable(db, tableId)).keys[0]?.currentVersionId;
  const second = await ensureKeyVersion(db, tableKeyId, content("b"));
  expect(second).toMatchObject({ version: 2, created: true });
  expect(await current()).toBe(second.id);
  expect(await ensureKeyVersion(db, tableKeyId, content("b"))).toEqual({ ...second, created: false });
  const third = await ensureKeyVersion(db, tableKeyId, content("c"));
  expect(third).toMatchObject({ version: 3, created: true });
  expect(await ensureKeyVersion(db, tableKeyId, content("b"))).toEqual({ ...second, created: false });
  expect(await current()).toBe(second.id);
});

test("several workers that see new content at once make one version", async () => {
  const { db } = database;
  const { tableKeyId } = await someTable(db);
  const made = await Promise.all([1, 2, 3, 4].map(async () => await ensureKeyVersion(db, tableKeyId, content("at once"))));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(made.filter(({ created }) => created)).toHaveLength(1);
});

test("the same content in two keys is two versions", async () => {
  const { db } = database;
  const [one, two] = [await someTable(db), await someTable(db)];
  const first = await ensureKeyVersion(db, one.tableKeyId, content("shared"));
  expect((await ensureKeyVersion(db, two.tableKeyId, content("shared"))).id).not.toBe(first.id);
});
