import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Facts } from "#lib/iceberg/contract.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const FIELDS = [aField(1, "id")];
const SPEC = { "spec-id": 0, fields: [{ "source-id": 1, "field-id": 1000, name: "part", transform: "identity" }] };
const ids = (...values: number[]) => values.map((value) => aRow({ 1: String(value) }));
const at = (file: ContentFile, ...positions: number[]) => positions.map((position) => ({ file: file.path, position }));
const numbers = ({ keyProfile, plan, trust }: Facts) => [
  keyProfile.rows,
  keyProfile.rawRows.value,
  plan.danglingDeleteFiles.value,
  trust.level,
];

/** A table with one committed data file that holds the ids 1, 1, 2. */
async function withData(formatVersion: 2 | 3 = 2): Promise<{ table: ModelledTable; data: ContentFile }> {
  const table = engine.newTable({ fields: FIELDS, formatVersion });
  const data = await table.dataFile(ids(1, 1, 2), ANYWHERE);
  table.table.commit({ operation: "append", add: [data] });
  return { table, data };
}

describe("a position delete", () => {
  test.each([
    ["no path", "NULL, 0", 0],
    ["no position", "path, NULL", 0],
    ["a negative position", "path, -1", 0],
    ["no path beside a sound row", "NULL, 0 UNION ALL SELECT path, 0", 1],
  ])("that names %s is a doubt, and no other row is deleted for it", async (_, row, deleted) => {
    const { table, data } = await withData();
    const query = `SELECT * FROM (SELECT '${data.path.replaceAll("'", "''")}' AS path), LATERAL (SELECT ${row}) AS r(file_path, pos)`;
    const rows = `SELECT file_path::VARCHAR AS file_path, pos::BIGINT AS pos FROM (${query})`;
    const file = await engine.dataFile(table, rows, "file_path: 2147483546, pos: 2147483545");
    table.table.commit({ operation: "overwrite", add: [{ ...file, content: "position deletes" }] });
    const facts = await engine.facts(table);
    expect([facts.keyProfile.rows, facts.trust]).toEqual([
      3 - deleted,
      {
        level: "untrusted",
        direction: null,
        reasons: [expect.stringMatching(/has 1 rows whose path is NULL or whose position is NULL or negative/)],
      },
    ]);
  });

  test("removes the row at its position, in one file or several, named or not", async () => {
    const { table, data } = await withData();
    const files = [
      await table.positionDeleteFile(at(data, 0), ANYWHERE, true),
      await table.positionDeleteFile(at(data, 0, 2), ANYWHERE, false),
    ];
    table.table.commit({ operation: "overwrite", add: files });
    const facts = await engine.facts(table);
    expect([numbers(facts), facts.keyProfile.duplicatedKeys]).toEqual([[1, 3, 0, "exact"], 0]);
  });

  test("reaches a file of the same commit", async () => {
    const table = engine.newTable({ fields: FIELDS });
    const data = await table.dataFile(ids(1, 1), ANYWHERE);
    table.table.commit({ operation: "overwrite", add: [data, await table.positionDeleteFile(at(data, 0), ANYWHERE, false)] });
    expect(numbers(await engine.facts(table))).toEqual([1, 2, 0, "exact"]);
  });

  test("does not reach a file that was added again later", async () => {
    const { table, data } = await withData();
    table.table.commit({ operation: "overwrite", add: [await table.positionDeleteFile(at(data, 0), ANYWHERE, false)] });
    table.table.commit({ operation: "overwrite", remove: ({ file }) => file.path === data.path, add: [data] });
    expect(numbers(await engine.facts(table))).toEqual([3, 3, 1, "exact"]);
  });

  test("beyond the file's end removes nothing", async () => {
    const { table, data } = await withData();
    table.table.commit({ operation: "overwrite", add: [await table.positionDeleteFile(at(data, 3, 99), ANYWHERE, false)] });
    expect(numbers(await engine.facts(table))).toEqual([3, 3, 0, "exact"]);
  });

  test("of a file that is not live is dangling and no fault", async () => {
    const { table } = await withData();
    const gone = [{ file: `${table.table.directory}/data/gone.parquet`, position: 0 }];
    table.table.commit({ operation: "overwrite", add: [await table.positionDeleteFile(gone, ANYWHERE, false)] });
    expect(numbers(await engine.facts(table))).toEqual([3, 3, 1, "exact"]);
  });

  test("removes from both entries of a file that is registered twice", async () => {
    const { table, data } = await withData();
    table.table.commit({ operation: "append", add: [data] });
    table.table.commit({ operation: "overwrite", add: [await table.positionDeleteFile(at(data, 2), ANYWHERE, false)] });
    const facts = await engine.facts(table);
    expect([numbers(facts), facts.plan.filesRegisteredTwice]).toEqual([[4, 6, 0, "exact"], 1]);
  });

  test("counts rows of the right file where a path stands between others and twice in the list", async () => {
    const table = engine.newTable({ fields: FIELDS });
    const [a, b, c] = [
      await table.dataFile(ids(1, 2), ANYWHERE),
      await table.dataFile(ids(3, 4), ANYWHERE),
      await table.dataFile(ids(5, 6), ANYWHERE),
    ];
    const other = await engine.dataFile(table, "SELECT 7::BIGINT AS id, 'x' AS extra UNION ALL SELECT 8, 'y'", "id: 1, extra: 9");
    table.table.commit({ operation: "append", add: [a, other, b, a, c, other] });
    table.table.commit({ operation: "overwrite", add: [await table.positionDeleteFile([...at(c, 1), ...at(other, 0)], ANYWHERE, false)] });
    const facts = await engine.facts(table);
    expect(facts.samples.map(({ key, rowCount }) => [key[0], rowCount])).toEqual([
      ["1", 2],
      ["2", 2],
      ["8", 2],
    ]);
    expect(facts.samples[2]?.rows.map(({ file, position }) => [file, position])).toEqual([
      [other.path, "1"],
      [other.path, "1"],
    ]);
    expect(facts.keyProfile.rows).toBe(12 - 3);
  });

  test("file with the deleted rows in it is read like one without", async () => {
    const { table, data } = await withData();
    const plain = await table.positionDeleteFile(at(data, 0), ANYWHERE, false);
    const query = `SELECT {'id': 1::BIGINT} AS row, 2::BIGINT AS pos, '${data.path}' AS file_path`;
    const whole = await engine.dataFile(
      table,
      query,
      "row: {__duckdb_field_id: 2147483544, id: 1}, pos: 2147483545, file_path: 2147483546",
    );
    table.table.commit({ operation: "overwrite", add: [plain, { ...whole, content: "position deletes" }] });
    expect(numbers(await engine.facts(table))).toEqual([1, 3, 0, "exact"]);
  });
});

describe("a path in another spelling", () => {
  /** A table that lies at `location` by its metadata, and is read where it really lies. */
  async function elsewhere(location: string, named: (path: string) => string): Promise<Facts> {
    const table = engine.newTable({ fields: FIELDS, location });
    const data = await table.dataFile(ids(1, 1, 2), ANYWHERE);
    table.table.commit({ operation: "append", add: [data] });
    const positions = [{ file: named(data.path), position: 0 }];
    table.table.commit({ operation: "overwrite", add: [await table.positionDeleteFile(positions, ANYWHERE, false)] });
    return await engine.facts(table, { relocated: true });
  }

  test("is the live file's where only scheme or authority differ, and other readers are warned of", async () => {
    for (const [location, named] of [
      ["s3a://b/t", "s3://b/t"],
      ["hdfs://nn/t", "/t"],
    ] as const) {
      const facts = await elsewhere(location, (path) => path.replace(location, named));
      expect(numbers(facts)).toEqual([2, 3, 0, "exact"]);
      expect(facts.trust.reasons).toEqual([expect.stringMatching(/shows more rows .*"at most"/)]);
    }
  });

  test("in another bucket deletes nothing", async () => {
    const facts = await elsewhere("s3://b/t", (path) => path.replace("s3://b", "s3://other"));
    expect([numbers(facts), facts.trust.reasons]).toEqual([[3, 3, 1, "exact"], []]);
  });

  test("that fits two live files is a doubt", async () => {
    const table = engine.newTable({ fields: FIELDS, location: "hdfs://nn/t" });
    const data = await table.dataFile(ids(1, 1, 2), ANYWHERE);
    table.table.commit({ operation: "append", add: [data, { ...data, path: data.path.replace("//nn/", "//nn2/") }] });
    const positions = [{ file: data.path.replace("hdfs://nn", ""), position: 0 }];
    table.table.commit({ operation: "overwrite", add: [await table.positionDeleteFile(positions, ANYWHERE, false)] });
    expect((await engine.facts(table, { relocated: true })).trust).toMatchObject({
      level: "untrusted",
      reasons: [expect.stringContaining("fits several live files that differ in scheme or authority")],
    });
  });
});

describe("a doubt is", () => {
  test("a position delete of a file in another partition", async () => {
    const table = engine.newTable({ fields: FIELDS, spec: SPEC });
    const data = await table.dataFile(ids(1, 1), { specId: 0, partition: [1n] });
    table.table.commit({ operation: "append", add: [data] });
    table.table.commit({
      operation: "overwrite",
      add: [await table.positionDeleteFile(at(data, 0), { specId: 0, partition: [2n] }, false)],
    });
    expect((await engine.facts(table)).trust).toMatchObject({
      level: "untrusted",
      reasons: [expect.stringContaining("is in another partition")],
    });
  });

  test("a vector of a file in another partition", async () => {
    const table = engine.newTable({ fields: FIELDS, spec: SPEC, formatVersion: 3 });
    const data = await table.dataFile(ids(1, 1), { specId: 0, partition: [1n] });
    table.table.commit({ operation: "append", add: [data] });
    const vectors = table.vectorFiles([{ dataFile: data, positions: [0] }]).map((vector) => ({ ...vector, partition: [2n] }));
    table.table.commit({ operation: "overwrite", add: vectors });
    expect((await engine.facts(table)).trust).toMatchObject({
      level: "untrusted",
      reasons: [expect.stringContaining("is in another partition")],
    });
  });

  test("a delete file that names one data file in its entry and deletes from another", async () => {
    const table = engine.newTable({ fields: FIELDS });
    const [a, b] = [await table.dataFile(ids(1), ANYWHERE), await table.dataFile(ids(2), ANYWHERE)];
    table.table.commit({ operation: "append", add: [a, b] });
    const deletes = await table.positionDeleteFile([...at(a, 0), ...at(b, 0)], ANYWHERE, false);
    table.table.commit({ operation: "overwrite", add: [{ ...deletes, referencedDataFile: a.path }] });
    expect((await engine.facts(table)).trust).toMatchObject({
      level: "untrusted",
      reasons: [expect.stringMatching(/listed as one for .* alone and deletes from .* too/)],
    });
  });

  test("two vectors of one data file", async () => {
    const { table, data } = await withData(3);
    const vector = () => table.vectorFiles([{ dataFile: data, positions: [0] }]);
    table.table.commit({ operation: "overwrite", add: [...vector(), ...vector()] });
    expect((await engine.facts(table)).trust).toMatchObject({
      level: "untrusted",
      reasons: [expect.stringContaining("Two deletion vectors are live")],
    });
  });
});

describe("a deletion vector", () => {
  test("removes its positions, and supersedes its file's position deletes", async () => {
    const { table, data } = await withData(3);
    table.table.commit({ operation: "overwrite", add: [await table.positionDeleteFile(at(data, 2), ANYWHERE, false)] });
    table.table.commit({ operation: "overwrite", add: table.vectorFiles([{ dataFile: data, positions: [0] }]) });
    const facts = await engine.facts(table);
    expect([numbers(facts), facts.keyProfile.distinctKeys]).toEqual([[2, 3, 0, "exact"], 2]);
  });

  test("is found among many in one Puffin file", async () => {
    const table = engine.newTable({ fields: FIELDS, formatVersion: 3 });
    const files: ContentFile[] = [];
    for (let file = 0; file < 130; file++)
      files.push(await engine.dataFile(table, `SELECT unnest([${file}, 1000])::BIGINT AS id`, "id: 1"));
    table.table.commit({ operation: "append", add: files });
    table.table.commit({ operation: "overwrite", add: table.vectorFiles(files.map((dataFile) => ({ dataFile, positions: [1] }))) });
    expect((await engine.facts(table)).keyProfile).toMatchObject({ rows: 130, distinctKeys: 130 });
  });

  test("does not reach a file that was added again later, and is dangling then", async () => {
    const { table, data } = await withData(3);
    table.table.commit({ operation: "overwrite", add: table.vectorFiles([{ dataFile: data, positions: [0] }]) });
    table.table.commit({ operation: "overwrite", remove: ({ file }) => file.path === data.path, add: [data] });
    expect(numbers(await engine.facts(table))).toEqual([3, 3, 1, "exact"]);
  });

  test("that holds another number of positions than its entry says is unreadable", async () => {
    const { table, data } = await withData(3);
    const vectors = table.vectorFiles([{ dataFile: data, positions: [0] }]).map((vector) => ({ ...vector, recordCount: 2 }));
    table.table.commit({ operation: "overwrite", add: vectors });
    await expect(engine.facts(table)).rejects.toThrow(/holds 1 positions, the manifest says 2/);
  });

  test("whose Puffin file is gone is unreadable, with both files named", async () => {
    const { table, data } = await withData(3);
    const vectors = table.vectorFiles([{ dataFile: data, positions: [0] }]).map((vector) => ({ ...vector, path: "/nowhere/v.puffin" }));
    table.table.commit({ operation: "overwrite", add: vectors });
    await expect(engine.facts(table)).rejects.toThrow(/deletion vector of .*00001-data\.parquet in \/nowhere\/v\.puffin is gone/);
  });
});
