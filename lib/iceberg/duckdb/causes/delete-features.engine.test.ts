import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AT, BY_SHOP, DeletedOrders, ELSEWHERE, ID, inShop, KEY, NOT_DELETED, SAME_COMMIT, SHOP } from "#lib/testing/deleted-orders.ts";
import type { Field } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

describe("a table without equality deletes", () => {
  test("deletes no stale row, though it deletes by position", async () => {
    const orders = new DeletedOrders(engine);
    const old = await orders.data(ANYWHERE, ["1", "1", "a"], ["2", "1", "a"]);
    orders.commit("append", [old, await orders.data(ANYWHERE, ["1", "2", "a"])]);
    orders.commit("delete", [await orders.table.positionDeleteFile([{ file: old.path, position: 1 }], ANYWHERE, true)]);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });

  test("of version 3 with a vector is as one with position deletes", async () => {
    const orders = new DeletedOrders(engine);
    orders.table.table.upgrade(3);
    const old = await orders.data(ANYWHERE, ["1", "1", "a"], ["2", "1", "a"]);
    orders.commit("append", [old, await orders.data(ANYWHERE, ["1", "2", "a"])]);
    orders.commit("delete", orders.table.vectorFiles([{ dataFile: old, positions: [1] }]));
    expect(await orders.features()).toEqual(NOT_DELETED);
  });
});

describe("a delete of the rows' own commit", () => {
  test("that names both is told, also where both rows lie in one file", async () => {
    const orders = new DeletedOrders(engine);
    const deletes = await orders.deletes(ANYWHERE, [ID], { 1: "1" }, { 1: "2" });
    orders.commit("overwrite", [
      await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"]),
      await orders.data(ANYWHERE, ["2", "1", "a"]),
      await orders.data(ANYWHERE, ["2", "2", "a"]),
      deletes,
    ]);
    expect(await orders.features()).toEqual({ ...SAME_COMMIT, '["2"]': [true, false, true] });
  });

  test("that does not name the survivor in all its columns is none of these", async () => {
    const orders = new DeletedOrders(engine);
    const deletes = await orders.deletes(ANYWHERE, [ID, SHOP], { 1: "1", 3: "a" });
    orders.commit("overwrite", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "b"]), deletes]);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });

  test("is told of a third row too, where another stale row is of an older commit", async () => {
    const orders = new DeletedOrders(engine);
    orders.commit("append", [await orders.data(ANYWHERE, ["2", "1", "a"])]);
    orders.commit("append", [await orders.data(ANYWHERE, ["2", "2", "a"])]);
    const deletes = await orders.deletes(ANYWHERE, [AT, ID], { 1: "1", 2: "9" });
    orders.commit("overwrite", [await orders.data(ANYWHERE, ["1", "9", "a"], ["1", "8", "a"]), deletes]);
    orders.commit("append", [await orders.data(ANYWHERE, ["1", "7", "a"])]);
    expect(await orders.features()).toEqual({ ...SAME_COMMIT, '["2"]': [false, false, true] });
  });

  test("of another key says nothing", async () => {
    const orders = new DeletedOrders(engine);
    const ofAnother = await orders.deletes(ANYWHERE, [ID], { 1: "2" });
    orders.commit("overwrite", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"]), ofAnother]);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });
});

describe("a newer delete", () => {
  test("in the new row's partition alone leaves the row of the old one", async () => {
    const orders = new DeletedOrders(engine, { spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.commit("overwrite", [await orders.data(inShop("b"), ["1", "2", "b"]), await orders.deletes(inShop("b"), [ID], { 1: "1" })]);
    expect(await orders.features()).toEqual(ELSEWHERE);
  });

  test("in the partition of NULL, where no data lies, leaves it too", async () => {
    const orders = new DeletedOrders(engine, { spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.commit("overwrite", [await orders.data(inShop("a"), ["1", "2", "a"]), await orders.deletes(inShop(null), [ID], { 1: "1" })]);
    expect(await orders.features()).toEqual(ELSEWHERE);
  });

  test("under another spec leaves it, though the tuples are equal", async () => {
    const orders = new DeletedOrders(engine, { spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.table.table.changeSpec([{ "source-id": 3, "field-id": 1001, name: "shop_too", transform: "identity" }]);
    const next = { specId: 1, partition: ["a"] };
    orders.commit("overwrite", [await orders.data(next, ["1", "2", "a"]), await orders.deletes(next, [ID], { 1: "1" })]);
    expect(await orders.features()).toEqual(ELSEWHERE);
  });

  test("that reaches the row's partition, by other values, is not elsewhere, and so nothing is known", async () => {
    const orders = new DeletedOrders(engine, { spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    const near = await orders.deletes(inShop("a"), [ID, AT], { 1: "1", 2: "7" });
    const far = await orders.deletes(inShop("b"), [ID], { 1: "1" });
    orders.commit("overwrite", [await orders.data(inShop("b"), ["1", "2", "b"]), near, far]);
    expect(await orders.features()).toEqual({ [KEY]: [false, false, false] });
  });

  test("of an unpartitioned spec is nowhere elsewhere", async () => {
    const orders = new DeletedOrders(engine, { spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.table.table.changeSpec([]);
    const whole = { specId: 1, partition: [] };
    const everywhere = await orders.deletes(whole, [ID, AT], { 1: "1", 2: "7" });
    orders.commit("overwrite", [await orders.data(inShop("b"), ["1", "2", "b"]), everywhere]);
    expect(await orders.features()).toEqual({ [KEY]: [false, false, false] });
  });

  test("older than the stale row is none", async () => {
    const orders = new DeletedOrders(engine, { spec: BY_SHOP });
    orders.commit("delete", [await orders.deletes(inShop("b"), [ID], { 1: "1" })]);
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.commit("append", [await orders.data(inShop("a"), ["1", "2", "a"])]);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });

  test("for one of three rows makes it a key of a delete elsewhere, and for another none was written", async () => {
    const orders = new DeletedOrders(engine, { spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.commit("delete", [await orders.deletes(inShop("b"), [ID], { 1: "1" })]);
    orders.commit("append", [await orders.data(inShop("b"), ["1", "2", "b"], ["1", "3", "b"])]);
    expect(await orders.features()).toEqual({ [KEY]: [false, true, true] });
  });
});

describe("a delete by other columns than the key's", () => {
  test("is for the key where it has some of its columns with the key's values", async () => {
    const orders = new DeletedOrders(engine);
    orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"], ["2", "1", "a"], ["2", "2", "a"])]);
    orders.commit("delete", [await orders.deletes(ANYWHERE, [ID, AT], { 1: "1", 2: "7" })]);
    expect(await orders.features(["id", "shop"])).toEqual({ '["1","a"]': [false, false, false], '["2","a"]': [false, false, true] });
  });

  test("that has none of the key's columns is for those rows alone that have all its values, NULL too", async () => {
    const orders = new DeletedOrders(engine, { spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop(null), ["1", "1", null]), await orders.data(inShop("a"), ["2", "1", "a"])]);
    orders.commit("append", [await orders.data(inShop("b"), ["1", "2", "b"]), await orders.data(inShop("b"), ["2", "2", "b"])]);
    orders.commit("delete", [await orders.deletes(inShop("z"), [SHOP], { 3: null })]);
    expect(await orders.features()).toEqual({ ...ELSEWHERE, '["2"]': [false, false, true] });
  });

  test("stands beside one of the key, whatever its file holds besides", async () => {
    const orders = new DeletedOrders(engine, { spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.commit("append", [await orders.data(inShop("b"), ["1", "2", "b"])]);
    const byShop = await orders.deletes(inShop("z"), [SHOP], { 3: "q" });
    const byId = await orders.table.equalityDeleteFile([aRow({ 1: "1", 2: "5" })], inShop("z"), { equalityIds: [1], fields: [AT, ID] });
    orders.commit("delete", [byShop, byId]);
    expect(await orders.features()).toEqual(ELSEWHERE);
  });
});

test("a delete of an older schema is for the key by its field, renamed and widened since", async () => {
  const orders = new DeletedOrders(engine, { spec: BY_SHOP, fields: [aField(1, "old_id", "int"), AT, SHOP] });
  const row = await orders.table.dataFile([aRow({ 1: "1", 2: "1", 3: "a" })], inShop("a"));
  orders.commit("append", [row]);
  orders.commit("delete", [await orders.deletes(inShop("b"), [aField(1, "old_id", "int")], { 1: "1" })]);
  orders.table.table.changeSchema([ID, AT, SHOP]);
  orders.commit("append", [await orders.data(inShop("b"), ["1", "2", "b"])]);
  expect(await orders.features()).toEqual(ELSEWHERE);
});

test("a delete by a column that was dropped since is held to the values that the files still have", async () => {
  const orders = new DeletedOrders(engine);
  orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "b"])]);
  orders.commit("delete", [await orders.deletes(ANYWHERE, [SHOP], { 3: "x" })]);
  orders.table.table.changeSchema([ID, AT]);
  expect(await orders.features()).toEqual(NOT_DELETED);
});

test("a delete by a key inside a struct is for the key", async () => {
  const box = aField(9, "box");
  const fields: Field[] = [{ ...box, type: { type: "struct", fields: [ID] } }, AT, SHOP];
  const orders = new DeletedOrders(engine, { spec: BY_SHOP, fields });
  orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
  orders.commit("append", [await orders.data(inShop("b"), ["1", "2", "b"])]);
  const file = await orders.table.equalityDeleteFile([aRow({ 1: "1" })], inShop("c"), { equalityIds: [1], fields: fields.slice(0, 1) });
  orders.commit("delete", [file]);
  expect(await orders.features(["box.id"])).toEqual(ELSEWHERE);
});
