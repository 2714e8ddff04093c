import { afterAll, beforeAll, expect, test } from "vitest";
import { checkAsked } from "#app/api/catalog-requests/check-asked.ts";
import { tellServiceState } from "#db/queries/service-states.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { someDefinition } from "#db/testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import type { CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const bounds = { allowed: true, addresses: ["*.example.org"], secrets: ["BERGWATCH_SECRET_*"], places: ["/lake"] };
  const service = { ...SERVICE_DEFAULTS, sources: { catalogs: [], stores: [], bounds } };
  const parts = { defaults: null, tables: ["taken"], catalogs: ["lake"], stores: [] };
  const at = new Date().toISOString();
  await tellServiceState(database.db, "configuration", { file: "/b.yaml", state: "applied", at, message: "", faults: [], service, parts });
  await applyTableDefinitions(database.db, [someDefinition({ name: "watched", location: "/elsewhere/watched" })], "file");
});
afterAll(async () => {
  await database.drop();
});

const check = async (asked: CatalogRequestBody) => await checkAsked(database.db, asked);
const key = { by: "identifier" as const };

test.each<[string, CatalogRequestBody]>([
  ["a namespace of any name", { kind: "browse", catalog: "lake", namespace: ["a.b", 'c"d/..'] }],
  ["a catalog in use", { kind: "test", catalog: { name: "lake" } }],
  ["a catalog's table", { kind: "describe", table: { catalog: "lake", namespace: ["shop"], table: "orders" } }],
  ["a table in a place that may be entered", { kind: "sample", table: { location: "/lake/orders" } }],
  ["a table that is watched", { kind: "describe", table: { location: "/elsewhere/watched" } }],
  ["a catalog that may be entered", { kind: "test", catalog: { written: { name: "new", uri: "https://c.example.org" } } }],
  ["a schema registry in use", { kind: "test_registry", registry: { name: "shop" } }],
  ["a schema registry that may be entered", { kind: "test_registry", registry: { written: { name: "n", url: "https://r.example.org" } } }],
  ["an entry without a fault", { kind: "plan", written: { name: "orders", location: "/lake/orders", key: "id" } }],
  [
    "a pattern with what all share",
    { kind: "match", catalog: "lake", rule: { pattern: "shop.*", key, shared: { owner: "shop", masked: "phone" } } },
  ],
])("%s is asked about as it is", async (_, asked) => {
  expect(await check(asked)).toBeNull();
});

test.each<[string, CatalogRequestBody, RegExp]>([
  ["a place that may not be entered", { kind: "sample", table: { location: "/etc" } }, /may not be entered here/],
  ["a place that climbs out", { kind: "describe", table: { location: "/lake/../etc" } }, /may not be entered here/],
  ["a place with a password", { kind: "describe", table: { location: "s3://me:hunter2@lake/t" } }, /holds a user and a password/],
  [
    "an address that may not be entered",
    { kind: "test", catalog: { written: { name: "n", uri: "http://169.254.169.254" } } },
    /cannot be entered here|may not be entered here/,
  ],
  [
    "a secret in clear",
    { kind: "test", catalog: { written: { name: "n", uri: "https://c.example.org", auth: { bearer: { token: "hunter2" } } } } },
    /auth\.bearer\.token/,
  ],
  [
    "a secret that entries may not refer to",
    {
      kind: "test",
      catalog: { written: { name: "n", uri: "https://c.example.org", auth: { bearer: { token: { env: "DATABASE_URL" } } } } },
    },
    /may not be referred to here/,
  ],
  [
    "a schema registry with its secret in clear",
    {
      kind: "test_registry",
      registry: { written: { name: "n", url: "https://r.example.org", auth: { basic: { username: "u", password: "hunter2" } } } },
    },
    /auth\.basic\.password/,
  ],
  [
    "a schema registry that hands out credentials",
    { kind: "test_registry", registry: { written: { name: "n", url: "http://metadata.google.internal" } } },
    /cannot be entered here/,
  ],
  ["what is shared with a fault", { kind: "match", catalog: "lake", rule: { pattern: "s.*", key, shared: { ownr: "hunter2" } } }, /ownr/],
  ["a catalog that nobody has", { kind: "match", catalog: "pond", rule: { pattern: "s.*", key, shared: {} } }, /catalog "pond"/],
])("%s is refused before anything is stored, and no secret is said", async (_, asked, expected) => {
  const refused = await check(asked).then(
    () => "",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
  expect(refused).toMatch(expected);
  expect(refused).not.toContain("hunter2");
});

test("an entry with faults is answered at once", async () => {
  const found = await check({ kind: "plan", written: { name: "taken", location: "/lake/t", kee: "id" } });
  expect(found?.plan.keys).toEqual([]);
  expect(found?.plan.faults.map(({ path }) => path)).toEqual(expect.arrayContaining(["kee", "name"]));
});
