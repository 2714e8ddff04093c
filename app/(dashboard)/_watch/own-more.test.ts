import { expect, test } from "vitest";
import type { TableDescription } from "#lib/contracts/browse-documents.ts";
import { beginTable, readTable, type TableFields } from "../_entries/table-fields.ts";
import { hasOwnMore } from "./own-more.ts";

const DESCRIPTION: Pick<TableDescription, "recognised" | "keys"> = {
  recognised: {
    layout: null,
    sentence: "",
    kind: "cdc",
    kafka: { partition: "kafka_partition" },
    cdc: { op: "op", lsn: ["lsn"] },
    event_time: "at",
  },
  keys: [],
};
const guessed = beginTable({ location: "/lake/shop/orders" }, DESCRIPTION as TableDescription);

test("folded fields that hold what was guessed, and fields that are not folded, keep them folded", () => {
  expect(hasOwnMore(guessed, guessed)).toBe(false);
  const shown: TableFields = { ...guessed, name: "orders", kind: "upsert", columns: { ...guessed.columns, kafkaPartition: "" } };
  expect(hasOwnMore(shown, guessed)).toBe(false);
});

test.each<[string, Partial<TableFields>]>([
  ["an owner", { owner: "Shop" }],
  ["a vendor", { managedBy: "redpanda" }],
  ["a tag", { tags: ["gold"] }],
  ["a masked column", { masked: ["email"] }],
  ["a filter", { filter: "id > 1" }],
  ["a schedule", { schedule: { ...guessed.schedule, by: "every", every: "2h" } }],
  ["another operation", { columns: { ...guessed.columns, op: "" } }],
  ["a key that the form does not show", { rest: { ...guessed.rest, paused: true } }],
])("%s opens the folded fields", (_, change) => {
  expect(hasOwnMore({ ...guessed, ...change }, guessed)).toBe(true);
});

test("of a table that cannot be read nothing is guessed", () => {
  const nothing = readTable({});
  expect(hasOwnMore(readTable({ name: "a", location: "/lake/a", key: "id" }), nothing)).toBe(false);
  expect(hasOwnMore(readTable({ name: "a", location: "/lake/a", key: "id", event_time: "at" }), nothing)).toBe(true);
});
