import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { TableDescription } from "#lib/contracts/browse-documents.ts";
import { createAskingWorld, type AskingWorld } from "#lib/testing/asking.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";
import { TEST_TABLES_ROOT } from "#lib/testing/test-tables.ts";

const open: AskingWorld[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) await world.close();
});

async function openWorld(...options: Parameters<typeof createAskingWorld>): Promise<AskingWorld> {
  const world = await createAskingWorld(...options);
  open.push(world);
  return world;
}

async function describeAt(location: string): Promise<TableDescription> {
  const { asking } = await openWorld();
  return await asking.describe(location, { signal: new AbortController().signal });
}

const at = (table: string): string => join(TEST_TABLES_ROOT, "e2e/testdata/tables", table);

describe("a table of a catalog", () => {
  test("is described by the catalog's answer alone: no file is opened", async () => {
    const { asking, double } = await openWorld();
    const description = await asking.describe("catalog:lake/shop.orders", { signal: new AbortController().signal });
    expect(description).toMatchObject({
      location: "catalog:lake/shop.orders",
      files: "s3://lake/shop.db/orders",
      metadataFile: "s3://lake/shop.db/orders/metadata/v6.metadata.json",
      keys: [{ columns: ["order_id"], because: "name" }],
    });
    expect(double.store.requests).toEqual([]);
  });

  test("and the same table by its place are described alike", async () => {
    const { asking } = await openWorld();
    const {
      location: _location,
      metadataFile: _file,
      ...byCatalog
    } = await asking.describe("catalog:lake/shop.orders", {
      signal: new AbortController().signal,
    });
    const { location: _place, metadataFile: _other, ...byPlace } = await describeAt(at("relocated"));
    expect(byPlace).toEqual(byCatalog);
  });

  test("whose metadata is damaged is said to be", async () => {
    const { asking, double } = await openWorld();
    const body = { "metadata-location": "s3://lake/x", metadata: { "format-version": 2 } };
    double.misbehave = ({ path }) => (path.endsWith("/tables/orders") ? { status: 200, body } : null);
    await expect(asking.describe("catalog:lake/shop.orders", { signal: new AbortController().signal })).rejects.toMatchObject({
      code: "table_unreadable",
      message: expect.stringContaining("shop.orders"),
    });
  });

  test("of a format that is not read is said to be of one", async () => {
    const { asking } = await openWorld({ tables: [aCatalogTable({ folderName: "format_version_99", metadataFile: "v4.metadata.json" })] });
    await expect(asking.describe("catalog:lake/shop.orders", { signal: new AbortController().signal })).rejects.toMatchObject({
      code: "table_unsupported",
    });
  });
});

test.each<[string, Partial<TableDescription>]>([
  [
    "kafka_dollar_names",
    {
      recognised: expect.objectContaining({
        layout: "tableflow",
        kafka: { topic: "$$topic", partition: "$$partition", offset: "$$offset", key: "$$raw-key", timestamp: "$$timestamp" },
      }),
    },
  ],
  [
    "kafka_nested",
    {
      recognised: expect.objectContaining({
        layout: null,
        kafka: { partition: "kafka.partition", offset: "kafka.offset", timestamp: "kafka.timestamp", key: "kafka.key" },
      }),
    },
  ],
  [
    "cdc_envelope",
    { recognised: expect.objectContaining({ kind: "append", cdc: { op: "op", source_time: "source.ts_ms", lsn: ["source.lsn"] } }) },
  ],
  [
    "cdc_flat",
    {
      recognised: expect.objectContaining({
        kind: "cdc",
        cdc: { op: "op", source_time: "source_ts_ms", lsn: ["lsn"], deleted: "deleted" },
      }),
    },
  ],
  ["upserts_bucketed", { partitionedBy: ["bucket(4, order_id)"] }],
])("%s is described as what it is", async (table, expected) => {
  expect(await describeAt(at(table))).toMatchObject(expected);
});

test("a table that was never written has a schema and no snapshot", async () => {
  expect(await describeAt(at("empty"))).toMatchObject({ snapshots: [], snapshotsRetained: 0, columns: expect.arrayContaining([]) });
});

test("a place without a table is said to hold none", async () => {
  await expect(describeAt("/nowhere/at/all")).rejects.toMatchObject({ code: "table_not_found" });
});
