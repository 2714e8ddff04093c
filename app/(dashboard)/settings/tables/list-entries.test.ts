import { expect, test } from "vitest";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { listEntries } from "./list-entries.ts";
import { readTableSettingsSearch } from "./search-params.ts";

const view = (kind: EntryView["kind"], name: string, origin: EntryView["origin"]): EntryView => ({
  kind,
  name,
  origin,
  written: null,
  state: "in use",
  faults: [],
  tableId: null,
});
const ENTERED = { from: "settings", version: 1, changedAt: "2026-11-24T09:00:00Z", changedBy: null } as const;
const ENTRIES = [
  view("table", "shop.orders", ENTERED),
  view("table", "crm.customers", { from: "file", file: "/b.yaml" }),
  view("table", "shop.lines", { from: "file", file: "/b.yaml" }),
  view("catalog", "shop", ENTERED),
];

test.each([
  [{}, ["crm.customers", "shop.lines", "shop.orders"]],
  [{ origin: "file" }, ["crm.customers", "shop.lines"]],
  [{ origin: "settings", q: "SHOP" }, ["shop.orders"]],
  [{ sort: "name.desc" }, ["shop.orders", "shop.lines", "crm.customers"]],
  [{ sort: "changed" }, ["shop.orders", "crm.customers", "shop.lines"]],
  [{ sort: "size" }, ["crm.customers", "shop.lines", "shop.orders"]],
  [{ origin: "nowhere", q: "lines" }, ["shop.lines"]],
])("the address %j lists %j", (params, names) => {
  expect(listEntries(ENTRIES, readTableSettingsSearch(params)).map(({ name }) => name)).toEqual(names);
});
