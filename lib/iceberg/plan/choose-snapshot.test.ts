import { expect, test } from "vitest";
import { chooseSnapshot, lastCompactionAt } from "#lib/iceberg/plan/choose-snapshot.ts";
import { parseMetadata, type TableMetadata } from "#lib/iceberg/plan/metadata.ts";

const schema = (id: number) => ({ "schema-id": id, fields: [{ id: 1, name: `name_at_${id}`, type: "long" }] });
const snapshot = (id: number, rest: object = {}) => ({
  "snapshot-id": id,
  "timestamp-ms": id * 1000,
  "manifest-list": `/t/metadata/snap-${id}.avro`,
  "schema-id": 0,
  summary: { operation: "append" },
  ...rest,
});

function table(rest: object = {}): TableMetadata {
  return parseMetadata(
    "f",
    JSON.stringify({
      "format-version": 2,
      location: "/t",
      "current-schema-id": 1,
      "partition-specs": [{ "spec-id": 0, fields: [] }],
      "default-spec-id": 0,
      schemas: [schema(0), schema(1)],
      "current-snapshot-id": 3,
      snapshots: [snapshot(1), snapshot(2, { "parent-snapshot-id": 1 }), snapshot(3, { "parent-snapshot-id": 2 })],
      refs: {
        main: { "snapshot-id": 3, type: "branch" },
        audit: { "snapshot-id": 2, type: "branch" },
        eoy: { "snapshot-id": 1, type: "tag" },
      },
      ...rest,
    }),
  );
}

test("the current snapshot reads with the table's current schema, since columns may be added without a commit", () => {
  const pinned = chooseSnapshot(table(), { by: "current" });
  expect(pinned).toMatchObject({ manifestList: "/t/metadata/snap-3.avro", schema: { "schema-id": 1 } });
});

test("a snapshot by id reads with its own schema", () => {
  expect(chooseSnapshot(table(), { by: "id", id: "2" })?.schema["schema-id"]).toBe(0);
});

test("a snapshot by id that names no schema reads with the current one, and one whose schema is gone is refused", () => {
  const changed = table({ snapshots: [snapshot(1, { "schema-id": undefined }), snapshot(2, { "schema-id": 9 }), snapshot(3)] });
  expect(chooseSnapshot(changed, { by: "id", id: "1" })?.schema["schema-id"]).toBe(1);
  expect(() => chooseSnapshot(changed, { by: "id", id: "2" })).toThrow(/Snapshot 2 was written with schema 9, which f lacks/);
});

test("an encrypted table is refused, by its keys and by its snapshot's", () => {
  const said = expect.objectContaining({ code: "table_unsupported", message: expect.stringMatching(/table at \/t is encrypted/) });
  expect(() => chooseSnapshot(table({ "encryption-keys": [{ "key-id": "k" }] }), { by: "current" })).toThrow(said);
  expect(() => chooseSnapshot(table({ snapshots: [snapshot(3, { "key-id": "k" })] }), { by: "current" })).toThrow(said);
});

test("a branch gives its head with the current schema", () => {
  const pinned = chooseSnapshot(table(), { by: "branch", name: "audit" });
  expect([pinned?.snapshot["snapshot-id"], pinned?.schema["schema-id"]]).toEqual(["2", 1]);
});

test("main is the current snapshot where the table keeps no refs", () => {
  expect(chooseSnapshot(table({ refs: undefined }), { by: "branch", name: "main" })?.snapshot["snapshot-id"]).toBe("3");
});

test("a tag is no branch, and the error says which snapshot to name", () => {
  expect(() => chooseSnapshot(table(), { by: "branch", name: "eoy" })).toThrow(
    /no branch eoy; it has main, audit\. eoy is a tag: use --snapshot 1/,
  );
});

test("a name that every object has is no branch", () => {
  expect(() => chooseSnapshot(table(), { by: "branch", name: "constructor" })).toThrow(/no branch constructor; it has main, audit\.$/);
});

test("an unknown branch is refused with the branches that exist", () => {
  expect(() => chooseSnapshot(table({ refs: {} }), { by: "branch", name: "dev" })).toThrow(
    expect.objectContaining({ code: "unknown_snapshot", message: "The table has no branch dev; it has only main." }),
  );
});

test("an expired snapshot is refused with the newest that are retained", () => {
  expect(() => chooseSnapshot(table(), { by: "id", id: "77" })).toThrow(
    /no snapshot 77: it retains 3, the newest are 1, 2, 3\. .* may have expired/,
  );
});

test("a table that was never written has no snapshot, also on main", () => {
  const empty = table({ "current-snapshot-id": -1, snapshots: [], refs: {} });
  expect([chooseSnapshot(empty, { by: "current" }), chooseSnapshot(empty, { by: "branch", name: "main" })]).toEqual([null, null]);
});

test("a table that was never written has no snapshot of any id", () => {
  expect(() => chooseSnapshot(table({ "current-snapshot-id": -1, snapshots: [], refs: {} }), { by: "id", id: "1" })).toThrow(
    /it retains none/,
  );
});

test("a current snapshot that is not in the list is refused", () => {
  expect(() => chooseSnapshot(table({ snapshots: [snapshot(1)] }), { by: "current" })).toThrow(/no snapshot 3/);
});

test("a v1 snapshot with its manifests inside the metadata file is refused as unsupported", () => {
  const inline = table({ snapshots: [snapshot(3, { "manifest-list": undefined, manifests: ["/t/m.avro"] })] });
  expect(() => chooseSnapshot(inline, { by: "current" })).toThrow(expect.objectContaining({ code: "table_unsupported" }));
});

test("the last compaction is the newest replace among the snapshot and its ancestors", () => {
  const replaced = { summary: { operation: "replace" } };
  const metadata = table({
    snapshots: [
      snapshot(1, replaced),
      snapshot(2, { "parent-snapshot-id": 1, ...replaced }),
      snapshot(3, { "parent-snapshot-id": 2 }),
      snapshot(4, { "parent-snapshot-id": 3, ...replaced }),
    ],
  });
  const pinned = chooseSnapshot(metadata, { by: "current" });
  expect(pinned && lastCompactionAt(metadata, pinned.snapshot)).toBe("1970-01-01T00:00:02.000Z");
});

test("a table that was never compacted has no last compaction, even where parents lead back to a snapshot", () => {
  const metadata = table({ snapshots: [snapshot(2, { "parent-snapshot-id": 3 }), snapshot(3, { "parent-snapshot-id": 2 })] });
  const pinned = chooseSnapshot(metadata, { by: "current" });
  expect(pinned && lastCompactionAt(metadata, pinned.snapshot)).toBeNull();
});
