import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { askCommandLine } from "#e2e/helpers/command-line.ts";
import { killOne, randomOf, shuffled, type Victim, VICTIMS } from "#e2e/helpers/kills.ts";
import { readSampleTruth, rounded, SAMPLES_FOLDER, type SampleTruth } from "#e2e/helpers/sample-truth.ts";
import { freePort, npmStart, pressCtrlC, processesOf, type StartedService, until, untilAddress, whoIsLeft } from "#e2e/helpers/service.ts";
import { shell } from "#e2e/helpers/shell.ts";
import type { HistoryDocument, RunsDocument, TablesDocument } from "#lib/contracts/service-documents.ts";
import { RUN_METRIC_NAMES, SHOWN_METRIC_NAMES } from "#lib/metrics.ts";

// The tests go on from one another: one service that watches three of the samples as a team's own tables, hurt, healed, ended.

const PROJECT = join(import.meta.dirname, "..");
/** Building the pages is part of a first start. */
const START_MS_MAX = 240_000;
const FILL_MS_MAX = 280_000;
const END_MS_MAX = 10_000;
const DEATHS: readonly Victim[] = [...VICTIMS, ...VICTIMS];
const KILL_MS = { min: 500, max: 3000 };
const NAMES = new Set(["shop.orders", "bank.accounts", "pricing.prices"]);
/** The shortest schedule that there is. */
const TICK_MS = 60_000;
const TRUTH = readSampleTruth().filter(({ table }) => NAMES.has(table));
const SHOWN = new Set<string>(SHOWN_METRIC_NAMES);
const OBSERVED = new Set<string>(RUN_METRIC_NAMES);

// BERGWATCH_TEST_SEED repeats a run that failed, as far as a machine can.
const seed = Number(shell()["BERGWATCH_TEST_SEED"] ?? Date.now() % 1_000_000);
const random = randomOf(seed);
const root = mkdtempSync(join(tmpdir(), "bergwatch-kills-"));
const dataDir = join(root, "data");
const variables: Record<string, string> = {
  BERGWATCH_DATA_DIR: dataDir,
  BERGWATCH_CONFIG: join(root, "bergwatch.yaml"),
  BERGWATCH_EXTENSION_DIR: join(PROJECT, ".bergwatch/extensions"),
};
let service: StartedService;
let works = false;

// Without a service the other tests have nothing to say.
beforeEach(({ task }) => {
  if (!works && !task.name.startsWith("the tables are read")) throw new Error("The service did not start: see the first test.");
});

afterAll(() => {
  for (const { pid } of processesOf(dataDir)) process.kill(pid, "SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

type Run = RunsDocument["runs"][number];

async function ask<T>(...args: string[]): Promise<T> {
  const answer = await askCommandLine<T>(args, variables);
  if (answer === null) throw new Error(`the command line does not answer: ${args.join(" ")}\n${service.stderr().slice(-3000)}`);
  return answer;
}

/** null while Postgres is away. */
async function findRuns(): Promise<Run[] | null> {
  return (await askCommandLine<RunsDocument>(["runs", "--limit", "1000"], variables))?.runs ?? null;
}

/** The tables of which a snapshot has no facts yet, whoever read it: a bisection that an incident asks for reads some. null: Postgres is away. */
async function findUnfilled(): Promise<string[] | null> {
  const known = (await askCommandLine<TablesDocument>(["tables"], variables))?.tables;
  if (known === undefined) return null;
  const unfilled: string[] = [];
  for (const truth of TRUTH) {
    const key = keyNameOf(known, truth);
    const found = await askCommandLine<HistoryDocument>(
      ["history", truth.table, "--key", key, "--metric", "rows", "--points", "10000"],
      variables,
    );
    if (found === null) return null;
    const filled = new Set(found.points.map(({ snapshotId }) => snapshotId));
    if (truth.snapshotIds.some((id) => !filled.has(id))) unfilled.push(truth.table);
  }
  return unfilled;
}

function keyNameOf(tables: TablesDocument["tables"], { table, key }: SampleTruth): string {
  const named = tables.find(({ name }) => name === table)?.keys.find(({ columns }) => columns.join() === key.join());
  if (named === undefined) throw new Error(`${table} has no key ${key.join()}`);
  return named.name;
}

/** A reader that dies under the same run twice is the table's fault by our rules, so a run that began before is left in peace. */
async function mayLoseReader(): Promise<boolean> {
  const runs = await findRuns();
  return runs !== null && runs.every(({ state, attempt }) => !(state === "queued" && attempt > 0) && !(state === "running" && attempt > 1));
}

/** As samples.json has them, and due every minute. */
function configure(): string {
  const samples = JSON.parse(readFileSync(join(SAMPLES_FOLDER, "samples.json"), "utf8")) as { table: { name: string; location: string } }[];
  const tables = samples.flatMap(({ table }) =>
    NAMES.has(table.name)
      ? [{ ...table, location: join(SAMPLES_FOLDER, table.location), relocated: true, schedule: { every: `${TICK_MS / 1000}s` } }]
      : [],
  );
  return JSON.stringify({ tables });
}

test("the tables are read, and their history begins", async () => {
  writeFileSync(join(root, "bergwatch.yaml"), configure());
  process.stdout.write(`BERGWATCH_TEST_SEED=${seed}\n`);
  variables["BERGWATCH_PORT"] = String(await freePort());
  service = npmStart(variables);
  await untilAddress(service, START_MS_MAX);
  works = true;
  const begun = await until(60_000, async () => ((await findRuns())?.some(({ reason }) => reason === "history") === true ? true : null));
  expect(begun).toBe(true);
});

test(
  "readers, workers and Postgres are killed at random, and all history is there in the end",
  async () => {
    const deaths = shuffled(DEATHS, random);
    for (let victim = deaths.shift(); victim !== undefined; victim = deaths.shift()) {
      await sleep(KILL_MS.min + random() * (KILL_MS.max - KILL_MS.min));
      if (victim === "reader" && !(await mayLoseReader())) {
        deaths.push(victim);
        continue;
      }
      const dying = victim;
      expect([dying, await until(30_000, () => killOne(dying, dataDir, random) || null)]).toEqual([dying, true]);
    }
    await until(FILL_MS_MAX, async () => ((await findUnfilled())?.length === 0 ? true : null));
    expect(await findUnfilled()).toEqual([]);
  },
  FILL_MS_MAX * 2,
);

/** What the command line said once all was filled; each call starts a process. */
let healed: { runs: Run[]; tables: TablesDocument["tables"]; atMs: number };

test("each wish was answered by one run, and none failed", async () => {
  const { runs } = await ask<RunsDocument>("runs", "--limit", "1000");
  healed = { runs, tables: (await ask<TablesDocument>("tables")).tables, atMs: performance.now() };
  // `skipped`: a bisection had read the snapshot already.
  expect(runs.filter(({ state }) => !["succeeded", "queued", "running", "skipped"].includes(state))).toEqual([]);
  const wishes = runs.map(({ table, reason, askedSnapshotId, scheduledFor }) => `${table} ${reason} ${askedSnapshotId ?? scheduledFor}`);
  expect(wishes.toSorted()).toEqual([...new Set(wishes)].toSorted());
  expect(healed.tables.map(({ overdue }) => overdue)).toEqual(healed.tables.map(() => false));
  for (const { nextObservationDueAt } of healed.tables)
    expect(Date.parse(nextObservationDueAt ?? "")).toBeGreaterThan(Date.now() - TICK_MS);
});

test.for(TRUTH)("$table by $key has each snapshot once, as its writer knows it", async (truth) => {
  const names = Object.keys(truth.metrics).filter((name) => SHOWN.has(name) && !OBSERVED.has(name));
  const { points } = await history(truth, names);
  expect(points.map(({ snapshotId, count }) => [snapshotId, count])).toEqual(truth.snapshotIds.map((id) => [id, 1]));
  for (const name of names) {
    const found = points.map(({ values }) => rounded(values[name] as number | null | undefined));
    expect([name, found]).toEqual([name, truth.metrics[name]?.map(rounded)]);
  }
});

test.for(TRUTH)("$table by $key was observed once by each run that saw it", async (truth) => {
  const { points } = await history(truth, ["snapshot_age_seconds"]);
  const { length: runs } = healed.runs.filter(
    ({ table, state, reason }) => table === truth.table && state === "succeeded" && reason !== "history",
  );
  expect(runs).toBeGreaterThan(0);
  expect(points.length).toBeGreaterThanOrEqual(runs);
  // Ticks that came meanwhile; one more may have been under way.
  expect(points.length).toBeLessThanOrEqual(runs + 2 + (performance.now() - healed.atMs) / TICK_MS);
  expect(new Set(points.map(({ snapshotId, count }) => `${snapshotId} ${count}`))).toEqual(new Set([`${truth.snapshotIds.at(-1)} 1`]));
});

test("nobody died but who was killed", () => {
  const said = service.stderr();
  const times = (what: RegExp): number => said.match(what)?.length ?? 0;
  const killed = (victim: Victim): number => DEATHS.filter((one) => one === victim).length;
  // One that is just starting when Postgres goes away waits for it.
  expect(times(/The worker ended unasked/g)).toBe(killed("worker"));
  expect(times(/The web server ended unasked/g)).toBe(0);
  expect(times(/Postgres ended unasked/g)).toBe(killed("postgres"));
});

test("Ctrl-C ends all of it", async () => {
  const start = performance.now();
  pressCtrlC(service);
  await service.ended;
  expect(await whoIsLeft(dataDir, END_MS_MAX - (performance.now() - start))).toEqual([]);
});

async function history(truth: SampleTruth, metrics: readonly string[]): Promise<HistoryDocument> {
  const asked = metrics.flatMap((metric) => ["--metric", metric]);
  return await ask("history", truth.table, "--key", keyNameOf(healed.tables, truth), ...asked, "--points", "10000");
}
