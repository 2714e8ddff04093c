import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import fc from "fast-check";
import { z } from "zod";
import { isNotDeleted } from "#lib/causes/appended-without-delete.ts";
import { isDeletedElsewhere } from "#lib/causes/delete-in-other-partition.ts";
import { isDeletedInSameCommit } from "#lib/causes/delete-in-same-commit.ts";
import type { EvidentRow } from "#lib/causes/table-evidence.ts";
import { DELETE_FEATURES, findDeleteFeatures, LEFT } from "#lib/iceberg/duckdb/causes/delete-features.ts";
import { readCompactions } from "#lib/iceberg/duckdb/causes/read-compactions.ts";
import { rankWinners } from "#lib/iceberg/duckdb/causes/winners.ts";
import { readNeverDeletes } from "#lib/iceberg/plan/never-deletes.ts";
import { someTableEvidence } from "#lib/testing/causes.ts";
import { keepDuplicatedRows, openCauseReading } from "#lib/testing/cause-reading.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import type { Commit } from "#lib/testing/iceberg-writer/iceberg-table.ts";
import type { Field, PartitionValue } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const ID = aField(1, "id");
const AT = aField(2, "at");
const SHOP = aField(3, "shop", "string");
const FIELDS = [ID, AT, SHOP];
const BY_SHOP = { "spec-id": 0, fields: [{ "source-id": 3, "field-id": 1000, name: "shop_part", transform: "identity" }] };
const inShop = (...partition: PartitionValue[]) => ({ specId: 0, partition });

type Where = { specId: number; partition: PartitionValue[] };
/** id, at, shop. */
type Values = [id: string, at: string, shop: string | null];

class Orders {
  readonly table: ModelledTable;
  /** By key: what the features that are not known lack, as found last. */
  lacks: Record<string, string[]> = {};
  /** As found last. */
  neverDeletes: boolean | null = null;

  constructor(rest: { spec?: typeof BY_SHOP; fields?: Field[] } = {}) {
    this.table = engine.newTable({ fields: FIELDS, ...rest });
  }

  async data(where: Where, ...rows: Values[]): Promise<ContentFile> {
    return await this.table.dataFile(
      rows.map(([id, at, shop]) => aRow({ 1: id, 2: at, 3: shop })),
      where,
    );
  }

  async deletes(where: Where, fields: readonly Field[], ...rows: Record<number, string | null>[]): Promise<ContentFile> {
    return await this.table.equalityDeleteFile(rows.map(aRow), where, { equalityIds: fields.map(({ id }) => id), fields });
  }

  commit(operation: Commit["operation"], add: ContentFile[], rest: Partial<Commit> = {}): bigint {
    return this.table.table.commit({ operation, add, ...rest }).id;
  }

  /** By key: deleted_in_same_commit, deleted_elsewhere, not_deleted. */
  async features(key = ["id"]): Promise<Record<string, (boolean | null)[]>> {
    const reading = await openCauseReading(engine, this.table, { key, columns: { eventTime: "at" } });
    await keepDuplicatedRows(reading, LEFT);
    await rankWinners(reading, LEFT);
    const { database, planned, live } = reading;
    const { value: neverDeletes } = await readNeverDeletes(database, planned.table, {
      snapshot: planned.pinned?.snapshot ?? null,
      files: planned.files,
    });
    await findDeleteFeatures(reading, { isCompacted: await readCompactions(reading, live.files), neverDeletes });
    this.neverDeletes = neverDeletes;
    const truth = z.boolean().nullable();
    const rows = await engine.database.rows(
      `SELECT DISTINCT key, f.* FROM ${DELETE_FEATURES} f JOIN ${LEFT} USING (id)`,
      z.object({
        key: z.string(),
        deleted_in_same_commit: truth,
        deleted_elsewhere: truth,
        not_deleted: truth,
        erased: z.boolean(),
        expired: z.boolean(),
      }),
    );
    const features = rows.map(({ key, erased, expired, ...of }) => {
      const truths = [of.deleted_in_same_commit, of.deleted_elsewhere, of.not_deleted];
      const isOpen = truths.includes(null);
      if ((erased || expired) !== isOpen) throw new Error(`key ${key} is ${isOpen ? "not " : ""}said to lack something`);
      this.lacks = { ...this.lacks, [key]: [...(erased ? ["compacted"] : []), ...(expired ? ["expired"] : [])] };
      return [key, truths] as const;
    });
    return Object.fromEntries(features);
  }
}

const EXPLAIN = { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null } as const;
const KEY = '["1"]';
const SAME_COMMIT = { [KEY]: [true, false, true] };
const ELSEWHERE = { [KEY]: [false, true, false] };
const NOT_DELETED = { [KEY]: [false, false, true] };
const ERASED = { [KEY]: [null, null, null] };

describe("a table without equality deletes", () => {
  test("deletes no stale row, though it deletes by position", async () => {
    const orders = new Orders();
    const old = await orders.data(ANYWHERE, ["1", "1", "a"], ["2", "1", "a"]);
    orders.commit("append", [old, await orders.data(ANYWHERE, ["1", "2", "a"])]);
    orders.commit("delete", [await orders.table.positionDeleteFile([{ file: old.path, position: 1 }], ANYWHERE, true)]);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });

  test("of version 3 with a vector is as one with position deletes", async () => {
    const orders = new Orders();
    orders.table.table.upgrade(3);
    const old = await orders.data(ANYWHERE, ["1", "1", "a"], ["2", "1", "a"]);
    orders.commit("append", [old, await orders.data(ANYWHERE, ["1", "2", "a"])]);
    orders.commit("delete", orders.table.vectorFiles([{ dataFile: old, positions: [1] }]));
    expect(await orders.features()).toEqual(NOT_DELETED);
  });
});

describe("a delete of the rows' own commit", () => {
  test("that names both is told, also where both rows lie in one file", async () => {
    const orders = new Orders();
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
    const orders = new Orders();
    const deletes = await orders.deletes(ANYWHERE, [ID, SHOP], { 1: "1", 3: "a" });
    orders.commit("overwrite", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "b"]), deletes]);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });

  test("is told of a third row too, where another stale row is of an older commit", async () => {
    const orders = new Orders();
    orders.commit("append", [await orders.data(ANYWHERE, ["2", "1", "a"])]);
    orders.commit("append", [await orders.data(ANYWHERE, ["2", "2", "a"])]);
    const deletes = await orders.deletes(ANYWHERE, [AT, ID], { 1: "1", 2: "9" });
    orders.commit("overwrite", [await orders.data(ANYWHERE, ["1", "9", "a"], ["1", "8", "a"]), deletes]);
    orders.commit("append", [await orders.data(ANYWHERE, ["1", "7", "a"])]);
    expect(await orders.features()).toEqual({ ...SAME_COMMIT, '["2"]': [false, false, true] });
  });

  test("of another key says nothing", async () => {
    const orders = new Orders();
    const ofAnother = await orders.deletes(ANYWHERE, [ID], { 1: "2" });
    orders.commit("overwrite", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"]), ofAnother]);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });
});

describe("a newer delete", () => {
  test("in the new row's partition alone leaves the row of the old one", async () => {
    const orders = new Orders({ spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.commit("overwrite", [await orders.data(inShop("b"), ["1", "2", "b"]), await orders.deletes(inShop("b"), [ID], { 1: "1" })]);
    expect(await orders.features()).toEqual(ELSEWHERE);
  });

  test("in the partition of NULL, where no data lies, leaves it too", async () => {
    const orders = new Orders({ spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.commit("overwrite", [await orders.data(inShop("a"), ["1", "2", "a"]), await orders.deletes(inShop(null), [ID], { 1: "1" })]);
    expect(await orders.features()).toEqual(ELSEWHERE);
  });

  test("under another spec leaves it, though the tuples are equal", async () => {
    const orders = new Orders({ spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.table.table.changeSpec([{ "source-id": 3, "field-id": 1001, name: "shop_too", transform: "identity" }]);
    const next = { specId: 1, partition: ["a"] };
    orders.commit("overwrite", [await orders.data(next, ["1", "2", "a"]), await orders.deletes(next, [ID], { 1: "1" })]);
    expect(await orders.features()).toEqual(ELSEWHERE);
  });

  test("that reaches the row's partition, by other values, is not elsewhere, and so nothing is known", async () => {
    const orders = new Orders({ spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    const near = await orders.deletes(inShop("a"), [ID, AT], { 1: "1", 2: "7" });
    const far = await orders.deletes(inShop("b"), [ID], { 1: "1" });
    orders.commit("overwrite", [await orders.data(inShop("b"), ["1", "2", "b"]), near, far]);
    expect(await orders.features()).toEqual({ [KEY]: [false, false, false] });
  });

  test("of an unpartitioned spec is nowhere elsewhere", async () => {
    const orders = new Orders({ spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.table.table.changeSpec([]);
    const whole = { specId: 1, partition: [] };
    const everywhere = await orders.deletes(whole, [ID, AT], { 1: "1", 2: "7" });
    orders.commit("overwrite", [await orders.data(inShop("b"), ["1", "2", "b"]), everywhere]);
    expect(await orders.features()).toEqual({ [KEY]: [false, false, false] });
  });

  test("older than the stale row is none", async () => {
    const orders = new Orders({ spec: BY_SHOP });
    orders.commit("delete", [await orders.deletes(inShop("b"), [ID], { 1: "1" })]);
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.commit("append", [await orders.data(inShop("a"), ["1", "2", "a"])]);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });

  test("for one of three rows makes it a key of a delete elsewhere, and for another none was written", async () => {
    const orders = new Orders({ spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.commit("delete", [await orders.deletes(inShop("b"), [ID], { 1: "1" })]);
    orders.commit("append", [await orders.data(inShop("b"), ["1", "2", "b"], ["1", "3", "b"])]);
    expect(await orders.features()).toEqual({ [KEY]: [false, true, true] });
  });
});

describe("a delete by other columns than the key's", () => {
  test("is for the key where it has some of its columns with the key's values", async () => {
    const orders = new Orders();
    orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"], ["2", "1", "a"], ["2", "2", "a"])]);
    orders.commit("delete", [await orders.deletes(ANYWHERE, [ID, AT], { 1: "1", 2: "7" })]);
    expect(await orders.features(["id", "shop"])).toEqual({ '["1","a"]': [false, false, false], '["2","a"]': [false, false, true] });
  });

  test("that has none of the key's columns is for those rows alone that have all its values, NULL too", async () => {
    const orders = new Orders({ spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop(null), ["1", "1", null]), await orders.data(inShop("a"), ["2", "1", "a"])]);
    orders.commit("append", [await orders.data(inShop("b"), ["1", "2", "b"]), await orders.data(inShop("b"), ["2", "2", "b"])]);
    orders.commit("delete", [await orders.deletes(inShop("z"), [SHOP], { 3: null })]);
    expect(await orders.features()).toEqual({ ...ELSEWHERE, '["2"]': [false, false, true] });
  });

  test("stands beside one of the key, whatever its file holds besides", async () => {
    const orders = new Orders({ spec: BY_SHOP });
    orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
    orders.commit("append", [await orders.data(inShop("b"), ["1", "2", "b"])]);
    const byShop = await orders.deletes(inShop("z"), [SHOP], { 3: "q" });
    const byId = await orders.table.equalityDeleteFile([aRow({ 1: "1", 2: "5" })], inShop("z"), { equalityIds: [1], fields: [AT, ID] });
    orders.commit("delete", [byShop, byId]);
    expect(await orders.features()).toEqual(ELSEWHERE);
  });
});

test("a delete of an older schema is for the key by its field, renamed and widened since", async () => {
  const orders = new Orders({ spec: BY_SHOP, fields: [aField(1, "old_id", "int"), AT, SHOP] });
  const row = await orders.table.dataFile([aRow({ 1: "1", 2: "1", 3: "a" })], inShop("a"));
  orders.commit("append", [row]);
  orders.commit("delete", [await orders.deletes(inShop("b"), [aField(1, "old_id", "int")], { 1: "1" })]);
  orders.table.table.changeSchema([ID, AT, SHOP]);
  orders.commit("append", [await orders.data(inShop("b"), ["1", "2", "b"])]);
  expect(await orders.features()).toEqual(ELSEWHERE);
});

test("a delete by a column that was dropped since is held to the values that the files still have", async () => {
  const orders = new Orders();
  orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "b"])]);
  orders.commit("delete", [await orders.deletes(ANYWHERE, [SHOP], { 3: "x" })]);
  orders.table.table.changeSchema([ID, AT]);
  expect(await orders.features()).toEqual(NOT_DELETED);
});

test("a delete by a key inside a struct is for the key", async () => {
  const box = aField(9, "box");
  const fields: Field[] = [{ ...box, type: { type: "struct", fields: [ID] } }, AT, SHOP];
  const orders = new Orders({ spec: BY_SHOP, fields });
  orders.commit("append", [await orders.data(inShop("a"), ["1", "1", "a"])]);
  orders.commit("append", [await orders.data(inShop("b"), ["1", "2", "b"])]);
  const file = await orders.table.equalityDeleteFile([aRow({ 1: "1" })], inShop("c"), { equalityIds: [1], fields: fields.slice(0, 1) });
  orders.commit("delete", [file]);
  expect(await orders.features(["box.id"])).toEqual(ELSEWHERE);
});

describe("after a compaction", () => {
  async function compacted(): Promise<Orders> {
    const orders = new Orders();
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
    const orders = new Orders();
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
    const orders = new Orders();
    orders.commit("append", [await orders.data(ANYWHERE, ["2", "1", "a"])]);
    orders.commit("overwrite", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"])], { dataSequenceNumber: 1 });
    expect(await orders.features()).toEqual(ERASED);
  });

  test("whether a row that was not rewritten is of the survivor's commit is not known where a delete of its own commit names both", async () => {
    const orders = new Orders();
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
  async function withDeletes(orders: Orders): Promise<void> {
    orders.commit("delete", [await orders.deletes(ANYWHERE, [ID], { 1: "9" })]);
  }

  function expire(orders: Orders, ...ids: bigint[]): void {
    orders.table.table.expire(new Set(ids));
  }

  test("rows of one file are not known to be appended: it may be a compaction's", async () => {
    const orders = new Orders();
    const both = orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"])]);
    await withDeletes(orders);
    expect(await orders.features()).toEqual(NOT_DELETED);
    expire(orders, both);
    expect(await orders.features()).toEqual(ERASED);
    expect(orders.lacks).toEqual({ [KEY]: ["expired"] });
  });

  test("a compaction that expired too is not taken for an append", async () => {
    const orders = new Orders();
    const appended = orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"])]);
    const again = orders.commit("append", [await orders.data(ANYWHERE, ["1", "2", "a"])]);
    const whole = await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"]);
    const rewrite = orders.commit("replace", [whole], { remove: () => true });
    await withDeletes(orders);
    expire(orders, appended, again, rewrite);
    expect(await orders.features()).toEqual(ERASED);
  });

  test("an older row whose commit expired was appended without a delete where the right row's commit is retained", async () => {
    const orders = new Orders();
    const old = orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"])]);
    orders.commit("append", [await orders.data(ANYWHERE, ["1", "2", "a"])]);
    await withDeletes(orders);
    expire(orders, old);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });

  test("two rows of two commits that expired may both have been rewritten", async () => {
    const orders = new Orders();
    const old = orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"])]);
    const recent = orders.commit("append", [await orders.data(ANYWHERE, ["1", "2", "a"])]);
    await withDeletes(orders);
    expire(orders, old, recent);
    expect(await orders.features()).toEqual(ERASED);
  });

  test("a commit with a live equality delete is a sink's, so its rows are as it wrote them", async () => {
    const orders = new Orders();
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
    const orders = new Orders();
    orders.commit("overwrite", [await orders.data(ANYWHERE, ["1", "1", "a"]), await orders.deletes(ANYWHERE, [ID], { 1: "1" })]);
    const recent = orders.commit("append", [await orders.data(ANYWHERE, ["1", "2", "a"])]);
    await withDeletes(orders);
    expire(orders, recent);
    expect(await orders.features()).toEqual({ [KEY]: [null, false, true] });
  });

  test("rows of a table without a trace of deletes were appended, as nothing could have been erased", async () => {
    const orders = new Orders();
    const both = orders.commit("append", [await orders.data(ANYWHERE, ["1", "1", "a"], ["1", "2", "a"])]);
    orders.commit("append", [await orders.data(ANYWHERE, ["2", "1", "a"])]);
    expire(orders, both);
    expect(await orders.features()).toEqual(NOT_DELETED);
  });

  test.each([
    ["append", NOT_DELETED],
    ["replace", ERASED],
  ] as const)("an earlier metadata file still tells that a commit was: %s", async (operation, expected) => {
    const orders = new Orders();
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
    const orders = new Orders({ spec: BY_SHOP });
    const expired = new Set<bigint>();
    for (const [at, { operation, ids, shop, expires }] of commits.entries()) {
      const rows = ids.map((id): Values => [id, String(at), shop]);
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
