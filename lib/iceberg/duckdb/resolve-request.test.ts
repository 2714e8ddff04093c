import { describe, expect, test } from "vitest";
import type { FactsRequest } from "#lib/iceberg/contract.ts";
import { namedField, readFieldIds, resolveInSnapshot, resolveRequest, whyMissing } from "#lib/iceberg/duckdb/resolve-request.ts";
import type { Field, Schema } from "#lib/iceberg/plan/schema.ts";
import { someRequest } from "#lib/testing/facts.ts";

const schema = (...fields: Field[]): Schema => ({ "schema-id": 0, fields });
const field = (id: number, name: string, type: Field["type"] = "long"): Field => ({ id, name, type });
const NOW = schema(
  field(1, "id"),
  field(2, "customer", { type: "struct", fields: [field(3, "name", "string")] }),
  field(4, "tags", { type: "list", "element-id": 5, element: "string" }),
  field(6, "at", "timestamptz_ns"),
  field(7, "doc", "variant"),
  field(8, "op", "string"),
  field(9, "part", "int"),
);

function request(key: string[], columns: Partial<FactsRequest["columns"]> = {}): FactsRequest {
  return someRequest({ key, columns });
}
const resolve = (key: string[], columns?: Partial<FactsRequest["columns"]>, pinned = NOW) =>
  resolveRequest(request(key, columns), NOW, pinned);

describe("a name and a snapshot with another schema", () => {
  const notes: string[] = [];
  const at = (pinned: Schema, written: string) => resolveInSnapshot(NOW, pinned, written, (note) => notes.push(note));

  test("a renamed column reads on by its id", () => {
    expect(at(schema(field(1, "old_id")), "id")).toMatchObject({ id: 1, written: "id", path: [{ name: "old_id" }] });
  });

  test("a column that has moved into a struct is found there", () => {
    const moved = schema(field(2, "c", { type: "struct", fields: [field(1, "inner")] }));
    expect(at(moved, "id").path.map(({ name }) => name)).toEqual(["c", "inner"]);
  });

  test("a name that only the snapshot knows is taken from it", () => {
    expect(at(schema(field(50, "gone")), "gone").id).toBe(50);
    expect(notes).toEqual([]);
  });

  test("a name that meant another column then is that column, and it is said", () => {
    expect(at(schema(field(50, "id")), "id").id).toBe(50);
    expect(notes).toEqual([expect.stringMatching(/At this snapshot id was another column \(field 50\) than it is now \(field 1\)/)]);
  });

  test("a column that the snapshot lacks is unknown", () => {
    expect(() => at(schema(field(50, "other")), "id")).toThrow(expect.objectContaining({ code: "unknown_column" }));
  });
});

describe("a key", () => {
  test.each([
    ["customer", /is a struct, which cannot be a key\. Name the fields inside it, for example customer\.id/],
    ["tags", /is a list, which cannot be a key/],
    ["at", /reads it to the microsecond only/],
    ["doc", /is a variant, which cannot be a key/],
  ])("%s is refused by its type", (written, message) => {
    expect(() => resolve([written])).toThrow(expect.objectContaining({ code: "wrong_key_type", message: expect.stringMatching(message) }));
  });

  test("a column that is named twice, even in another case, is refused", () => {
    expect(() => resolve(["id", "ID"])).toThrow(/Column ID is named twice as a key/);
  });

  test("a key column that the snapshot lacks is an error", () => {
    expect(() => resolve(["id"], {}, schema(field(8, "op", "string")))).toThrow(expect.objectContaining({ code: "unknown_column" }));
  });
});

describe("any other column", () => {
  test("that the snapshot lacks is left out and said to be missing", () => {
    const columns = resolve(["id"], { op: "op" }, schema(field(1, "id")));
    expect([columns.op, columns.missing]).toEqual([null, { op: "op" }]);
    expect(whyMissing(columns, "op", "CDC operation", "--op")).toMatch(/no column op \(--op\) at this snapshot/);
  });

  test("of the log position that the snapshot lacks leaves all of it out, and it is said", () => {
    const columns = resolve(["id"], { lsn: ["part", "op"] }, schema(field(1, "id"), field(9, "part", "int")));
    expect(columns.lsn).toEqual([]);
    expect(columns.notes).toEqual([expect.stringMatching(/lacks a column of the log position \(part, op\)/)]);
    expect(() => resolve(["id"], { lsn: ["other"] })).toThrow(expect.objectContaining({ code: "unknown_column" }));
  });

  test("that was not given is said to be not given", () => {
    expect(whyMissing(resolve(["id"]), "op", "CDC operation", "--op")).toMatch(/No CDC operation column is given \(--op\)/);
  });

  test("may not be nested where a single value is needed", () => {
    expect(() => resolve(["id"], { kafkaKey: "customer" })).toThrow(/Column customer, given as --kafka-key, is a struct/);
  });

  test("given as a time has to be one", () => {
    expect(() => resolve(["id"], { eventTime: "op" })).toThrow(/Column op, given as --event-time, is not a time/);
    expect(resolve(["id"], { eventTime: "part" }).eventTime?.id).toBe(9);
  });
});

test("a nested column is asked for with the structs around it", () => {
  const [column] = resolve(["customer.name"]).key;
  expect(column && namedField("k", column)).toMatchObject({ alias: "k", field: { id: 3 }, parents: [{ id: 2 }] });
});

test("the ids that a count reads are those of its own columns", () => {
  expect(readFieldIds(resolve(["id"], { kafkaPartition: "part", op: "op" }))).toEqual([1, 9, 8]);
});
