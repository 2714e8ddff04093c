import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findCatalogHealth, listCatalogHealth } from "#db/queries/catalog-health.ts";
import { listIncidents } from "#db/queries/incidents.ts";
import { getRun } from "#db/queries/runs.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { listTables } from "#db/queries/tables.ts";
import { requestDueRuns, type TickMemory } from "#jobs/schedule.ts";
import { markOverdue } from "#jobs/tasks/overdue.ts";
import { emptyPollMemory, pollSnapshots, type PollMemory } from "#jobs/tasks/poll-snapshots.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { createDeliveryWorld, type DeliveryWorld } from "#jobs/testing/delivery-world.ts";
import { CURRENT_SNAPSHOT, watchCatalogTables } from "#jobs/testing/watch-catalog-tables.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { CatalogDouble } from "#lib/testing/catalog-double.ts";
import { startCatalogEngine } from "#lib/testing/catalog-engine.ts";

/** The bench `polling` has a thousand. */
const MANY = 200;

let world: DeliveryWorld;
let deps: TaskDeps;
let double: CatalogDouble;
let memory: PollMemory;
let asked: TickMemory;
/** Seconds. */
let watched = 0;
beforeAll(async () => {
  world = await createDeliveryWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => {
  await world.database.db.execute(`truncate runs, tables cascade`);
  await world.reset();
  world.clock.now = new Date();
  const engine = await startCatalogEngine(() => world.clock.now.getTime());
  double = engine.double;
  deps = {
    ...world.deps,
    peekTable: engine.peekTable,
    gatherFacts: async (request, options) => {
      await engine.locate(request.location);
      return await world.lake.gatherFacts(request, options);
    },
  };
  memory = emptyPollMemory();
  asked = new Map();
  watched = 0;
});
afterEach(async () => {
  await Promise.all(memory.probes.values());
  await double.close();
});

const watchTables = async (count: number, changes?: Partial<TableDefinition>) =>
  await watchCatalogTables({ world, double }, count, changes);

/** What the watcher does each second, and each minute; the clock goes on by these seconds at a time. */
async function watch(seconds: number, stepSeconds = 5): Promise<void> {
  const tables = await listTables(world.database.db);
  for (let passed = 0; passed < seconds; passed += stepSeconds) {
    world.clock.now = new Date(world.clock.now.getTime() + stepSeconds * 1000);
    await requestDueRuns(deps, asked);
    await pollSnapshots(deps, tables, memory);
    await Promise.all(memory.probes.values());
    watched += stepSeconds;
    if (watched % 60 < stepSeconds) await markOverdue(deps);
  }
}

const incidents = async () => await listIncidents(world.database.db, { limit: 2000 });
const lake = async () => await findCatalogHealth(world.database.db, "lake");
const countRuns = async (): Promise<number> => {
  const { rows } = await world.database.db.execute<{ count: number }>(`select count(*)::int as count from runs`);
  return rows[0]?.count ?? 0;
};
const tell = async (): Promise<string[]> => {
  world.sent.length = 0;
  await world.route();
  await world.serve();
  return world.sent.map(({ message }) => message.kind);
};

test("a round over many tables at rest is one request for each, with the mark of the last answer, and asks for no credentials", async () => {
  await watchTables(MANY);
  await watch(5);
  double.requests.length = 0;
  await watch(60, 60);
  expect(double.requests).toHaveLength(MANY);
  expect(new Set(double.requests.map(({ path }) => path)).size).toBe(MANY);
  expect(double.requests.filter(({ headers }) => headers["if-none-match"] === undefined)).toEqual([]);
  expect(double.requests.filter(({ headers }) => headers["x-iceberg-access-delegation"] !== undefined)).toEqual([]);
  expect(double.store.credentials).toEqual([]);
});

test("a catalog of many tables that is ill is one incident and one message, and is asked seldom", async () => {
  await watchTables(MANY);
  await watch(5);
  double.misbehave = () => ({ status: 503 });
  double.requests.length = 0;
  await watch(600);
  // The pollers' first, and then one look after 5, 10, 20, 40, 80, 160 and 300 seconds.
  expect(double.requests.length).toBeLessThanOrEqual(deps.settings().pollersMax + 7);
  // Beyond the time after which an observation is missing.
  await watch(600, 30);
  expect(await incidents()).toMatchObject([
    {
      check: "catalog",
      state: "open",
      subject: { of: "catalog", name: "lake" },
      sentence: expect.stringMatching(
        /^It has not answered for .*, and 200 tables wait for it\. The catalog lake .* failed \(status 503\)/,
      ),
    },
  ]);
  expect([await countRuns(), (await lake())?.state, (await lake())?.tables.length]).toEqual([0, "ill", MANY]);
  expect(await tell()).toEqual(["incident"]);
  double.misbehave = () => null;
  await watch(300, 300);
  expect(await incidents()).toMatchObject([{ check: "catalog", state: "resolved", resolvedBy: null }]);
  expect(await tell()).toEqual(["incident"]);
  expect(world.sent[0]?.message).toMatchObject({ events: [{ kind: "resolved" }] });
}, 240_000);

test("what a catalog's tables wait for comes spread out when it is well again", async () => {
  await watchTables(100);
  await watch(5);
  double.misbehave = () => ({ status: 503 });
  await watch(400, 20);
  double.misbehave = () => null;
  while ((await lake())?.state === "ill") await watch(5);
  double.requests.length = 0;
  const runs: number[] = [];
  for (let second = 0; second < 12; second++) {
    const before = await countRuns();
    await watch(1, 1);
    runs.push((await countRuns()) - before);
  }
  expect(Math.max(...runs)).toBe(20);
  expect(await countRuns()).toBe(100);
  // Ten a second; none asks twice.
  expect(double.requests).toHaveLength(100);
}, 120_000);

test("a table that was due while its catalog was ill is not missing before it had its time again, and is then", async () => {
  const [table] = await watchTables(1);
  await watch(5);
  double.misbehave = () => ({ status: 503 });
  await watch(1200);
  double.misbehave = () => null;
  await watch(400);
  expect(await incidents()).toMatchObject([{ check: "catalog", state: "resolved" }]);
  // Nobody works the queue here, so the run that is asked for never comes.
  await watch(600);
  expect((await incidents()).map(({ check, subject }) => [check, subject.of === "table" && subject.id])).toContainEqual([
    "runs",
    table?.id,
  ]);
}, 120_000);

test("a wait that the catalog asks for is kept to, and said", async () => {
  await watchTables(3);
  await watch(5);
  double.misbehave = () => ({ status: 429, headers: { "retry-after": "900" } });
  await watch(60, 60);
  double.requests.length = 0;
  await watch(895);
  expect(double.requests).toHaveLength(0);
  await watch(10);
  expect(double.requests).toHaveLength(1);
  expect(await incidents()).toMatchObject([
    { sentence: expect.stringContaining("is asked too often, and wants to be left alone for 15 min") },
  ]);
});

test("a run that the catalog turns away comes again no sooner than it asks for", async () => {
  const [table] = await watchTables(1);
  double.misbehave = () => ({ status: 429, headers: { "retry-after": "90" } });
  const run = await world.request(table?.id ?? "", "person");
  await world.takeSent();
  expect(await runTable(deps, { runId: run.id })).toBe("retried");
  expect(await world.takeSent()).toMatchObject([{ name: "run-table", afterSeconds: 90 }]);
});

test.each([[403], [404], [500]])("one table that the catalog answers with %i for is no illness of the catalog", async (status) => {
  const tables = await watchTables(5);
  await watch(5);
  double.misbehave = ({ path }) => (path.endsWith("/t0002") ? { status } : null);
  await watch(280);
  expect((await incidents()).filter(({ check }) => check === "catalog")).toEqual([]);
  double.requests.length = 0;
  await watch(60);
  for (const { name } of tables) expect(double.requests.some(({ path }) => path.endsWith(`/${name}`))).toBe(true);
});

test("whoever watches next knows that the catalog is ill, and leaves it alone", async () => {
  await watchTables(5);
  await watch(5);
  double.misbehave = () => ({ status: 503 });
  await watch(400);
  memory = emptyPollMemory();
  double.requests.length = 0;
  await watch(30);
  expect([(await lake())?.state, double.requests.length]).toEqual(["ill", 0]);
});

test("a catalog whose tables only a schedule reads is found ill by its runs, and well without one", async () => {
  const [table] = await watchTables(1, { schedule: { by: "interval", everySeconds: 3600 } });
  double.misbehave = () => ({ status: 503 });
  const run = await world.request(table?.id ?? "", "schedule");
  expect(await runTable(deps, { runId: run.id })).toBe("retried");
  expect((await lake())?.state).toBe("doubtful");
  expect(await runTable(deps, { runId: run.id })).toBe("held");
  await watch(120);
  expect((await incidents()).map(({ check, state }) => [check, state])).toEqual([["catalog", "open"]]);
  double.misbehave = () => null;
  await watch(300);
  expect([(await lake())?.state, (await incidents())[0]?.state]).toEqual(["well", "resolved"]);
});

test("while it is ill a scheduled run is skipped without a request, history waits, and a person's run is tried", async () => {
  const [table] = await watchTables(1);
  await watch(5);
  double.misbehave = () => ({ status: 503 });
  await watch(180);
  const { id } = table ?? { id: "" };
  double.requests.length = 0;
  const [scheduled, history, person] = [
    await world.request(id, "schedule"),
    await world.request(id, "history", { askedSnapshotId: CURRENT_SNAPSHOT }),
    await world.request(id, "person"),
  ];
  expect(await runTable(deps, { runId: scheduled.id })).toBe("skipped");
  expect((await getRun(world.database.db, scheduled.id)).errorMessage).toMatch(
    /The catalog lake has not answered since .* a new run starts/,
  );
  expect(await runTable(deps, { runId: history.id })).toBe("held");
  expect(double.requests).toEqual([]);
  double.misbehave = () => null;
  expect(await runTable(deps, { runId: person.id })).toBe("succeeded");
  expect([(await lake())?.state, (await incidents())[0]?.state]).toEqual(["well", "resolved"]);
});

test("a catalog that no table names any more has no health and no incident", async () => {
  await watchTables(1);
  await watch(5);
  double.misbehave = () => ({ status: 401 });
  await watch(180);
  expect(await incidents()).toMatchObject([{ state: "open", sentence: expect.stringMatching(/^It has refused access for /) }]);
  await applyTableDefinitions(world.database.db, [], "settings");
  await markOverdue(deps);
  expect([await listCatalogHealth(world.database.db), (await incidents())[0]?.state]).toEqual([[], "resolved"]);
});

test("a catalog that fails again and again is one incident, which is told twice and ends when it has answered for ten minutes", async () => {
  await watchTables(3);
  await watch(5);
  const told: string[] = [];
  for (let round = 0; round < 10; round++) {
    double.misbehave = () => ({ status: 503 });
    await watch(150);
    told.push(...(await tell()));
    double.misbehave = () => null;
    await watch(60);
    told.push(...(await tell()));
  }
  const [incident, ...others] = (await incidents()).filter(({ check }) => check === "catalog");
  expect([incident?.state, others]).toEqual(["open", []]);
  expect(told).toEqual(["incident", "incident", "incident"]);
  await watch(700);
  expect((await incidents()).find(({ check }) => check === "catalog")?.state).toBe("resolved");
}, 120_000);

test("a catalog whose tables are all paused is not held to be ill when they go on", async () => {
  await watchTables(2);
  await watch(5);
  double.misbehave = () => ({ status: 503 });
  await watch(180);
  await world.database.db.execute("update tables set paused = true");
  await markOverdue(deps);
  expect([await lake(), (await incidents()).map(({ state }) => state)]).toEqual([null, ["resolved"]]);
  double.misbehave = () => null;
  await watch(3600, 600);
  await world.database.db.execute("update tables set paused = false");
  await markOverdue(deps);
  expect((await incidents()).filter(({ check, state }) => check === "catalog" && state !== "resolved")).toEqual([]);
});
