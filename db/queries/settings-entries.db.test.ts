import { afterAll, beforeAll, expect, test } from "vitest";
import { someDefinition } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { type EntryChange, listEntries, markEntries, markTaken, removeEntry, saveEntries } from "./settings-entries.ts";
import { applyTableDefinitions } from "./table-definitions.ts";
import { getTable, getTableByName } from "./tables.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const AT = { by: "ann", now: new Date("2026-03-01T10:00:00Z") };
const table = (name: string, changes: Partial<EntryChange> = {}): EntryChange => ({
  kind: "table",
  name,
  written: { name, location: `/lake/${name}`, key: "id" },
  version: null,
  formerName: name,
  ...changes,
});
const find = async (name: string) => (await listEntries(database.db)).find((row) => row.name === name);
async function save(...changes: EntryChange[]): Promise<void> {
  expect(await saveEntries(database.db, changes, AT)).toMatchObject({ saved: true });
}

test("entries are stored with who entered them and when, exactly as they were written, and each change counts on", async () => {
  const written = { name: "a.orders", key: ["id", "line"], limits: { surplus_rows: { warn: 5 } }, location: "/lake/a" };
  await save(table("a.orders", { written }));
  expect(await find("a.orders")).toMatchObject({
    written,
    version: 1,
    changedBy: "ann",
    changedAt: AT.now,
    takenVersion: null,
    faults: [],
  });
  const later = { by: null, now: new Date("2026-03-02T10:00:00Z") };
  await saveEntries(database.db, [table("a.orders", { version: 1 })], later);
  expect(await find("a.orders")).toMatchObject({ version: 2, changedBy: null, changedAt: later.now, createdAt: AT.now });
});

test("of several all are stored or none: each that hinders it is named by its place", async () => {
  await save(table("b.orders"));
  const before = await listEntries(database.db);
  const saved = await saveEntries(
    database.db,
    [table("b.new"), table("B.Orders"), table("b.orders", { version: 7 }), table("b.gone", { version: 1 })],
    AT,
  );
  expect(saved).toEqual({
    saved: false,
    faults: [
      {
        entry: 1,
        path: "",
        message: expect.stringMatching(/The table "b\.orders" was entered already, by ann on 2026-03-01 10:00:00 UTC/),
      },
      { entry: 2, path: "", message: expect.stringMatching(/was changed meanwhile, by ann on 2026-03-01 10:00:00 UTC\. Load it again/) },
      { entry: 3, path: "", message: expect.stringMatching(/No table "b\.gone" was entered; it was removed or renamed/) },
    ],
  });
  expect(await listEntries(database.db)).toEqual(before);
});

test("of two that change the same version at once one is told of the other", async () => {
  await save(table("c.orders"));
  const both = await Promise.all([1, 2].map(async () => await saveEntries(database.db, [table("c.orders", { version: 1 })], AT)));
  expect(both.filter(({ saved }) => saved)).toHaveLength(1);
});

test("one that is renamed is the same one, and its table keeps what it left", async () => {
  await save(table("d.orders"));
  await applyTableDefinitions(database.db, [someDefinition({ name: "d.orders" })], "settings", { partial: true });
  const { id } = await getTableByName(database.db, "d.orders");
  const before = await find("d.orders");
  await save(table("d.purchases", { version: 1, formerName: "d.orders" }));
  expect(await find("d.purchases")).toMatchObject({ id: before?.id, version: 2 });
  expect(await find("d.orders")).toBeUndefined();
  expect((await getTableByName(database.db, "d.purchases")).id).toBe(id);
  const onto = await saveEntries(database.db, [table("b.orders", { version: 2, formerName: "d.purchases" })], AT);
  expect(onto).toMatchObject({ saved: false, faults: [{ message: expect.stringMatching(/"b\.orders" was entered already/) }] });
});

test("one that gets the name of a sample keeps its own numbers, and the sample's are not its", async () => {
  await applyTableDefinitions(database.db, [someDefinition({ name: "g.sample" })], "sample");
  await applyTableDefinitions(database.db, [], "sample");
  const sample = await getTableByName(database.db, "g.sample");
  await save(table("g.mine"));
  await applyTableDefinitions(database.db, [someDefinition({ name: "g.mine" })], "settings", { partial: true });
  const mine = await getTableByName(database.db, "g.mine");
  await save(table("G.Sample", { version: 1, formerName: "g.mine" }));
  expect(await getTableByName(database.db, "g.sample")).toMatchObject({ id: mine.id, source: "settings" });
  expect(await getTable(database.db, sample.id)).toMatchObject({ source: "sample" });
});

test("one that was changed since is not removed; the same name in another kind is another one", async () => {
  await save(table("e.lake"), { ...table("e.lake"), kind: "catalog" });
  await save(table("e.lake", { version: 1 }));
  await expect(removeEntry(database.db, { kind: "table", name: "e.lake", version: 1 })).rejects.toThrow(/was changed meanwhile, by ann/);
  await removeEntry(database.db, { kind: "table", name: "E.Lake", version: 2 });
  await expect(removeEntry(database.db, { kind: "table", name: "e.lake", version: 2 })).rejects.toThrow(/No table "e\.lake" was entered/);
  expect((await listEntries(database.db)).filter(({ name }) => name === "e.lake")).toMatchObject([{ kind: "catalog" }]);
});

test("the mark changes with each change and removal, and not when a worker took an entry over", async () => {
  const marks = [await markEntries(database.db)];
  const look = async () => void marks.push(await markEntries(database.db));
  await save(table("f.orders"));
  await look();
  await save(table("f.orders", { version: 1 }));
  await look();
  const row = await find("f.orders");
  await markTaken(database.db, [{ id: row?.id ?? "", version: 2, faults: [] }]);
  await look();
  await removeEntry(database.db, { kind: "table", name: "f.orders", version: 2 });
  await look();
  const [none, entered, changed, taken, removed] = marks;
  expect([new Set([none, entered, changed]).size, taken, removed]).toEqual([3, changed, none]);
});

test("what a worker made of an older version says nothing of the newest", async () => {
  await save(table("g.orders"));
  const row = await find("g.orders");
  const id = row?.id ?? "";
  await markTaken(database.db, [{ id, version: 1, faults: [{ path: "key", message: "x" }] }]);
  expect(await find("g.orders")).toMatchObject({ takenVersion: 1, faults: [{ path: "key", message: "x" }] });
  await save(table("g.orders", { version: 1 }));
  await markTaken(database.db, [{ id, version: 1, faults: [] }]);
  expect(await find("g.orders")).toMatchObject({ version: 2, takenVersion: 1, faults: [{ path: "key", message: "x" }] });
});
