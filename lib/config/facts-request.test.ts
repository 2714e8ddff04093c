import { expect, test } from "vitest";
import { columnsByRole } from "#lib/column-roles.ts";
import { toFactsRequest } from "#lib/config/facts-request.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { SnapshotChoice } from "#lib/iceberg/contract.ts";
import { someTable } from "#lib/testing/table-definition.ts";

/** The request for the table's first key. */
function request(table: TableDefinition, snapshot?: SnapshotChoice) {
  const [key] = table.keys;
  if (key === undefined) throw new Error("the table has no key");
  return toFactsRequest(table, key, snapshot);
}

test("a plain table is asked for its key at the current snapshot", () => {
  expect(request(someTable())).toEqual({
    location: "/lake/orders",
    relocated: false,
    snapshot: { by: "current" },
    key: ["order_id"],
    columns: columnsByRole(),
    where: null,
    explain: { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null },
    cdc: false,
    readBy: "own",
    sample: { keysMax: 50, rowsPerKeyMax: 50 },
  });
});

test("every column reaches its role", () => {
  const columns = {
    kafkaTopic: "t",
    kafkaPartition: "p",
    kafkaOffset: "o",
    kafkaKey: "k",
    kafkaTimestamp: "kt",
    eventTime: "e",
    op: "op",
    lsn: ["file", "pos"],
    sourceTime: "s",
    deleted: "d",
  };
  expect(request(someTable({ columns, filter: "a > 0", relocated: true }))).toMatchObject({
    columns,
    where: "a > 0",
    relocated: true,
    cdc: true,
  });
});

test("columns are looked through for the placeholder that Debezium was told", () => {
  const columns = { unavailable: ["note", "photo"], unavailablePlaceholder: "__gone" };
  expect(request(someTable({ columns })).unavailable).toEqual({ columns: ["note", "photo"], placeholder: "__gone" });
});

test("the key that is asked for is the one that is handed in", () => {
  const table = someTable({ keys: [{}, { name: "line", columns: ["order_id", "line_no"] }] });
  expect(table.keys.map((key) => toFactsRequest(table, key).key)).toEqual([["order_id"], ["order_id", "line_no"]]);
});

test("a branch is read where no snapshot is chosen", () => {
  const table = someTable({ branch: "audit" });
  expect(request(table).snapshot).toEqual({ by: "branch", name: "audit" });
  expect(request(table, { by: "id", id: "7" }).snapshot).toEqual({ by: "id", id: "7" });
});

test.each([
  [{ kind: "cdc" as const }, true],
  [{ kind: "upsert" as const }, false],
  [{ columns: { op: "op" } }, true],
  [{ columns: { lsn: ["lsn"] } }, true],
  [{ columns: { sourceTime: "s" } }, true],
  [{ columns: { deleted: "d" } }, true],
  [{ columns: { unavailable: ["note"] } }, true],
  [{ columns: { eventTime: "e", kafkaPartition: "p" } }, false],
])("%j asks for CDC facts: %s", (changes, cdc) => {
  expect(request(someTable(changes)).cdc).toBe(cdc);
});
