import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FactsRequest } from "#lib/iceberg/contract.ts";
import { readPlan } from "#lib/iceberg/duckdb/read-plan.ts";
import { someRequest } from "#lib/testing/facts.ts";
import { TestEngine } from "#lib/testing/test-engine.ts";
import { listTestTableCases, testTableLocation } from "#lib/testing/test-tables.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const plan = async (request: FactsRequest) => await readPlan(engine.database, request, () => {});
const COLUMNS = { kafkaPartition: "kafka_partition", kafkaKey: "kafka_key", eventTime: "event_ts" };

describe.each(["clean", "position_deletes", "delete_in_one_partition", "upserts_v3", "emptied", "empty"])("the plan of %s", (table) => {
  const request = someRequest({ location: testTableLocation(table), key: ["order_id"], columns: COLUMNS });

  test("counts the files that the facts are read from", async () => {
    const [planned, facts] = [await plan(request), await engine.facts(request.location, request)];
    const { data, positionDeletes, equalityDeletes, deletionVectors, bytesPlanned } = facts.plan;
    const kinds = [positionDeletes, equalityDeletes, deletionVectors];
    const sum = (part: "files" | "rows" | "bytes") => kinds.reduce((all, kind) => all + kind[part], 0);
    expect(planned).toMatchObject({
      snapshot: facts.snapshot,
      metadataFile: facts.table.metadataFile,
      formatVersion: facts.table.formatVersion,
      data,
      deletes: { files: sum("files"), rows: sum("rows"), bytes: sum("bytes") },
      bytesPlanned,
      notes: [],
    });
    expect(planned.columns.map(({ role, column }) => [role, column])).toEqual([["key", "order_id"], ...Object.entries(COLUMNS)]);
  });

  test("survives JSON", async () => {
    const planned = await plan(request);
    expect(JSON.parse(JSON.stringify(planned))).toEqual(planned);
  });
});

test("a table is planned whose data and delete files are gone, for none of them is opened", async () => {
  const location = join(engine.newDirectory(), "relocated");
  cpSync(testTableLocation("position_deletes"), location, { recursive: true });
  const request = someRequest({ location, relocated: true, key: ["order_id"], where: "status <> 'NEW'" });
  const before = await plan(request);
  rmSync(join(location, "data"), { recursive: true });
  expect(await plan(request)).toEqual(before);
  expect(before.deletes.files).toBe(3);
  await expect(engine.facts(location, { relocated: true, key: ["order_id"] })).rejects.toMatchObject({ code: "table_unreadable" });
});

test("columns are listed with their types, a key of several in order, and one that the table lacks is a note", async () => {
  const location = testTableLocation("cdc_envelope");
  const columns = { op: "op", lsn: ["source.lsn"], deleted: "gone" };
  const planned = await plan(someRequest({ location, key: ["after.customer_id", "op"], columns, cdc: true }));
  expect(planned.columns).toEqual([
    { role: "key", column: "after.customer_id", type: "long" },
    { role: "key", column: "op", type: "string" },
    { role: "op", column: "op", type: "string" },
    { role: "lsn", column: "source.lsn", type: "long" },
  ]);
  expect(planned.notes).toEqual(["The table has no column gone (deleted) at this snapshot: what needs it is not computed."]);
});

test.each<[string, Partial<FactsRequest>, string]>([
  ["a key that is not a column", { key: ["order"] }, "unknown_column"],
  ["a filter that names no column", { where: "state = 1" }, "unknown_column"],
  ["a filter that does not parse", { where: "status = " }, "where_invalid"],
  ["a filter that does not bind to the columns' types", { where: "amount || 1 > DATE '2025-01-01'" }, "where_invalid"],
  ["a snapshot that is not retained", { snapshot: { by: "id", id: "1" } }, "unknown_snapshot"],
  ["a table that is not there", { location: testTableLocation("no such table") }, "table_not_found"],
  ["a manifest that is gone", { location: testTableLocation("missing_data_manifest") }, "table_unreadable"],
])("%s is an error of its code", async (_, request, code) => {
  await expect(plan(someRequest({ location: testTableLocation("clean"), key: ["order_id"], ...request }))).rejects.toMatchObject({ code });
});

test("a plan refuses no committed table for which facts are read", async () => {
  const known = new Set<string>();
  for (const { args, expect: answer } of listTestTableCases()) {
    const [key, location] = ["--key", "--location"].map((name) => args[args.indexOf(name) + 1] ?? "");
    if (!key || !location || answer.exit !== 0 || args.includes("--relocated") || args.includes("--snapshot")) continue;
    if (known.has(location)) continue;
    known.add(location);
    await expect(plan(someRequest({ location, key: [key] }))).resolves.toMatchObject({ columns: [{ role: "key", column: key }] });
  }
  expect(known.size).toBeGreaterThan(40);
});
