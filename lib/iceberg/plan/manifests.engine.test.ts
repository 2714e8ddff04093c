import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LiveFiles } from "#lib/iceberg/plan/entries.ts";
import type { AvroSchema } from "#lib/testing/iceberg-writer/avro-file.ts";
import type { PartitionSpec } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { entryRecord } from "#lib/testing/manifest-records.ts";
import { readManifests, type WrittenManifest } from "#lib/testing/read-manifests.ts";
import { TestEngine } from "#lib/testing/test-engine.ts";

const BY_ID: PartitionSpec = { "spec-id": 1, fields: [{ "source-id": 1, "field-id": 1000, name: "id", transform: "identity" }] };

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const read = async (...manifests: WrittenManifest[]): Promise<LiveFiles> => await readManifests(engine, manifests);

const DELETES = { content: 1 };

describe("entries", () => {
  test("that are deleted are left out, added and existing ones are live", async () => {
    const live = await read({
      entries: [entryRecord("a", { status: 1 }), entryRecord("b", { status: 0, sequence_number: 2n }), entryRecord("c", { status: 2 })],
    });
    expect(live.data.map(({ path }) => path).toSorted()).toEqual(["a", "b"]);
    expect(live.doubts).toEqual([]);
  });

  test("without a sequence number inherit the manifest's, others keep their own, exactly above 2^53", async () => {
    const own = 9007199254740993n;
    const live = await read({
      entries: [entryRecord("a"), entryRecord("b", { sequence_number: own })],
      list: { sequence_number: own + 2n },
    });
    expect(new Map(live.data.map((file) => [file.path, file.sequenceNumber]))).toEqual(
      new Map([
        ["a", own + 2n],
        ["b", own],
      ]),
    );
  });

  test("of a v1 table have sequence number 0 and are data", async () => {
    const v1 = [
      "content",
      "sequence_number",
      "file_sequence_number",
      "min_sequence_number",
      "equality_ids",
      "referenced_data_file",
      "first_row_id",
    ];
    const live = await read({ entries: [entryRecord("a", { status: 0 })], lacks: [...v1, "content_offset", "content_size_in_bytes"] });
    expect(live).toMatchObject({ data: [{ path: "a", sequenceNumber: 0n, recordCount: 10, sizeBytes: 100 }], deletes: [], doubts: [] });
  });

  test("tell the bytes of the asked columns, or that these are not known", async () => {
    const sizes = [1, 2, 3].map((key) => ({ key, value: BigInt(key * 100) }));
    const live = await read({ entries: [entryRecord("a", {}, { column_sizes: sizes }), entryRecord("b")] });
    expect(new Map(live.data.map((file) => [file.path, file.columnBytes]))).toEqual(
      new Map([
        ["a", 300],
        ["b", null],
      ]),
    );
  });

  test("of a writer that knows no column sizes are read all the same", async () => {
    const live = await read({ entries: [entryRecord("a")], lacks: ["column_sizes"] });
    expect(live.data).toMatchObject([{ path: "a", columnBytes: null }]);
  });

  test("of a partitioned spec carry their tuple, a NULL in it too", async () => {
    const live = await read({
      spec: BY_ID,
      entries: [entryRecord("a", {}, { partition: { id: 7 } }), entryRecord("b", {}, { partition: { id: null } })],
    });
    expect(new Map(live.data.map((file) => [file.path, `${file.specId} ${file.tuple}`]))).toEqual(
      new Map([
        ["a", '1 ["7"]'],
        ["b", "1 [null]"],
      ]),
    );
  });

  test("carry one tuple whatever order, name and type their manifests give its values", async () => {
    const schema = (fields: AvroSchema[]) => ({ partition: { type: "record", name: "r102", fields } });
    const field = (name: string, type: unknown, id: number): AvroSchema => ({ name, type: ["null", type], "field-id": id });
    const spec: PartitionSpec = {
      "spec-id": 2,
      fields: [
        { "source-id": 1, "field-id": 1000, name: "größe", transform: "identity" },
        { "source-id": 2, "field-id": 1001, name: "day", transform: "day" },
      ],
    };
    const first = schema([field("gr_xF6_xDFe", "int", 1000), field("day", { type: "int", logicalType: "date" }, 1001)]);
    const turned = schema([field("day", "int", 1001), field("g", "long", 1000)]);
    const live = await read(
      { spec, types: first, entries: [entryRecord("a", {}, { partition: { gr_xF6_xDFe: 7, day: -719162 } })] },
      { spec, types: turned, renamed: { g: "größe €" }, entries: [entryRecord("b", {}, { partition: { day: -719162, g: 7n } })] },
    );
    expect(live.data.map(({ tuple }) => tuple)).toEqual(['["7","-719162"]', '["7","-719162"]']);
    expect(live.doubts).toEqual([]);
  });

  test("tell the bytes of columns that a writer lists as plain key and value", async () => {
    const pair = {
      type: "record",
      name: "pair",
      fields: [
        { name: "key", type: "int" },
        { name: "value", type: "long" },
      ],
    };
    const types = { column_sizes: ["null", { type: "array", items: pair }] };
    const live = await read({ types, entries: [entryRecord("a", {}, { column_sizes: [{ key: 2, value: 50n }] })] });
    expect(live.data.map(({ columnBytes }) => columnBytes)).toEqual([50]);
  });

  test("of a manifest without any are none", async () => {
    expect(await read({ entries: [] }, { entries: [entryRecord("a")] })).toMatchObject({ data: [{ path: "a" }] });
    expect(await read()).toEqual({ data: [], deletes: [], doubts: [] });
  });
});

describe("deletes", () => {
  test("are position deletes, equality deletes and vectors by content and format", async () => {
    const vector = { content: 1, file_format: "puffin", referenced_data_file: "a", content_offset: 4n, content_size_in_bytes: 40n };
    const live = await read({
      list: DELETES,
      entries: [
        entryRecord("p", {}, { content: 1, referenced_data_file: "a" }),
        entryRecord("e", {}, { content: 2, equality_ids: [3, 1] }),
        entryRecord("v", {}, vector),
      ],
    });
    expect(live.deletes).toMatchObject([
      { path: "p", kind: "position", referencedDataFile: "a" },
      { path: "e", kind: "equality", equalityIds: [1, 3] },
      { path: "v", kind: "vector", referencedDataFile: "a", contentOffset: 4, contentSize: 40 },
    ]);
  });

  test("by equality without ids cannot be applied: the table is unreadable", async () => {
    const reading = read({ list: DELETES, entries: [entryRecord("e.parquet", {}, { content: 2, equality_ids: [] })] });
    await expect(reading).rejects.toThrow(/lists the equality-delete file e\.parquet without equality ids/);
  });

  test("by vector without data file, offset or size cannot be applied: the table is unreadable", async () => {
    const reading = read({
      list: DELETES,
      entries: [entryRecord("v.puffin", {}, { content: 1, file_format: "PUFFIN", referenced_data_file: "a" })],
    });
    await expect(reading).rejects.toThrow(/the deletion vector v\.puffin without data file, offset or size/);
  });
});

describe("what contradicts itself is a doubt", () => {
  test("deletes in a manifest that is listed as data", async () => {
    const live = await read({ entries: [entryRecord("e.parquet", {}, { content: 2, equality_ids: [1] })] });
    expect(live.data).toHaveLength(1);
    expect(live.doubts).toEqual([expect.stringMatching(/is listed as data, and its entry e\.parquet says deletes/)]);
  });

  test("data in a manifest that is listed as deletes", async () => {
    const live = await read({ list: DELETES, entries: [entryRecord("a.parquet")] });
    expect(live.doubts).toEqual([expect.stringMatching(/is listed as deletes, and its entry a\.parquet says data/)]);
  });

  test("a tuple with another number of fields than the spec under which its manifest is listed", async () => {
    const entries = [entryRecord("a.parquet", {}, { partition: { id: 7 } })];
    const said = /listed under partition spec 0, which has 0 fields, and its entry a\.parquet has a tuple of 1/;
    expect((await read({ spec: BY_ID, list: { partition_spec_id: 0 }, entries })).doubts).toEqual([expect.stringMatching(said)]);
    expect((await read({ list: { partition_spec_id: 1 }, entries: [entryRecord("a.parquet")] })).doubts).toEqual([
      expect.stringMatching(/spec 1, which has 1 fields, .* a tuple of 0/),
    ]);
  });

  test("an existing entry that kept no sequence number", async () => {
    const live = await read({ entries: [entryRecord("a.parquet", { status: 0 })] });
    expect(live.doubts).toEqual([expect.stringMatching(/keeps a\.parquet without its sequence number/)]);
  });
});

describe("who added a file", () => {
  const facts = ({ data }: LiveFiles) => data.map(({ addedBy, fileSequenceNumber }) => [addedBy, fileSequenceNumber]);

  test("is said by its entry, and inherited from its manifest where that says nothing", async () => {
    const entries = [
      entryRecord("added.parquet", { snapshot_id: null }),
      entryRecord("own.parquet", { snapshot_id: 5n }),
      entryRecord("kept.parquet", { status: 0, snapshot_id: 3n, sequence_number: 2n, file_sequence_number: 4n }),
      entryRecord("forgotten.parquet", { status: 0, snapshot_id: 3n, sequence_number: 2n }),
    ];
    expect(facts(await read({ entries, list: { sequence_number: 7n, added_snapshot_id: 9n } }))).toEqual([
      ["9", 7n],
      ["5", 7n],
      ["3", 4n],
      ["3", null],
    ]);
  });

  test("is known of format version 1 too, which numbers no commits", async () => {
    const lacks = ["sequence_number", "file_sequence_number"];
    expect(facts(await read({ entries: [entryRecord("a.parquet", { snapshot_id: 5n })], lacks }))).toEqual([["5", null]]);
  });
});
