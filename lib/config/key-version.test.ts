import { expect, test } from "vitest";
import { keyVersionHash } from "#lib/config/key-version.ts";
import { someTable } from "#lib/testing/table-definition.ts";

/** The hash of the only key of a table. */
function hashOf(changes: Parameters<typeof someTable>[0] = {}): string {
  const table = someTable(changes);
  const [key] = table.keys;
  if (key === undefined) throw new Error("the table has no key");
  return keyVersionHash(table, key);
}

test("the hash never changes from one release to the next: stored history hangs on it", () => {
  expect(hashOf()).toBe("4de5b052ce4c2e4fed6d0fbad5ffac5813d1fd32f050bf094fb9c29f44168b81");
  expect(
    hashOf({
      keys: [{ columns: ["tenant", "order_no"] }],
      filter: "tenant > 0",
      kind: "cdc",
      columns: { kafkaTopic: "t", kafkaPartition: "p", lsn: ["file", "pos"], unavailable: ["note"] },
    }),
  ).toBe("8b669819cabccf5ef96a24d6125ecd4c8852d2fd540bc9d94a27d8439a076c4b");
});

test.each<[string, Parameters<typeof someTable>[0]]>([
  ["another column", { keys: [{ columns: ["id"] }] }],
  ["another order of columns", { keys: [{ columns: ["b", "a"] }] }],
  ["the columns as one name", { keys: [{ columns: ["a,b"] }] }],
  ["a filter", { filter: "id > 0" }],
  ["a Kafka column", { columns: { kafkaPartition: "p" } }],
  ["the same column in another role", { columns: { kafkaTopic: "p" } }],
  ["the event time", { columns: { eventTime: "ts" } }],
  ["a CDC column", { columns: { op: "op" } }],
  ["the log position", { columns: { lsn: ["a", "b"] } }],
  ["another order of the log position", { columns: { lsn: ["b", "a"] } }],
  ["a kind that asks for CDC facts", { kind: "cdc" }],
  ["columns that are looked through", { columns: { unavailable: ["note"] } }],
  ["rows that iceberg_scan gives", { readBy: "scan" }],
  ["another placeholder in them", { columns: { unavailable: ["note"], unavailablePlaceholder: "?" } }],
])("%s makes another version", (_, changes) => {
  const others = [hashOf(), hashOf({ keys: [{ columns: ["a", "b"] }] })];
  expect(others).not.toContain(hashOf(changes));
});

test.each<[string, Parameters<typeof someTable>[0]]>([
  ["a move", { location: "/elsewhere", relocated: true }],
  ["a branch", { branch: "audit" }],
  ["a second reading, whose numbers are not taken", { readBy: "both" }],
  ["a rename of the table", { name: "other" }],
  ["names, promise and keep", { keys: [{ name: "primary", promise: "none", keep: "first" }] }],
  ["a kind of the same facts", { kind: "history" }],
  ["a placeholder that is looked for nowhere", { columns: { unavailablePlaceholder: "?" } }],
  [
    "all that does not count rows",
    { owner: "a", managedBy: "tableflow", tags: ["b"], paused: true, masked: ["c"], limits: { rows: { warnAt: 1 } } },
  ],
])("%s keeps the version", (_, changes) => {
  expect(hashOf(changes)).toBe(hashOf());
});
