import { afterAll, beforeAll, expect, test } from "vitest";
import { someDefinition } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { KeyDefinition, TableDefinition } from "#lib/contracts/table-definition.ts";
import { someFacts } from "#lib/testing/facts.ts";
import { findBacklog, recordBacklog } from "./backlogs.ts";
import { getKeyRequest, insertKeyRequest } from "./key-requests.ts";
import { applyTableDefinitions } from "./table-definitions.ts";
import { getTable, getTableByName, listTables, setTablePaused } from "./tables.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

test("definitions become tables; the same again change nothing; what is gone is archived, and revived when it comes back", async () => {
  const { db } = database;
  const [orders, captures] = [someDefinition({ name: "a.orders" }), someDefinition({ name: "a.captures", owner: "Payments", tags: ["x"] })];
  expect(await applyTableDefinitions(db, [orders, captures], "file")).toMatchObject({ added: ["a.orders", "a.captures"], archived: [] });
  const before = await getTableByName(db, "a.captures");
  expect(before).toMatchObject({ owner: "Payments", tags: ["x"], source: "file", definition: captures, archivedAt: null, paused: false });
  expect(await applyTableDefinitions(db, [captures, orders], "file")).toMatchObject({ unchanged: ["a.captures", "a.orders"], changed: [] });
  expect(await getTableByName(db, "a.captures")).toEqual(before);

  expect(await applyTableDefinitions(db, [orders], "file")).toMatchObject({ archived: ["a.captures"], unchanged: ["a.orders"] });
  expect((await listTables(db)).map(({ name }) => name)).not.toContain("a.captures");
  expect((await listTables(db, { archived: true })).map(({ name }) => name)).toContain("a.captures");
  expect(await applyTableDefinitions(db, [orders, captures], "file")).toMatchObject({ revived: ["a.captures"] });
  expect(await getTableByName(db, "a.captures")).toMatchObject({ id: before.id, archivedAt: null });
});

test("a changed definition is stored, with its keys; a key that is gone is archived and keeps its id when it returns", async () => {
  const { db } = database;
  const key: KeyDefinition = { name: "id", columns: ["id"], promise: "unique", keep: "last" };
  const other: KeyDefinition = { name: "by customer", columns: ["customer", "day"], promise: "none", keep: "first" };
  const definition = someDefinition({ name: "b.orders", keys: [key, other] });
  await applyTableDefinitions(db, [definition], "settings", { partial: true });
  const both = await getTableByName(db, "b.orders");
  expect(both.keys).toMatchObject([
    { ...key, position: 0, currentVersionId: null },
    { ...other, position: 1 },
  ]);
  const apply = async (keys: typeof definition.keys) =>
    await applyTableDefinitions(db, [{ ...definition, keys }], "settings", { partial: true });
  expect(await apply([{ ...other, keep: "last" }])).toMatchObject({ changed: ["b.orders"] });
  expect((await getTable(db, both.id)).keys).toMatchObject([{ id: both.keys[1]?.id, name: "by customer", keep: "last", position: 0 }]);
  await apply([other, key]);
  expect((await getTable(db, both.id)).keys.map(({ id }) => id)).toEqual([both.keys[1]?.id, both.keys[0]?.id]);
});

test("a table of the name of a sample that was there is another table, and a sample never goes on from a person's", async () => {
  const { db } = database;
  const definition = someDefinition({ name: "samples.orders" });
  await applyTableDefinitions(db, [definition], "sample", { partial: true });
  const sample = await getTableByName(db, "samples.orders");
  await applyTableDefinitions(db, [], "sample");
  expect(await applyTableDefinitions(db, [definition], "settings", { partial: true })).toMatchObject({ added: ["samples.orders"] });
  const own = await getTableByName(db, "samples.orders");
  expect(own.id).not.toBe(sample.id);
  expect(own).toMatchObject({ source: "settings", sampleClock: false });
  expect(await getTable(db, sample.id)).toMatchObject({ source: "sample", archivedAt: expect.any(Date) as Date });
  await applyTableDefinitions(db, [], "settings");
  expect(await applyTableDefinitions(db, [definition], "sample")).toMatchObject({ added: [], revived: [], changed: [] });
});

test("a table and its keys are found whatever the case of their names", async () => {
  const { db } = database;
  const definition = someDefinition({ name: "C.Orders" });
  await applyTableDefinitions(db, [definition], "settings", { partial: true });
  const renamed = { ...definition, name: "c.orders", keys: [{ ...(definition.keys[0] ?? never()), name: "ID" }] };
  const before = await getTableByName(db, "c.ORDERS");
  expect(await applyTableDefinitions(db, [renamed], "settings", { partial: true })).toMatchObject({ changed: ["c.orders"], added: [] });
  const after = await getTableByName(db, "C.Orders");
  expect(after).toMatchObject({ id: before.id, name: "c.orders", keys: [{ id: before.keys[0]?.id, name: "ID" }] });
});

test("a table that a person paused stays paused until its definition says otherwise anew", async () => {
  const { db } = database;
  const definition = someDefinition({ name: "d.orders" });
  const apply = async (changes: Partial<typeof definition>) =>
    await applyTableDefinitions(db, [{ ...definition, ...changes }], "settings", { partial: true });
  await apply({});
  await setTablePaused(db, (await getTableByName(db, "d.orders")).id, true);
  await apply({ owner: "Sales" });
  expect(await getTableByName(db, "d.orders")).toMatchObject({ paused: true, owner: "Sales" });
  await apply({ paused: true });
  await apply({ paused: false });
  expect(await getTableByName(db, "d.orders")).toMatchObject({ paused: false });
});

test("an own table replaces a sample of its name that is watched, with numbers of its own, and the samples then do without it", async () => {
  const { db } = database;
  const samples = [someDefinition({ name: "s.orders" }), someDefinition({ name: "s.customers" })];
  await applyTableDefinitions(db, samples, "sample");
  const sample = await getTableByName(db, "s.orders");
  await applyTableDefinitions(db, [someDefinition({ name: "S.Orders" })], "file", { partial: true });
  const own = await getTableByName(db, "s.orders");
  expect(own).toMatchObject({ name: "S.Orders", source: "file", archivedAt: null });
  expect(own.id).not.toBe(sample.id);
  expect(await getTable(db, sample.id)).toMatchObject({ archivedAt: expect.any(Date) as Date });
  expect(await applyTableDefinitions(db, samples, "sample")).toMatchObject({ unchanged: ["s.customers"], archived: [], added: [] });
});

test("the tables of one source leave those of the others alone, and sample tables have their own clock", async () => {
  const { db } = database;
  await applyTableDefinitions(db, [someDefinition({ name: "e.sample" })], "sample");
  await applyTableDefinitions(db, [], "file");
  expect(await getTableByName(db, "e.sample")).toMatchObject({ archivedAt: null, sampleClock: true });
  expect(await applyTableDefinitions(db, [], "sample")).toMatchObject({ archived: ["e.sample"] });
});

test("a name of the settings is refused to the file, and nothing of the list is stored; what an archived table had is free", async () => {
  const { db } = database;
  await applyTableDefinitions(db, [someDefinition({ name: "f.orders" })], "settings", { partial: true });
  const mine = [someDefinition({ name: "f.new" }), someDefinition({ name: "F.Orders" })];
  await expect(applyTableDefinitions(db, mine, "file")).rejects.toMatchObject({
    code: "usage",
    message: "The configuration file cannot have a table named f.orders: the settings have one already; give one of them another name.",
  });
  await expect(getTableByName(db, "f.new")).rejects.toMatchObject({ code: "unknown_table" });
  await applyTableDefinitions(db, [], "settings");
  expect(await applyTableDefinitions(db, mine, "file")).toMatchObject({ added: ["f.new"], revived: ["F.Orders"] });
  expect(await getTableByName(db, "f.orders")).toMatchObject({ source: "file", sampleClock: false });
});

test("two tables, or two keys of one table, with one name are refused whatever the case", async () => {
  const { db } = database;
  const twins = [someDefinition({ name: "g.orders" }), someDefinition({ name: "G.orders" })];
  await expect(applyTableDefinitions(db, twins, "settings")).rejects.toThrow("Two tables are named g.orders, whatever the case");
  const key = someDefinition().keys[0] ?? never();
  const keys = [key, { ...key, name: "ID" }];
  await expect(applyTableDefinitions(db, [someDefinition({ name: "g.keys", keys })], "settings")).rejects.toThrow(
    "Two keys of table g.keys",
  );
});

test("applying at once from several processes adds each table once", async () => {
  const { db } = database;
  const definitions = [someDefinition({ name: "h.one" }), someDefinition({ name: "h.two" })];
  const applied = await Promise.all([1, 2, 3].map(async () => await applyTableDefinitions(db, definitions, "settings", { partial: true })));
  expect(applied.filter(({ added }) => added.length === 2)).toHaveLength(1);
  expect(applied.filter(({ unchanged }) => unchanged.length === 2)).toHaveLength(2);
});

test("a table that is not there is an error that says what to do", async () => {
  await expect(getTableByName(database.db, "no.such")).rejects.toMatchObject({
    code: "unknown_table",
    message: "No table is named no.such; `tables` lists those there are.",
  });
});

test("a column that is masked from now on is hidden in the stored breakdowns of deletes too, and its requests about keys are gone", async () => {
  const { db } = database;
  const definition = someDefinition({ name: "i.orders" });
  await applyTableDefinitions(db, [definition], "settings", { partial: true });
  const table = await getTableByName(db, "i.orders");
  const values = [{ field: "mail", columns: ["mail"], value: "ann" }];
  const partitions = [{ specId: 0, values, data: { files: 1, rows: 1, bytes: 1 }, deletes: {} }];
  const stored = { tableId: table.id, snapshotId: "1", committedAt: new Date(0), backlog: { ...someFacts().plan.backlog, partitions } };
  await recordBacklog(db, stored);
  const wish = { tableId: table.id, tableKeyId: table.keys[0]?.id ?? never(), keyVersionId: null, askedSnapshotId: null };
  const { id } = await insertKeyRequest(db, { ...wish, asks: { keyValues: ["1"] } });
  await applyTableDefinitions(db, [{ ...definition, owner: "Else" }], "settings", { partial: true });
  expect(await getKeyRequest(db, id)).toMatchObject({ keyValues: ["1"] });
  await applyTableDefinitions(db, [{ ...definition, masked: ["mail"] }], "settings", { partial: true });
  expect((await findBacklog(db, { tableId: table.id }))?.backlog.partitions[0]?.values).toMatchObject([{ value: "masked 1" }]);
  await expect(getKeyRequest(db, id)).rejects.toMatchObject({ code: "unknown_request" });
});

function never(): never {
  throw new Error("a definition has a key");
}

test("a table that is entered a second time, under another name too, keeps the masks of its location until its definition gives them up", async () => {
  const apply = async (changes: Partial<TableDefinition>) =>
    await applyTableDefinitions(database.db, [someDefinition({ location: "/lake/masked/", ...changes })], "settings");
  const maskedOf = async (name: string) => (await getTableByName(database.db, name)).definition.masked;
  await apply({ name: "first.masked", masked: ["Mail"] });
  await applyTableDefinitions(database.db, [], "settings");
  await apply({ name: "first.masked", masked: [] });
  expect(await maskedOf("first.masked")).toEqual(["Mail"]);
  expect((await apply({ name: "first.masked", masked: [] })).unchanged).toEqual(["first.masked"]);
  await apply({ name: "second.masked", location: "/lake/masked", masked: ["phone"] });
  expect(await maskedOf("second.masked")).toEqual(["phone", "Mail"]);
  await apply({ name: "second.masked", location: "/lake/masked", masked: ["mail", "phone"] });
  await apply({ name: "second.masked", location: "/lake/masked", masked: ["phone"] });
  expect(await maskedOf("second.masked")).toEqual(["phone"]);
  await apply({ name: "third.masked", location: "/lake/other" });
  expect(await maskedOf("third.masked")).toEqual([]);
});
