import { describe, expect, test } from "vitest";
import { AppError } from "#lib/errors.ts";
import { parseMetadata } from "#lib/iceberg/plan/metadata.ts";

const SCHEMA = { "schema-id": 3, fields: [{ id: 1, name: "id", required: true, type: "long" }] };
const V2 = {
  "format-version": 2,
  "table-uuid": "u",
  location: "s3://bucket/t/",
  "current-schema-id": 3,
  schemas: [{ "schema-id": 0, fields: [] }, SCHEMA],
  "default-spec-id": 7,
  "partition-specs": [{ "spec-id": 7, fields: [{ "source-id": 1, "field-id": 1000, name: "b", transform: "bucket[4]" }] }],
  properties: { "write.target-file-size-bytes": "1" },
};
const parse = (json: object) => parseMetadata("v9.metadata.json", JSON.stringify(json));
const failure = (text: string): AppError => {
  try {
    parseMetadata("v9.metadata.json", text);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
};

test("a v2 file gives its current schema, specs by id, and a location without a slash at its end", () => {
  const read = parse(V2);
  expect(read).toMatchObject({ formatVersion: 2, location: "s3://bucket/t", currentSchema: { "schema-id": 3 } });
  expect([...read.specs.keys()]).toEqual([7]);
});

test("a v1 file with one schema and one bare partition spec is spec 0", () => {
  const read = parse({
    "format-version": 1,
    location: "/t",
    schema: { fields: SCHEMA.fields },
    "partition-spec": [{ "source-id": 1, "field-id": 1000, name: "d", transform: "day" }],
  });
  expect(read.currentSchema.fields[0]?.name).toBe("id");
  expect(read.specs.get(0)?.fields[0]?.transform).toBe("day");
});

test("a v1 file that was upgraded uses the lists, not the bare schema and spec", () => {
  const read = parse({ ...V2, schema: { fields: [] }, "partition-spec": [] });
  expect([read.currentSchema["schema-id"], read.specs.has(7)]).toEqual([3, true]);
});

test("a v3 field keeps its initial default and a spec field its several sources", () => {
  const read = parse({
    ...V2,
    "format-version": 3,
    schemas: [{ "schema-id": 3, fields: [{ id: 1, name: "id", type: "long", "initial-default": 9007199254740993n.toString() }] }],
    "default-spec-id": 0,
    "partition-specs": [{ "spec-id": 0, fields: [{ "source-ids": [1, 2], "field-id": 1000, name: "b", transform: "bucket[4]" }] }],
  });
  expect(read.currentSchema.fields[0]?.["initial-default"]).toBe("9007199254740993");
  expect(read.specs.get(0)?.fields[0]?.["source-ids"]).toEqual([1, 2]);
});

test("snapshot ids and sequence numbers above 2^53 stay exact", () => {
  const text = `{"format-version":2,"location":"/t","schemas":[{"fields":[]}],"current-schema-id":0,"partition-specs":[{"spec-id":0,"fields":[]}],"default-spec-id":0,"current-snapshot-id":9223372036854775807,"snapshots":[{"snapshot-id":9223372036854775807,"sequence-number":9007199254740993,"timestamp-ms":1}]}`;
  const read = parseMetadata("f", text);
  expect(read.currentSnapshotId).toBe("9223372036854775807");
  expect(read.snapshots[0]?.["sequence-number"]).toBe("9007199254740993");
});

test.each([[undefined], [null], [-1]])("a current snapshot of %s means that the table was never written", (id) => {
  expect(parse({ ...V2, "current-snapshot-id": id }).currentSnapshotId).toBeNull();
});

test("a table without refs, snapshots and properties has none", () => {
  const { properties: _, ...bare } = V2;
  expect(parse(bare)).toMatchObject({ refs: {}, snapshots: [], properties: {} });
});

test("null stands for what is left out, at any depth", () => {
  const nulls = { refs: null, snapshots: null, properties: null, "partition-spec": null, schema: null, "metadata-log": null };
  const fields = [{ id: 1, name: "id", type: "long", required: null, doc: null, "initial-default": null }];
  const read = parse({ ...V2, ...nulls, schemas: [{ ...SCHEMA, fields, "identifier-field-ids": null }] });
  expect(read).toMatchObject({ refs: {}, snapshots: [], properties: {}, currentSchema: { "schema-id": 3 } });
});

test("text that is no JSON is placed and not quoted", () => {
  for (const text of ["secret", '{"format-version": 2, secret}', '{"a": "secret', '["secret" "b"]']) {
    const { message, cause } = failure(text);
    expect(message).toMatch(/is not whole: it does not parse as JSON/);
    expect([message.includes("secret"), cause]).toEqual([false, undefined]);
  }
  expect(failure('{"format-version": 2, x}').message).toMatch(/\(a fault at position 22\)/);
});

describe("a fault names the file", () => {
  test.each([
    ["a view", JSON.stringify({ "view-uuid": "u", "format-version": 1, location: "/v" }), "table_unsupported", /is the metadata of a view/],
    ["a current schema that it lacks", JSON.stringify({ ...V2, "current-schema-id": 9 }), "table_unreadable", /no schema of that id/],
    [
      "no current schema",
      JSON.stringify({ ...V2, "current-schema-id": undefined }),
      "table_unreadable",
      /does not name the id of its current schema/,
    ],
    [
      "two schemas of one id",
      JSON.stringify({ ...V2, schemas: [SCHEMA, SCHEMA] }),
      "table_unreadable",
      /two of its schemas have the same id/,
    ],
    ["no partition spec", JSON.stringify({ ...V2, "partition-specs": undefined }), "table_unreadable", /has no partition spec/],
    ["a default spec that it lacks", JSON.stringify({ ...V2, "default-spec-id": 0 }), "table_unreadable", /no spec of that id/],
    [
      "a version that is a long text",
      JSON.stringify({ ...V2, "format-version": "a long secret" }),
      "table_unsupported",
      /version that is not a number/,
    ],
    ["text that is no JSON", '{"format-version": 2,', "table_unreadable", /v9\.metadata\.json is not whole/],
    ["an empty file", "", "table_unreadable", /is not whole/],
    ["JSON of something else", "{}", "table_unreadable", /no Iceberg table metadata: it has no format-version/],
    ["a JSON list", "[]", "table_unreadable", /no Iceberg table metadata/],
    [
      "format version 4",
      JSON.stringify({ ...V2, "format-version": 4 }),
      "table_unsupported",
      /format version 4; Bergwatch reads versions 1, 2, 3/,
    ],
    ["a version in quotes", JSON.stringify({ ...V2, "format-version": "2" }), "table_unsupported", /format version "2"/],
    ["no location", JSON.stringify({ ...V2, location: undefined }), "table_unreadable", /not valid table metadata: location/],
    ["no schema", JSON.stringify({ ...V2, schemas: [] }), "table_unreadable", /names no schema/],
    ["a bad v1 spec", JSON.stringify({ ...V2, "partition-spec": [{ transform: 1 }] }), "table_unreadable", /partition-spec\.0/],
    [
      "a current snapshot that is not where main ends",
      JSON.stringify({ ...V2, "current-snapshot-id": 1, refs: { main: { "snapshot-id": 2, type: "branch" } } }),
      "table_unreadable",
      /current snapshot is 1, its branch main ends in 2/,
    ],
    [
      "a main branch without a current snapshot",
      JSON.stringify({ ...V2, refs: { main: { "snapshot-id": 2, type: "branch" } } }),
      "table_unreadable",
      /current snapshot is none, its branch main ends in 2/,
    ],
  ])("%s", (_, text, code, message) => {
    const error = failure(text);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.message).toContain("v9.metadata.json");
  });
});
