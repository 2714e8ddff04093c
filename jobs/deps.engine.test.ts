import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEngine } from "#jobs/deps.ts";
import { NO_SOURCES } from "#lib/contracts/source-settings.ts";
import { env } from "#lib/env.ts";
import { CatalogDouble } from "#lib/testing/catalog-double.ts";
import { aCatalogTable, someCatalog } from "#lib/testing/catalog-settings.ts";
import { someRequest } from "#lib/testing/facts.ts";

test("a worker polls, lists and reads a catalog's table as soon as the configuration has the catalog", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "bergwatch-engine-"));
  const double = await CatalogDouble.start({ tables: [aCatalogTable()] });
  let sources = NO_SOURCES;
  const engine = createEngine({ ...env(), extensionDir: env().extensionDir, dataDir }, () => sources);
  const table = { location: "catalog:lake/shop.orders", snapshot: { by: "current" as const } };
  try {
    expect(await engine.peekTable(table, null)).toMatchObject({ state: "unseen", error: { code: "unknown_catalog" } });
    sources = { catalogs: [someCatalog({ name: "lake", uri: double.uri })], stores: [] };
    expect(await engine.peekTable(table, null)).toMatchObject({ state: "moved", snapshotId: "3821267374434050284" });
    await expect(engine.listSnapshots({ ...table, relocated: false })).resolves.toMatchObject({
      snapshot: { id: "3821267374434050284" },
      snapshots: { length: 5 },
    });
    await expect(engine.gatherFacts(someRequest({ ...table, key: ["order_id"] }))).resolves.toMatchObject({ keyProfile: { rows: 11 } });
    const key = { ...someRequest({ ...table, key: ["order_id"] }), values: ["no such order"], rowsMax: 5 };
    await expect(engine.lookUpKey(key)).resolves.toMatchObject({ found: null, trust: { level: "exact" } });
  } finally {
    await double.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
