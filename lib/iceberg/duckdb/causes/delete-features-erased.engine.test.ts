import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import fc from "fast-check";
import { isNotDeleted } from "#lib/causes/appended-without-delete.ts";
import { isDeletedElsewhere } from "#lib/causes/delete-in-other-partition.ts";
import { isDeletedInSameCommit } from "#lib/causes/delete-in-same-commit.ts";
import type { EvidentRow } from "#lib/causes/table-evidence.ts";
import { someTableEvidence } from "#lib/testing/causes.ts";
import { BY_SHOP, DeletedOrders, ERASED, ID, inShop, KEY, NOT_DELETED, SHOP, type OrderValues } from "#lib/testing/deleted-orders.ts";
import { ANYWHERE, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const EXPLAIN = { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null } as const;

describe("after a compaction", () => {
  async function compacted(): Promise<DeletedOrders> {
    const orders = new DeletedOrders(engine);
    const [one, two] = [await orders.data(ANYWHERE, ["1", "1", "a"]), await orders.data(ANYWHERE, ["1", "2", "a"])];
    orders.commit("append", [one]);
    orders.commit("append", [two]);
    orders.commit("replace", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"])], { remove: () => true });
    return orders;
  }

  test("nothing is known of rows that it gave one number, whether the older snapshots are retained or not", async () => {
    const orders = await compacted();
    expect(await orders.features()).toEqual(ERASED);
    const [first, second] = orders.table.table.state.snapshots.map(({ id }) => id);
    orders.table.table.expire(new Set([first ?? 0n, second ?? 0n]));
    expect(await orders.features()).toEqual(ERASED);
  });

  test("a row that was appended since was appended without a delete", async () => {
    const orders = new DeletedOrders(engine);
    orders.commit("replace", [await orders.data(ANYWHERE, ["1", "1", "a"])]);
    orders.commit("append", [await orders.data(ANYWHERE, ["1", "2", "a"])]);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });

  test("a delete that is newer than it is newer than whatever commit wrote the stale row", async () => {
    const orders = await compacted();
    orders.commit("delete", [await orders.deletes(ANYWHERE, [ID, SHOP], { 1: "1", 3: "x" })]);
    expect(await orders.features()).toEqual({ [KEY]: [null, false, false] });
  });

  test("that kept the rows' own sequence number nothing is known either", async () => {
    const orders = new DeletedOrders(engine);
    orders.commit("append", [await orders.data(ANYWHERE, ["2", "1", "a"])]);
    orders.commit("overwrite", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"])], { dataSequenceNumber: 1 });
    expect(await orders.features()).toEqual(ERASED);
  });

  test("whether a row that was not rewritten is of the survivor's commit is not known where a delete of its own commit names both", async () => {
    const orders = new DeletedOrders(engine);
    const deletes = await orders.deletes(ANYWHERE, [ID], { 1: "1" });
    const kept = await orders.data(ANYWHERE, ["1", "1", "a"]);
    orders.commit("overwrite", [kept, await orders.data(ANYWHERE, ["1", "2", "a"]), deletes]);
    orders.commit("replace", [await orders.data(ANYWHERE, ["1", "2", "a"])], {
      remove: ({ file }) => file.content === "data" && file.path !== kept.path,
    });
    expect(await orders.features()).toEqual({ [KEY]: [null, false, true] });
  });
});

describe("after commits expired", () => {
  /** A delete of another key keeps the table from being one that never deletes. */
  async function withDeletes(orders: DeletedOrders): Promise<void> {
    orders.commit("delete", [await orders.deletes(ANYWHERE, [ID], { 1: "9" })]);
  }

  function expire(orders: DeletedOrders, ...ids: bigint[]): void {
    orders.table.table.expire(new Set(ids));
  }

  test("rows of one file are not known to be appended: it may be a compaction's", async () => {
    const orders = new DeletedOrders(engine);
    const both = orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"])]);
    await withDeletes(orders);
    expect(await orders.features()).toEqual(NOT_DELETED);
    expire(orders, both);
    expect(await orders.features()).toEqual(ERASED);
    expect(orders.lacks).toEqual({ [KEY]: ["expired"] });
  });

  test("a compaction that expired too is not taken for an append", async () => {
    const orders = new DeletedOrders(engine);
    const appended = orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"])]);
    const again = orders.commit("append", [await orders.data(ANYWHERE, ["1", "2", "a"])]);
    const whole = await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"]);
    const rewrite = orders.commit("replace", [whole], { remove: () => true });
    await withDeletes(orders);
    expire(orders, appended, again, rewrite);
    expect(await orders.features()).toEqual(ERASED);
  });

  test("an older row whose commit expired was appended without a delete where the right row's commit is retained", async () => {
    const orders = new DeletedOrders(engine);
    const old = orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"])]);
    orders.commit("append", [await orders.data(ANYWHERE, ["1", "2", "a"])]);
    await withDeletes(orders);
    expire(orders, old);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });

  test("two rows of two commits that expired may both have been rewritten", async () => {
    const orders = new DeletedOrders(engine);
    const old = orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"])]);
    const recent = orders.commit("append", [await orders.data(ANYWHERE, ["1", "2", "a"])]);
    await withDeletes(orders);
    expire(orders, old, recent);
    expect(await orders.features()).toEqual(ERASED);
  });

  test("a commit with a live equality delete is a sink's, so its rows are as it wrote them", async () => {
    const orders = new DeletedOrders(engine);
    const old = orders.commit("overwrite", [
      await orders.data(ANYWHERE, ["1", "1", "a"]),
      await orders.deletes(ANYWHERE, [ID], { 1: "9" }),
    ]);
    const recent = orders.commit("append", [await orders.data(ANYWHERE, ["1", "2", "a"])]);
    orders.commit("append", [await orders.data(ANYWHERE, ["3", "1", "a"])]);
    expire(orders, old, recent);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });

  test("a delete of the stale row's commit that names a row of an expired one leaves open whether both came together", async () => {
    const orders = new DeletedOrders(engine);
    orders.commit("overwrite", [await orders.data(ANYWHERE, ["1", "1", "a"]), await orders.deletes(ANYWHERE, [ID], { 1: "1" })]);
    const recent = orders.commit("append", [await orders.data(ANYWHERE, ["1", "2", "a"])]);
    await withDeletes(orders);
    expire(orders, recent);
    expect(await orders.features()).toEqual({ [KEY]: [null, false, true] });
  });

  test("rows of a table without a trace of deletes were appended, as nothing could have been erased", async () => {
    const orders = new DeletedOrders(engine);
    const both = orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"])]);
    orders.commit("append", [await orders.data(ANYWHERE, ["2", "1", "a"])]);
    expire(orders, both);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });

  test.each([
    ["append", NOT_DELETED],
    ["replace", ERASED],
  ] as const)("an earlier metadata file still tells that a commit was: %s", async (operation, expected) => {
    const orders = new DeletedOrders(engine);
    const both = orders.commit(operation, [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"])]);
    await withDeletes(orders);
    const earlier = orders.table.table.metadataFile;
    expire(orders, both);
    const { metadataFile } = orders.table.table;
    const log = JSON.stringify([{ "metadata-file": earlier, "timestamp-ms": 1 }]);
    writeFileSync(metadataFile, readFileSync(metadataFile, "utf8").replace(/"metadata-log": ?\[\]/, `"metadata-log": ${log}`));
    expect(await orders.features()).toEqual(expected);
    expect(orders.lacks[KEY]).toEqual(operation === "append" ? [] : ["compacted"]);
  });
});

const COMMITS = fc.array(
  fc.record({
    operation: fc.constantFrom("append", "upsert", "delete", "compact"),
    ids: fc.uniqueArray(fc.constantFrom("1", "2", "3"), { minLength: 1 }),
    shop: fc.constantFrom("a", "b"),
    expires: fc.boolean(),
  }),
  { minLength: 2, maxLength: 6 },
);

test("SQL and TypeScript find the same of deletes, whichever commits expired", { timeout: 120_000 }, async () => {
  const property = fc.asyncProperty(COMMITS, async (commits) => {
    const orders = new DeletedOrders(engine, { spec: BY_SHOP });
    const expired = new Set<bigint>();
    for (const [at, { operation, ids, shop, expires }] of commits.entries()) {
      const rows = ids.map((id): OrderValues => [id, String(at), shop]);
      const deletes = async () => await orders.deletes(inShop(shop), [ID], ...ids.map((id) => ({ 1: id })));
      const add = {
        append: async () => [await orders.data(inShop(shop), ...rows)],
        upsert: async () => [await orders.data(inShop(shop), ...rows), await deletes()],
        delete: async () => [await deletes()],
        compact: async () => [await orders.data(inShop(shop), ...rows, ...rows)],
      }[operation];
      const id = orders.commit(
        ({ append: "append", upsert: "overwrite", delete: "delete", compact: "replace" } as const)[operation],
        await add(),
      );
      if (expires) expired.add(id);
    }
    orders.table.table.expire(expired);
    const sql = await orders.features();
    const { samples } = await engine.facts(orders.table, { columns: { eventTime: "at" }, explain: EXPLAIN });
    const table = someTableEvidence({ key: ["id"], neverDeletes: orders.neverDeletes });
    const typescript = samples.map(({ key, rows, verdict }) => {
      const evidence = { rows: rows as EvidentRow[], deletes: verdict?.deletes ?? [] };
      const truths = [isDeletedInSameCommit, isDeletedElsewhere, isNotDeleted].map((holds) => holds(evidence, table));
      return [JSON.stringify(key), truths];
    });
    expect(Object.fromEntries(typescript)).toEqual(sql);
  });
  await fc.assert(property, { numRuns: 12 });
});
