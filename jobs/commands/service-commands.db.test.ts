import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runTable } from "#jobs/tasks/run-table.ts";
import { runCommand } from "#jobs/testing/run-command.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { ErrorDocument } from "#lib/contracts/check-document.ts";
import { HistoryDocument, RunDocument, RunResultDocument, RunsDocument, TablesDocument } from "#lib/contracts/service-documents.ts";
import { AppError } from "#lib/errors.ts";
import { someDefinition } from "#db/testing/factories.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => void (await world.takeSent()));

/** Runs a command line against the world's service. `meanwhile`: what happens between its lines on standard error. */
async function cli(args: string[], meanwhile: (line: string) => void = () => {}, signal = new AbortController().signal) {
  const said: string[] = [];
  const samples = [someDefinition({ name: "sample.orders", location: "/lake/sample" })];
  const { output, exitCode } = await runCommand(world, args, {
    listSampleTables: async () => await Promise.resolve(samples),
    signal,
    say: (line) => {
      said.push(line);
      meanwhile(line);
    },
  });
  return { document: JSON.parse(output) as unknown, exitCode, said };
}

/** What a worker does: takes the run that the command asked for. */
async function work(): Promise<void> {
  for (const { name, data } of await world.takeSent()) {
    if (name === "run-table") await runTable(world.deps, { runId: String(data["runId"]) });
  }
}

test("tables lists what is watched, with its latest run and observation", async () => {
  const table = await world.addTable({ owner: "payments", tags: ["gold"] });
  await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
  const { document, exitCode } = await cli(["tables"]);
  expect(exitCode).toBe(0);
  expect(TablesDocument.parse(document).tables.find(({ name }) => name === table.name)).toMatchObject({
    owner: "payments",
    tags: ["gold"],
    keys: [{ name: "id", columns: ["id"], promise: "unique" }],
    lastRun: { state: "succeeded", reason: "schedule", error: null },
    lastObservation: { snapshotId: "9000000000000000000", trust: "exact" },
    overdue: false,
  });
});

test("run asks for a run and prints it at once", async () => {
  const table = await world.addTable();
  const { document, exitCode, said } = await cli(["run", table.name.toUpperCase()]);
  expect(exitCode).toBe(0);
  expect(RunResultDocument.parse(document)).toMatchObject({ run: { table: table.name, state: "queued", reason: "person" }, results: null });
  expect(said).toEqual([expect.stringMatching(/No worker is running/)]);
  expect(await world.takeSent()).toHaveLength(1);
});

test("run --wait follows the run and prints every metric of every key", async () => {
  const table = await world.addTable();
  const { document, exitCode, said } = await cli(["run", table.name, "--wait"], (line) => void (line.startsWith("queued") && work()));
  expect(exitCode).toBe(0);
  expect(said).toContain("queued: waiting for a worker");
  const { run, results } = RunResultDocument.parse(document);
  expect(run).toMatchObject({ state: "succeeded", snapshotId: "9000000000000000000" });
  expect(Object.keys(results?.[0]?.metrics ?? {})).toEqual(METRIC_NAMES);
  expect(results).toMatchObject([
    {
      key: "id",
      metrics: { rows: 30, surplus_rows: 0, snapshots_retained: 1, ghost_rows: null },
      notComputed: { ghost_rows: expect.any(String) },
      trust: { level: "exact" },
    },
  ]);
});

test.each<[string, Parameters<typeof world.lake.add>[1], string[], number, RegExp]>([
  ["a limit passed", { finds: { keyProfile: { rows: 230 } } }, ["--fail-on", "alert"], 1, /alert: surplus_rows: .*200 extra rows/],
  ["an untrusted reading", { finds: { trust: { level: "untrusted", direction: null, reasons: ["R."] } } }, [], 4, /^/],
])("run --wait ends as check does: %s", async (_, lake, options, code, line) => {
  const table = await world.addTable();
  Object.assign(world.lake.tables.get(table.definition.location) ?? {}, lake);
  const { exitCode, said } = await cli(["run", table.name, "--wait", ...options], (one) => void (one.startsWith("queued") && work()));
  expect(exitCode).toBe(code);
  expect(said.join("\n")).toMatch(line);
});

test("run --wait of a table that cannot be read prints the run's error", async () => {
  const table = await world.addTable();
  const lake = world.lake.tables.get(table.definition.location);
  if (lake) lake.reading = async () => await Promise.reject(new AppError("table_unreadable", "The manifest m0.avro is gone."));
  const { document, exitCode } = await cli(["run", table.name, "--wait"], (line) => void (line.startsWith("queued") && work()));
  expect(exitCode).toBe(3);
  expect(ErrorDocument.parse(document).error).toEqual({ code: "table_unreadable", message: "The manifest m0.avro is gone." });
});

test("who stops waiting stops nothing else", async () => {
  const table = await world.addTable();
  const controller = new AbortController();
  const { exitCode } = await cli(
    ["run", table.name, "--wait"],
    (line) => void (line.startsWith("queued") && controller.abort()),
    controller.signal,
  );
  expect(exitCode).toBe(130);
  const [job] = await world.takeSent();
  expect((await world.run(String(job?.data["runId"]))).state).toBe("queued");
});

test("runs lists by table and state, and cancel ends one", async () => {
  const table = await world.addTable();
  const run = await world.request(table.id, "person");
  expect(RunDocument.parse((await cli(["cancel", run.id])).document)).toMatchObject({
    id: run.id,
    state: "cancelled",
    error: { code: "cancelled" },
  });
  const again = await cli(["cancel", run.id]);
  expect([again.exitCode, ErrorDocument.parse(again.document).error.message]).toEqual([
    2,
    expect.stringMatching(/ended already: it is cancelled/),
  ]);
  const { document } = await cli(["runs", "--table", table.name, "--state", "cancelled", "--state", "failed"]);
  expect(RunsDocument.parse(document).runs.map(({ id }) => id)).toEqual([run.id]);
  expect(RunsDocument.parse((await cli(["runs", "--table", table.name, "--state", "queued"])).document).runs).toEqual([]);
});

test("history prints a point for each snapshot, oldest first, or for each run", async () => {
  const table = await world.addTable({ commits: 2 });
  await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
  await runTable(world.deps, { runId: (await world.request(table.id, "history", { askedSnapshotId: "9000000000000000000" })).id });
  const { document } = await cli(["history", table.name, "--metric", "rows", "--metric", "surplus_rows"]);
  expect(HistoryDocument.parse(document).points).toMatchObject([
    { at: "2026-03-01T00:00:00.000Z", snapshotId: "9000000000000000000", values: { rows: 30, surplus_rows: 0 }, trust: "exact" },
    { at: "2026-03-01T00:01:00.000Z", snapshotId: "9000000000000000001", values: { rows: 30, surplus_rows: 0 } },
  ]);
  const ofRuns = await cli(["history", table.name, "--metric", "snapshots_retained"]);
  expect(HistoryDocument.parse(ofRuns.document).points).toMatchObject([
    { at: world.clock.now.toISOString(), values: { snapshots_retained: 2 } },
  ]);
  const before = await cli(["history", table.name, "--metric", "rows", "--to", "2026-03-01T00:01"]);
  expect(HistoryDocument.parse(before.document).points).toHaveLength(1);
});

test("samples shows the sample tables, and dismisses them", async () => {
  expect((await cli(["samples", "show"])).document).toEqual({ samples: "shown", tables: 1 });
  expect((await cli(["samples", "dismiss"])).document).toEqual({ samples: "dismissed", tables: 1 });
});

test.each<[string, string[], string, number, RegExp]>([
  ["a table that is none", ["run", "nope"], "unknown_table", 2, /No table is named nope/],
  ["a run that is none", ["cancel", "00000000-0000-4000-8000-000000000000"], "unknown_run", 2, /No run has the id/],
  ["an id that is none", ["cancel", "17"], "usage", 2, /List the IDs with the command "runs"/],
  ["a state that is none", ["runs", "--state", "done"], "usage", 2, /Allowed are queued/],
  ["a metric that is none", ["history", "t", "--metric", "row"], "usage", 2, /"checks" lists all metrics/],
  ["a limit without an end to judge", ["run", "t", "--fail-on", "warn"], "usage", 2, /needs --wait/],
])("%s is refused in a sentence", async (_, args, code, exit, message) => {
  const { document, exitCode } = await cli(args);
  expect(exitCode).toBe(exit);
  expect(ErrorDocument.parse(document).error).toEqual({ code, message: expect.stringMatching(message) });
});
