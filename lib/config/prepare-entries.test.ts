import { expect, test } from "vitest";
import { boundsOf } from "#lib/config/entered-settings.ts";
import { type EntriesWorld, prepareEntries, refuseRemoval, type StoredEntry } from "#lib/config/prepare-entries.ts";
import { ENTERED_DEFAULTS } from "#lib/contracts/entered-bounds.ts";
import type { SaveEntriesBody, WrittenEntry } from "#lib/contracts/settings-entries.ts";

const bounds = boundsOf(ENTERED_DEFAULTS, { host: "127.0.0.1", dataDir: "/data" });
const lake = (more: WrittenEntry = {}): WrittenEntry => ({ name: "lake", uri: "https://lake.example.org", ...more });
const orders: WrittenEntry = { name: "orders", catalog: "lake", table: "a.b", key: "id" };
const stored: StoredEntry[] = [
  { kind: "catalog", name: "lake", version: 3, written: lake() },
  { kind: "table", name: "orders", version: 5, written: orders },
  { kind: "table", name: "broken", version: 1, written: { name: "broken" } },
];
const world: EntriesWorld = { file: null, stored, bounds };

test("what is right is prepared for the store with its name, and what was faulty before hinders nothing", () => {
  const written = { region: "eu-central-1" };
  expect(prepareEntries([{ kind: "store", written, version: null }], world)).toEqual({
    entries: [{ kind: "store", name: "s3://", formerName: "s3://", version: null, written }],
    faults: [],
  });
});

test("faults name the entry by its place in the list, and its key", () => {
  const asked: SaveEntriesBody["entries"] = [
    { kind: "table" as const, version: null, written: { name: "new", location: "/lake/new", key: "id" } },
    { kind: "table" as const, version: null, written: { name: "ORDERS", location: "/lake/x", key: "id" } },
    { kind: "table" as const, version: null, written: { location: "/lake/x", key: "id", schedule: { every: "1x" } } },
  ];
  expect(prepareEntries(asked, world)).toEqual({
    entries: null,
    faults: [
      { entry: 1, path: "name", message: expect.stringMatching(/There is a table named "ORDERS" already/) },
      { entry: 2, path: "name", message: expect.stringMatching(/name is missing/) },
      { entry: 2, path: "schedule.every", message: expect.stringMatching(/is not a span of time/) },
    ],
  });
});

test("a catalog and a table of it are entered at once", () => {
  const asked = [
    { kind: "table" as const, version: null, written: { ...orders, name: "new", catalog: "other" } },
    { kind: "catalog" as const, version: null, written: lake({ name: "other" }) },
  ];
  expect(prepareEntries(asked, world).faults).toEqual([]);
});

test("a catalog that is renamed takes its tables along, each with its own version", () => {
  const asked = [{ kind: "catalog" as const, version: 3, written: lake({ name: "pond" }), formerName: "lake" }];
  expect(prepareEntries(asked, world)).toMatchObject({
    entries: [
      { name: "pond", formerName: "lake", version: 3 },
      { kind: "table", name: "orders", formerName: "orders", version: 5, written: { ...orders, catalog: "pond" } },
    ],
  });
});

test("what would put another entry out of use is refused, and named", () => {
  const asked = [{ kind: "catalog" as const, version: 3, written: lake({ uri: "x" }) }];
  expect(prepareEntries(asked, world).faults).toEqual([
    { entry: 0, path: "uri", message: expect.stringMatching(/is not a web address/) },
    { entry: 0, path: "", message: expect.stringMatching(/The table "orders" would no longer work\. The catalog "lake" is not in use/) },
  ]);
  expect(refuseRemoval({ kind: "catalog", name: "LAKE" }, world)).toMatch(/is needed by a table: orders\. Remove it first/);
  expect(refuseRemoval({ kind: "table", name: "orders" }, world)).toBeNull();
});

test("a schema registry that is renamed takes its tables along, and one that a table names is not removed", () => {
  const registry = { name: "shop", url: "https://r.example.org" };
  const keyed = { name: "keyed", location: "/lake/keyed", key: "id", schema_registry: "shop" };
  const asStored: EntriesWorld = {
    ...world,
    stored: [
      ...stored,
      { kind: "schema_registry", name: "shop", version: 2, written: registry },
      { kind: "table", name: "keyed", version: 1, written: keyed },
    ],
  };
  const asked = [{ kind: "schema_registry" as const, version: 2, written: { ...registry, name: "store" }, formerName: "shop" }];
  expect(prepareEntries(asked, asStored)).toMatchObject({
    entries: [
      { name: "store", formerName: "shop" },
      { kind: "table", name: "keyed", version: 1, written: { ...keyed, schema_registry: "store" } },
    ],
  });
  expect(refuseRemoval({ kind: "schema_registry", name: "Shop" }, asStored)).toBe(
    'The schema registry "Shop" is needed by a table: keyed. Remove it first, or name another schema registry there.',
  );
});
