import { rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { locateTable } from "#lib/iceberg/plan/locate.ts";
import { readLiveFiles } from "#lib/iceberg/plan/manifests.ts";
import { readNeverDeletes, type NeverDeletes } from "#lib/iceberg/plan/never-deletes.ts";
import { encodeAvroFile, type AvroRecord, type AvroSchema } from "#lib/testing/iceberg-writer/avro-file.ts";
import type { Commit } from "#lib/testing/iceberg-writer/iceberg-table.ts";
import { manifestListSchema } from "#lib/testing/iceberg-writer/manifest-schemas.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const ID = aField(1, "id");

async function commit(table: ModelledTable, operation: Commit["operation"], id: string, rest: Partial<Commit> = {}) {
  return table.table.commit({ operation, add: [await table.dataFile([aRow({ 1: id })], ANYWHERE)], ...rest });
}

async function appended(): Promise<ModelledTable> {
  const table = engine.newTable({ fields: [ID] });
  for (const id of ["1", "2", "3"]) await commit(table, "append", id);
  return table;
}

async function read(table: ModelledTable): Promise<NeverDeletes> {
  const located = await locateTable(engine.database, table.table.directory, false);
  return await readNeverDeletes(engine.database, located, { snapshot: null, files: { data: [], deletes: [] } });
}

/** Reads by the newest snapshot, where every summary is `total-delete-files` 0, the number of data files so far and what `more` says of its place. */
async function readWithSummaries(table: ModelledTable, more: (at: number) => Record<string, string> = () => ({})): Promise<NeverDeletes> {
  const located = await locateTable(engine.database, table.table.directory, false);
  const snapshots = located.metadata.snapshots.map((snapshot, at) => ({
    ...snapshot,
    summary: { ...snapshot.summary, "total-data-files": String(at + 1), "total-delete-files": "0", ...more(at) },
  }));
  const newest = snapshots.at(-1);
  const { data } = await readLiveFiles(engine.database, newest?.["manifest-list"] ?? "", located.metadata, located.relocate, []);
  const pinned = { snapshot: newest ?? null, files: { data, deletes: [] } };
  return await readNeverDeletes(engine.database, { ...located, metadata: { ...located.metadata, snapshots } }, pinned);
}

/** Writes the manifest list of a snapshot anew, without some of its fields or under their names in format version 1. */
async function rewriteList(table: ModelledTable, snapshotAt: number, change: (field: AvroSchema) => AvroSchema | null): Promise<void> {
  const path = table.table.onDisk(table.table.state.snapshots[snapshotAt]?.manifestList ?? "");
  const rows = await engine.database.rows(
    `SELECT * FROM read_avro('${path}')`,
    z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.array(z.never())])),
  );
  const schema = manifestListSchema(2);
  const fields = schema["fields"] as AvroSchema[];
  const kept = fields.flatMap((field) => {
    const changed = change(field);
    return changed ? [{ from: String(field["name"]), changed }] : [];
  });
  const records = rows.map((row): AvroRecord =>
    Object.fromEntries(
      kept.map(({ from, changed }) => {
        const value = row[from] ?? null;
        return [String(changed["name"]), changed["type"] === "long" ? BigInt(String(value)) : value];
      }),
    ),
  );
  writeFileSync(path, encodeAvroFile({ schema: { ...schema, fields: kept.map(({ changed }) => changed) }, records, metadata: {} }));
}

const withoutCounts = (field: AvroSchema) => (String(field["name"]).endsWith("_count") ? null : field);
const named = (field: AvroSchema) => ({ ...field, name: String(field["name"]).replace("_files_count", "_data_files_count") });
const asVersion1 = (field: AvroSchema) =>
  /^(content|sequence_number|min_sequence_number)$/.test(String(field["name"])) ? null : named(field);

const NOTHING: Record<string, string> = {};
const YES: NeverDeletes = { value: true, notes: [] };
const NO: NeverDeletes = { value: false, notes: [] };

describe("a table that only appends", () => {
  test("never deletes", async () => {
    expect(await read(await appended())).toEqual(YES);
  });

  test("never deletes either when a compaction removed its files, or its manifests were rewritten", async () => {
    const table = await appended();
    await commit(table, "replace", "123", { remove: () => true });
    await commit(table, "append", "4", { rewriteManifests: true });
    expect(await read(table)).toEqual(YES);
  });

  test("is told by its manifests where the lists count nothing, or are of format version 1", async () => {
    const table = await appended();
    await commit(table, "replace", "123", { remove: () => true });
    await rewriteList(table, 1, withoutCounts);
    await rewriteList(table, 2, asVersion1);
    await rewriteList(table, 3, withoutCounts);
    expect(await read(table)).toEqual(YES);
  });

  test("is not known to where an older snapshot's list is gone, which a note says", async () => {
    const table = await appended();
    const list = table.table.state.snapshots[1]?.manifestList ?? "";
    rmSync(table.table.onDisk(list));
    const { value, notes } = await read(table);
    expect([value, notes.length]).toEqual([null, 1]);
    expect(notes[0]).toContain("1 of its snapshots could not be read");
    expect(notes[0]).toContain(list);
  });
});

describe("summaries that have the totals of the manifests", () => {
  test("tell that a table never deletes without a look at any list", async () => {
    const table = await appended();
    for (const { manifestList } of table.table.state.snapshots.slice(0, -1)) rmSync(table.table.onDisk(manifestList));
    expect(await readWithSummaries(table)).toEqual(YES);
  });

  test("tell nothing once the newest has other totals", async () => {
    const table = await appended();
    rmSync(table.table.onDisk(table.table.state.snapshots[0]?.manifestList ?? ""));
    const { value } = await readWithSummaries(table, (at) => (at === 2 ? { "total-data-files": "7" } : NOTHING));
    expect(value).toBeNull();
  });

  test.each([
    ["without a total of delete files", { "total-delete-files": "" }],
    ["with one", { "total-delete-files": "1" }],
    ["of an append that removed files", { "deleted-data-files": "1" }],
    ["of an overwrite", { operation: "overwrite" }],
  ])("leave a snapshot %s to its list", async (_, summary) => {
    const table = await appended();
    rmSync(table.table.onDisk(table.table.state.snapshots[0]?.manifestList ?? ""));
    const { value, notes } = await readWithSummaries(table, (at) => (at === 0 ? summary : {}));
    expect([value, notes.length]).toEqual([null, 1]);
  });

  test("never outweigh a list that shows a removal", async () => {
    const table = await appended();
    await commit(table, "overwrite", "9", { remove: ({ sequenceNumber }) => sequenceNumber === 1 });
    await commit(table, "append", "4");
    expect(await readWithSummaries(table, (at) => (at === 4 ? { "total-data-files": "4" } : NOTHING))).toEqual(NO);
  });
});

describe("a table deletes", () => {
  test.each(["overwrite", "delete"] as const)("whose %s removed a data file, though no delete file ever was", async (operation) => {
    const table = await appended();
    await commit(table, operation, "9", { remove: ({ sequenceNumber }) => sequenceNumber === 1 });
    await commit(table, "append", "4");
    expect(await read(table)).toEqual(NO);
    await rewriteList(table, 3, withoutCounts);
    expect(await read(table)).toEqual(NO);
  });

  test("of format version 1 as of any other", async () => {
    const table = await appended();
    await commit(table, "overwrite", "9", { remove: ({ sequenceNumber }) => sequenceNumber === 1 });
    for (const at of [0, 1, 2, 3]) await rewriteList(table, at, asVersion1);
    expect(await read(table)).toEqual(NO);
  });

  test("that had delete files in an older snapshot alone, also where its list counts nothing", async () => {
    const table = await appended();
    const deletes = await table.equalityDeleteFile([aRow({ 1: "7" })], ANYWHERE, { equalityIds: [1], fields: [ID] });
    table.table.commit({ operation: "delete", add: [deletes] });
    await commit(table, "replace", "123", { remove: () => true });
    expect(await read(table)).toEqual(NO);
    await rewriteList(table, 3, withoutCounts);
    expect(await read(table)).toEqual(NO);
  });

  test("where one snapshot says so, whatever another no longer says", async () => {
    const table = await appended();
    await commit(table, "overwrite", "9", { remove: ({ sequenceNumber }) => sequenceNumber === 1 });
    rmSync(table.table.onDisk(table.table.state.snapshots[2]?.manifestList ?? ""));
    expect(await read(table)).toEqual(NO);
  });

  test("on another branch as on its own", async () => {
    const table = await appended();
    await commit(table, "overwrite", "9", { branch: "audit", remove: () => true });
    expect(await read(table)).toEqual(NO);
  });
});
