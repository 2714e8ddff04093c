import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readExpiredOperations, spread } from "#lib/iceberg/plan/expired-operations.ts";
import { locateTable } from "#lib/iceberg/plan/locate.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

/** A table whose two commits expired, the ids of both, and a metadata log of the files from after each and one that is gone. */
async function expired(mend: (file: string) => void = () => {}): Promise<{ location: string; append: string; replace: string }> {
  const table = engine.newTable({ fields: [aField(1, "id")] });
  const file = async (id: string) => await table.dataFile([aRow({ 1: id })], ANYWHERE);
  const append = table.table.commit({ operation: "append", add: [await file("1")] });
  const first = table.table.metadataFile;
  const replace = table.table.commit({ operation: "replace", add: [await file("1")], remove: () => true });
  const second = table.table.metadataFile;
  table.table.commit({ operation: "append", add: [await file("2")] });
  table.table.expire(new Set([append.id, replace.id]));
  const { metadataFile } = table.table;
  const log = [first, second, `${first}.gone`].map((name) => ({ "metadata-file": name, "timestamp-ms": 1 }));
  writeFileSync(
    metadataFile,
    readFileSync(metadataFile, "utf8").replace(/"metadata-log": ?\[\]/, `"metadata-log": ${JSON.stringify(log)}`),
  );
  mend(first);
  mend(second);
  return { location: metadataFile, append: String(append.id), replace: String(replace.id) };
}

async function operations(location: string, wanted: string[]): Promise<Record<string, string>> {
  const table = await locateTable(engine.database, location, false);
  return Object.fromEntries(await readExpiredOperations(engine.database, table, new Set(wanted)));
}

test("earlier metadata files tell the operations of the snapshots that are asked for, and one that is gone is passed over", async () => {
  const { location, append, replace } = await expired();
  expect(await operations(location, [append, replace, "77"])).toEqual({ [append]: "append", [replace]: "replace" });
  expect(await operations(location, [replace])).toEqual({ [replace]: "replace" });
});

test("an earlier metadata file of another table tells nothing, nor does one that is not whole", async () => {
  const other = await expired((file) => {
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(/"table-uuid": ?"[^"]+"/, '"table-uuid": "00000000-0000-4000-8000-000000000000"'),
    );
  });
  expect(await operations(other.location, [other.append])).toEqual({});
  const broken = await expired((file) => writeFileSync(file, "{"));
  expect(await operations(broken.location, [broken.append])).toEqual({});
});

test("of a long log the ends are read first, and then what lies between, evenly, each file once", () => {
  const all = Array.from({ length: 100 }, (_, at) => at);
  expect(spread(all).slice(0, 5)).toEqual([0, 99, 50, 25, 75]);
  expect(spread(all).toSorted((a, b) => a - b)).toEqual(all);
  expect([spread([]), spread([7]), spread([7, 8])]).toEqual([[], [7], [7, 8]]);
  const gaps = spread(all)
    .slice(0, 32)
    .toSorted((a, b) => a - b);
  expect(Math.max(...gaps.slice(1).map((at, index) => at - (gaps[index] ?? 0)))).toBeLessThanOrEqual(7);
});
