import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelCatalogRequest, completeCatalogRequest, insertCatalogRequest, startCatalogRequest } from "./catalog-requests.ts";
import { findLatestCatalogRequest } from "./latest-catalog-request.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const SHOP: CatalogRequestBody = { kind: "browse", catalog: "lake", namespace: ["shop"] };

test("the newest question that asks just this is found, whatever the order of its parts, and no other", async () => {
  const { db } = database;
  expect(await findLatestCatalogRequest(db, SHOP)).toBeNull();
  await insertCatalogRequest(db, SHOP);
  const newest = await insertCatalogRequest(db, { namespace: ["shop"], catalog: "lake", kind: "browse" });
  await insertCatalogRequest(db, { ...SHOP, namespace: ["shop", "eu"] });
  expect((await findLatestCatalogRequest(db, SHOP))?.id).toBe(newest.id);
});

test("one that was answered is found with its finding, and one that was cancelled is to be asked again", async () => {
  const { db } = database;
  const asked: CatalogRequestBody = { ...SHOP, namespace: ["crm"] };
  const { id } = await insertCatalogRequest(db, asked);
  const started = await startCatalogRequest(db, { requestId: id, workerId: "one" });
  const listing = { namespace: ["crm"], namespaces: [], tables: ["customers"], isCut: false };
  if (started !== null) await completeCatalogRequest(db, started.claim, { kind: "browse", listing });
  expect(await findLatestCatalogRequest(db, asked)).toMatchObject({ id, state: "succeeded", finding: { listing } });
  const again = await insertCatalogRequest(db, asked);
  await cancelCatalogRequest(db, again.id);
  expect((await findLatestCatalogRequest(db, asked))?.id).toBe(id);
});
