import { describe, expect, test } from "vitest";
import type { DataFile, DeleteFile } from "#lib/iceberg/plan/entries.ts";
import { readerFaults, sayFaults, type ReadTable } from "#lib/iceberg/plan/reader-faults.ts";
import type { Field } from "#lib/iceberg/plan/schema.ts";
import { aDataFile, anEqualityDelete, aPositionDelete, aVector, specs } from "#lib/testing/live-files.ts";

const FIELDS: Field[] = [
  { id: 1, name: "id", type: "long" },
  { id: 2, name: "day", type: "date" },
  { id: 3, name: "at", type: { type: "struct", fields: [{ id: 4, name: "x", type: "long" }] } },
];
const SPECS = specs({
  0: [],
  1: [[2, "day"]],
  2: [[2, "void"]],
  3: [[1, "bucket[4]"]],
  4: [
    [1, "bucket[4]"],
    [2, "void"],
  ],
  5: [
    [1, "bucket[4]"],
    [2, "day"],
  ],
});

interface Asked extends Partial<ReadTable> {
  data?: DataFile[];
  deletes?: DeleteFile[];
}

function faults({ data = [], deletes = [], ...rest }: Asked): string[] {
  const found = readerFaults({
    files: { data, deletes, doubts: [] },
    specs: SPECS,
    schema: { "schema-id": 0, fields: FIELDS },
    otherPaths: [],
    relocated: false,
    key: { ids: [1], nullRows: 0 },
    ...rest,
  });
  return sayFaults(found);
}

const under = (specId: number, tuple: string) => ({ specId, tuple });

test("a table without deletes is read alike", () => {
  expect(faults({ data: [aDataFile("a", under(1, '["5"]'))] })).toEqual([]);
});

test("equality deletes on an unpartitioned table, or under a spec of void fields, are read alike", () => {
  expect(faults({ data: [aDataFile("a")], deletes: [anEqualityDelete("e", [1])] })).toEqual([]);
  expect(faults({ data: [aDataFile("a", under(2, "[null]"))], deletes: [anEqualityDelete("e", [1], under(2, "[null]"))] })).toEqual([]);
});

describe("equality deletes on a partitioned table", () => {
  const data = [aDataFile("a", under(1, '["5"]'))];

  test("may hide rows: fewer, at least", () => {
    const said = faults({ data, deletes: [anEqualityDelete("e.parquet", [1], under(1, '["5"]'))] });
    expect(said).toEqual([expect.stringMatching(/fewer rows .*"at least".*e\.parquet to every partition/)]);
  });

  test("are harmless where the partition's source is among the equality columns", () => {
    expect(faults({ data, deletes: [anEqualityDelete("e", [1, 2], under(1, '["5"]'))] })).toEqual([]);
    const bucketed = [aDataFile("a", under(3, '["0"]'))];
    expect(faults({ data: bucketed, deletes: [anEqualityDelete("e", [1], under(3, '["0"]'))] })).toEqual([]);
  });

  test("leak where only one of the partition's two sources is among the equality columns", () => {
    const both = under(5, '["0","5"]');
    const said = faults({ data: [aDataFile("a", both)], deletes: [anEqualityDelete("e", [1], both)] });
    expect(said).toEqual([expect.stringMatching(/fewer rows/)]);
  });

  test("need not name the source of a void field", () => {
    const dropped = under(4, '["0",null]');
    expect(faults({ data: [aDataFile("a", dropped)], deletes: [anEqualityDelete("e", [1], dropped)] })).toEqual([]);
  });

  test("are seen among several, even if only the second leaks", () => {
    const deletes = [anEqualityDelete("e1", [1, 2], under(1, '["5"]')), anEqualityDelete("e2", [1], under(1, '["5"]'))];
    expect(faults({ data, deletes })).toEqual([expect.stringContaining("e2")]);
  });

  test("end the reading where one lies in a NULL partition", () => {
    const said = faults({ data, deletes: [anEqualityDelete("e.parquet", [1, 2], under(1, "[null]"))] });
    expect(said).toEqual([expect.stringMatching(/may fail on this table: the equality-delete file e\.parquet is in a NULL partition/)]);
  });

  test("end the reading where they lie under two partitioned specs", () => {
    const deletes = [anEqualityDelete("e1", [1, 2], under(1, '["5"]')), anEqualityDelete("e2", [1, 2], under(3, '["0"]'))];
    expect(faults({ data, deletes })).toEqual([
      expect.stringMatching(/may fail on this table: it has equality deletes under 2 partition specs/),
    ]);
  });

  test("under one partitioned spec and one without partitions do not end it, and may hide rows where files of both are live", () => {
    const deletes = [anEqualityDelete("e1", [1, 2], under(1, '["5"]')), anEqualityDelete("e2", [1, 2])];
    expect(faults({ data, deletes })).toEqual([expect.stringMatching(/fewer rows .*e1/)]);
  });
});

test("live files under two specs without equality deletes are read alike", () => {
  expect(faults({ data: [aDataFile("a"), aDataFile("b", under(1, '["5"]'))] })).toEqual([]);
});

test("a delete path in another spelling shows rows too many: at most", () => {
  const path = { deleteFile: "d.parquet", named: "s3://b/a", dataFile: "s3a://b/a" };
  const said = faults({ otherPaths: [path, { ...path, named: "s3://b/c" }] });
  expect(said).toEqual([
    expect.stringMatching(/more rows .*"at most".*d\.parquet names s3:\/\/b\/a where the manifest says s3a:\/\/b\/a \(and 1 more\)/),
  ]);
});

test("vectors of a moved table end the reading, those of one in place do not", () => {
  const deletes = [aVector("v.puffin", "a")];
  expect(faults({ deletes, relocated: true })).toEqual([expect.stringMatching(/fails on this table: .*deletion vectors/)]);
  expect(faults({ deletes })).toEqual([]);
});

test("a column of zoned nanoseconds ends the reading", () => {
  const schema = { "schema-id": 0, fields: [...FIELDS, { id: 9, name: "ns", type: "timestamptz_ns" }] };
  expect(faults({ schema })).toEqual([expect.stringMatching(/fails on this table: .*timestamptz_ns/)]);
});

test("an equality delete by a field inside a struct crashes the reader", () => {
  expect(faults({ deletes: [anEqualityDelete("e.parquet", [4])] })).toEqual([expect.stringMatching(/crashes on this table: .*e\.parquet/)]);
});

test("vectors that share a Puffin file are told only to whoever meets a difference, those in files of their own to nobody", () => {
  const found = (deletes: DeleteFile[]) => {
    const files = { data: [], deletes, doubts: [] };
    const table = { files, specs: SPECS, schema: { "schema-id": 0, fields: FIELDS }, otherPaths: [], relocated: false };
    return readerFaults({ ...table, key: { ids: [1], nullRows: 0 } });
  };
  const shared = [aVector("v.puffin", "a.parquet"), aVector("v.puffin", "b.parquet")];
  expect(found(shared)).toEqual([
    { effect: "perhaps other rows", sentence: expect.stringMatching(/v\.puffin.*enable_external_file_cache to false/) },
  ]);
  expect(faults({ deletes: shared })).toEqual([]);
  expect(found([aVector("v.puffin", "a.parquet"), aVector("w.puffin", "b.parquet")])).toEqual([]);
});

test("rows that may be NULL in another column that is deleted by are told only to whoever meets a difference", () => {
  const table = {
    files: { data: [], deletes: [anEqualityDelete("e.parquet", [1, 2])], doubts: [] },
    specs: SPECS,
    otherPaths: [],
    relocated: false,
  };
  const found = (fields: Field[]) =>
    readerFaults({ ...table, schema: { "schema-id": 0, fields }, key: { ids: [1], nullRows: 0 } }).map(({ effect }) => effect);
  expect(found(FIELDS)).toEqual(["perhaps fewer rows"]);
  expect(found(FIELDS.map((field) => ({ ...field, required: true })))).toEqual([]);
  expect(faults({ deletes: [anEqualityDelete("e.parquet", [1, 2])] })).toEqual([]);
});

test("rows with a NULL key beside an equality delete of the key may be lost: at least", () => {
  const deletes = [anEqualityDelete("e", [1])];
  expect(faults({ deletes, key: { ids: [1], nullRows: 3 } })).toEqual([
    expect.stringMatching(/fewer rows .*"at least".*3 rows here have a NULL key/),
  ]);
  expect(faults({ deletes, key: { ids: [2], nullRows: 3 } })).toEqual([]);
});

test("data or deletes in Avro are what it cannot read", () => {
  const [data] = faults({ data: [aDataFile("x", { format: "AVRO" })] });
  expect(data).toMatch(/the data file x is AVRO, and it reads Parquet only/);
  const [deletes] = faults({ data: [aDataFile("a")], deletes: [aPositionDelete("x", { format: "AVRO" })] });
  expect(deletes).toMatch(/the delete file x is AVRO, and it reads Parquet only/);
});
