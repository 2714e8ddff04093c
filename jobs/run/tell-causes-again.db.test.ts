import { afterAll, beforeAll, expect, test } from "vitest";
import { findCauseFacts } from "#db/queries/cause-facts.ts";
import { listIncidents } from "#db/queries/incidents.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import type { RunReason } from "#lib/names.ts";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

/** As a worker is that has the schema registry `main` at this address; null: it has none. */
function withRegistry(url: string | null): TaskDeps {
  const registries =
    url === null ? [] : [{ name: "main", kind: "confluent" as const, url, auth: { kind: "none" as const }, entered: false }];
  return { ...world.deps, settings: () => ({ ...SERVICE_DEFAULTS, sources: { ...SERVICE_DEFAULTS.sources, registries } }) };
}

const LACKING = someCauses([someShare("unknown", 2)], { undecided: [{ cause: "key_encoding", missing: ["schema registry"], keys: 2 }] });
const DECIDED = someCauses([someShare("key_encoding", 2)]);

/** The cause that is stored of the newest snapshot after a run, and whether data were read for it. */
async function runAs(deps: TaskDeps, table: TableWithKeys, finds: CauseFacts, reason: RunReason = "schedule") {
  world.lakeTable(table).finds = { keyProfile: { rows: 32, distinctKeys: 30, duplicatedKeys: 2 }, causes: { value: finds } };
  const before = world.lake.readings.length;
  expect(await runTable(deps, { runId: (await world.request(table.id, reason)).id })).toBe("succeeded");
  const keyVersionId = (await getTable(world.database.db, table.id)).keys[0]?.currentVersionId ?? 0;
  const snapshotId = world.lakeTable(table).snapshots.at(-1)?.id ?? "";
  const stored = await findCauseFacts(world.database.db, { keyVersionId, snapshotId });
  return { cause: stored?.causes?.shares[0]?.cause, read: world.lake.readings.length > before };
}

test("causes that a key lacked a schema registry for are told again once there is one, or it has moved, and open no incident by it", async () => {
  const table = await world.addTable({ schemaRegistry: "main" });
  const incidents = async () => await listIncidents(world.database.db, { tableId: table.id, limit: 10 });
  expect(await runAs(withRegistry(null), table, LACKING, "person")).toEqual({ cause: "unknown", read: true });
  const opened = await incidents();
  expect(await runAs(withRegistry(null), table, DECIDED)).toEqual({ cause: "unknown", read: false });
  expect(await runAs(withRegistry("https://one"), table, DECIDED)).toEqual({ cause: "key_encoding", read: true });
  expect(await runAs(withRegistry("https://one"), table, LACKING)).toEqual({ cause: "key_encoding", read: false });
  expect(await runAs(withRegistry("https://two"), table, LACKING)).toEqual({ cause: "unknown", read: true });
  expect(await runAs(withRegistry("https://two"), table, DECIDED)).toEqual({ cause: "unknown", read: false });
  expect((await incidents()).map(({ id }) => id)).toEqual(opened.map(({ id }) => id));
  expect(await world.count("snapshot_facts", table.id)).toBe(1);
});

test("what a registry told stays when that is gone, and what never lacked one is not read again", async () => {
  const told = await world.addTable({ schemaRegistry: "main" });
  await runAs(withRegistry("https://one"), told, DECIDED, "person");
  expect(await runAs(withRegistry(null), told, LACKING)).toEqual({ cause: "key_encoding", read: false });
  const plain = await world.addTable({ schemaRegistry: "main" });
  await runAs(withRegistry(null), plain, DECIDED, "person");
  expect(await runAs(withRegistry("https://one"), plain, LACKING)).toEqual({ cause: "key_encoding", read: false });
});
