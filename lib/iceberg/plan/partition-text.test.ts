import { expect, test } from "vitest";
import { parseMetadata } from "#lib/iceberg/plan/metadata.ts";
import { partitionTexts } from "#lib/iceberg/plan/partition-text.ts";

function textsOf(fields: { "source-id"?: number; transform: string; name: string }[], more: object = {}): string[] {
  const address = { id: 3, name: "address", type: { type: "struct", fields: [{ id: 4, name: "a.b", type: "string" }] } };
  const schema = { "schema-id": 0, fields: [{ id: 1, name: "id", type: "long" }, { id: 2, name: "at", type: "timestamp" }, address] };
  const specs = [
    { "spec-id": 0, fields: [] },
    { "spec-id": 1, fields },
  ];
  const metadata = { "format-version": 2, location: "s3://l/t", schemas: [schema], "current-schema-id": 0, "partition-specs": specs };
  return partitionTexts(parseMetadata("v1.metadata.json", JSON.stringify({ ...metadata, "default-spec-id": 1, ...more })));
}

test("each transform is written as people write it, a nested column by its path", () => {
  expect(
    textsOf([
      { "source-id": 1, transform: "bucket[16]", name: "id_bucket" },
      { "source-id": 2, transform: "day", name: "at_day" },
      { "source-id": 4, transform: "truncate[3]", name: "b" },
      { "source-id": 1, transform: "identity", name: "id" },
    ]),
  ).toEqual(["bucket(16, id)", "day(at)", 'truncate(3, address."a.b")', "id"]);
});

test("a field that was taken out is left out, one whose column is gone is named by its number", () => {
  expect(
    textsOf([
      { "source-id": 1, transform: "void", name: "x" },
      { "source-id": 9, transform: "month", name: "m" },
    ]),
  ).toEqual(["month(field 9)"]);
});

test("the spec that is current counts", () => {
  const fields = [{ "source-id": 1, transform: "identity", name: "id" }];
  expect(textsOf(fields, { "default-spec-id": 0 })).toEqual([]);
});
