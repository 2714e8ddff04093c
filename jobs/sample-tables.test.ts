import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listSampleTables } from "#jobs/sample-tables.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bergwatch samples-"));
});
afterEach(async () => await rm(folder, { recursive: true }));

test("sample tables are configured tables that are read where they lie", async () => {
  const table = { name: "customers", location: "customers", kind: "upsert", key: ["customer_id"], kafka: { partition: "kafka_partition" } };
  await writeFile(join(folder, "samples.json"), JSON.stringify([{ story: "A healthy table.", table, expected: [] }]));
  expect(await listSampleTables(folder)).toMatchObject([
    {
      name: "customers",
      location: join(folder, "customers"),
      relocated: true,
      keys: [{ columns: ["customer_id"] }],
      columns: { kafkaPartition: "kafka_partition" },
    },
  ]);
});

test("where no samples lie there are none", async () => {
  expect(await listSampleTables(folder)).toEqual([]);
});
