import { afterAll, beforeAll, expect, test } from "vitest";
import { incidents } from "../schema/incidents.ts";
import { someDefinition, someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { storeCauseFacts } from "./cause-facts.ts";
import { listToldIncidents } from "./told-incidents.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { ToldIncident } from "#lib/incidents/message.ts";
import type { IncidentCheck } from "#lib/names.ts";
import { someCauses, someDriftTopic, someShare } from "#lib/testing/cause-facts.ts";
import { someIncident, someSighting } from "#lib/testing/incidents.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const TOPIC = someDriftTopic([6, 12], { topic: "patients" });

async function tell(check: IncidentCheck, changes: Partial<TableDefinition> = {}, explained = true): Promise<ToldIncident | undefined> {
  const { db } = database;
  const table = await someTable(db, changes);
  const seen = someSighting({ snapshotId: "17", keyVersionId: table.keyVersionId });
  const [incident] = await db
    .insert(incidents)
    .values({ ...someIncident({ check, seen }), tableId: table.tableId })
    .returning({ id: incidents.id });
  const id = incident?.id ?? "";
  if (explained) {
    const causes = someCauses([someShare("partition_drift", 9)], { drift: { topics: [TOPIC], otherTopics: 0 } });
    await storeCauseFacts(
      db,
      { keyVersionId: table.keyVersionId, snapshotId: "17", committedAt: new Date() },
      { duplicatedKeys: 9, causes },
    );
  }
  return (await listToldIncidents(db, [id], { examples: false, now: new Date() })).get(id);
}

async function tellWhy(...asked: Parameters<typeof tell>): Promise<string | null | undefined> {
  return (await tell(...asked))?.why;
}

test("an incident of duplicated keys says why, by the snapshot that it was seen at", async () => {
  const why = "All of them because topic patients now has 12 partitions instead of 6.";
  expect(await tellWhy("duplicates")).toBe(why);
  expect(await tellWhy("partitions_per_key")).toBe(why);
});

test("one of anything else, or of a snapshot that was not explained, says nothing of causes", async () => {
  expect(await tellWhy("delete_backlog")).toBeNull();
  expect(await tellWhy("duplicates", {}, false)).toBeNull();
});

test("what was masked since the causes were stored is not told", async () => {
  const columns = { ...someDefinition().columns, kafkaTopic: "topic" };
  expect(await tellWhy("duplicates", { columns, masked: ["topic"] })).toBe(
    "All of them because topic masked 1 now has 12 partitions instead of 6.",
  );
});

test("what to do first depends on who owns the table, and is told with its causes and the page of the docs", async () => {
  const own = await tell("duplicates");
  expect(own?.causes).toEqual([{ cause: "partition_drift", keys: 9 }]);
  expect(own?.firstStep?.docs).toBe("/docs/causes/partition_drift");
  expect(own?.firstStep?.says).toMatch(/^Send a tombstone/);
  const columns = { ...someDefinition().columns, kafkaPartition: "redpanda.partition", kafkaOffset: "redpanda.offset" };
  expect((await tell("duplicates", { columns }))?.firstStep?.says).toMatch(
    /^Do not change this table: Redpanda owns it\. .* keeps the last row/,
  );
  expect((await tell("duplicates", { managedBy: "msk_data_delivery" }))?.firstStep?.says).toMatch(/^Do not change this table: Amazon MSK/);
});

test("a delete backlog says how it is compacted, by whoever owns the table, and names no causes", async () => {
  expect(await tell("delete_backlog")).toMatchObject({
    causes: null,
    firstStep: { docs: "/docs/metrics/delete_ratio", says: expect.stringContaining("rewrite_data_files") },
  });
  expect((await tell("delete_backlog", { managedBy: "unity_catalog" }))?.firstStep?.says).toMatch(/^Do not compact this table/);
  expect((await tell("freshness"))?.firstStep).toBeNull();
});
