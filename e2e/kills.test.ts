import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { askCommandLine } from "#e2e/helpers/command-line.ts";
import { type Harm, HARMS, inflict, killOne, Pacing, randomOf, shuffled, type Victim, VICTIMS } from "#e2e/helpers/kills.ts";
import { signalProgram } from "#e2e/helpers/programs.ts";
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
/** Small tables beside the samples, so that every few seconds one is due. */
const TICKING = Array.from({ length: 9 }, (_, at) => `ticks.of_${at}`);
const RESUME_MS_MAX = 60_000;
const HARM_MS_MAX = 150_000;
/** Nobody of the service watches its parent. */
const FROZEN_PARENT_MS = 15_000;
const TRUTH = readSampleTruth().filter(({ table }) => NAMES.has(table));
const SHOWN = new Set<string>(SHOWN_METRIC_NAMES);
const OBSERVED = new Set<string>(RUN_METRIC_NAMES);

// BERGWATCH_TEST_HARMS=100 takes half an hour.
const harmsCount = Number(shell()["BERGWATCH_TEST_HARMS"] ?? 4);
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
/** What services that were killed had said. */
let saidBefore = "";
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

/** The newest; null while Postgres is away. */
async function findRuns(): Promise<Run[] | null> {
  return (await askCommandLine<RunsDocument>(["runs", "--limit", "60"], variables))?.runs ?? null;
}

async function allRunsOf(table: string): Promise<Run[]> {
  return (await ask<RunsDocument>("runs", "--table", table, "--limit", "1000")).runs;
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

/** The samples as samples.json has them and the small tables, all due every minute, or paused. */
function configure({ paused }: { paused: boolean }): void {
  const samples = JSON.parse(readFileSync(join(SAMPLES_FOLDER, "samples.json"), "utf8")) as { table: { name: string; location: string } }[];
  const shared = { paused, schedule: { every: `${TICK_MS / 1000}s` } };
  const tables: object[] = samples.flatMap(({ table }) =>
    NAMES.has(table.name) ? [{ ...table, location: join(SAMPLES_FOLDER, table.location), relocated: true, ...shared }] : [],
  );
  const location = join(PROJECT, "e2e/testdata/tables/clean");
  tables.push(...TICKING.map((name) => ({ name, location, key: "order_id", ...shared })));
  writeFileSync(join(root, "bergwatch.yaml"), JSON.stringify({ tables }));
}

/** As a service manager does. */
async function startAgain(): Promise<void> {
  await whoIsLeft(dataDir, END_MS_MAX);
  saidBefore += service.stderr();
  service = npmStart(variables);
}

/** How long after `harmedAt` the first scheduled run that was asked for since has succeeded; null when none has in time. */
async function untilResumed(harmedAt: number): Promise<number | null> {
  return await until(HARM_MS_MAX - (Date.now() - harmedAt), async () => {
    const runs = (await findRuns()) ?? [];
    const ended = runs.flatMap(({ reason, state, queuedAt, finishedAt }) =>
      reason === "schedule" && state === "succeeded" && Date.parse(queuedAt) > harmedAt && finishedAt !== null
        ? [Date.parse(finishedAt)]
        : [],
    );
    return ended.length === 0 ? null : Math.min(...ended) - harmedAt;
  });
}

test("the tables are read, and their history begins", async () => {
  configure({ paused: false });
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

const harmed: (Harm & { at: number; resumedMs: number | null })[] = [];

test(
  `${harmsCount} kills and freezes at random, and scheduling resumes within 60 s after each`,
  async () => {
    const pacing = new Pacing();
    let deck: Harm[] = [];
    while (harmed.length < harmsCount) {
      if (deck.length === 0) deck = shuffled(HARMS, random);
      const harm = deck.shift();
      if (harm === undefined) break;
      const isAllowed = pacing.allows(harm, Date.now()) && (harm.target !== "reader" || (await mayLoseReader()));
      if (isAllowed) await sleep(random() * KILL_MS.max);
      const at = Date.now();
      if (!isAllowed || !inflict(harm, dataDir, random)) {
        deck.push(harm);
        await sleep(KILL_MS.min);
        continue;
      }
      pacing.note(harm, at);
      if (harm.target === "parent" && harm.how === "kill") await startAgain();
      if (harm.target === "parent" && harm.how === "freeze") {
        await sleep(FROZEN_PARENT_MS);
        signalProgram("parent", dataDir, "SIGCONT");
      }
      const resumedMs = await untilResumed(at);
      harmed.push({ ...harm, at, resumedMs });
      process.stdout.write(`${harmed.length}. ${harm.how} ${harm.target}: ${resumedMs ?? "no"} ms\n`);
    }
    expect(harmed.filter(({ resumedMs }) => resumedMs === null || resumedMs > RESUME_MS_MAX)).toEqual([]);
    const asked = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${variables["BERGWATCH_PORT"]}/readyz`)).ok;
    expect(await until(RESUME_MS_MAX, async () => (await asked().catch(() => false)) || null)).toBe(true);
  },
  FILL_MS_MAX + harmsCount * HARM_MS_MAX,
);

/** What the command line said once all was done and nothing was asked for any more. */
let healed: { runs: Run[]; tables: TablesDocument["tables"] };

test(
  "each wish was answered by one run, and none failed",
  async () => {
    const { tables } = await ask<TablesDocument>("tables");
    expect(tables.map(({ overdue }) => overdue)).toEqual(tables.map(() => false));
    for (const { nextObservationDueAt } of tables) expect(Date.parse(nextObservationDueAt ?? "")).toBeGreaterThan(Date.now() - TICK_MS);
    configure({ paused: true });
    const rests = await until(RESUME_MS_MAX, async () => {
      const isPaused = (await ask<TablesDocument>("tables")).tables.every(({ paused }) => paused);
      return isPaused && (await findRuns())?.every(({ state }) => state !== "queued" && state !== "running") === true ? true : null;
    });
    expect(rests).toBe(true);
    const runs: Run[] = [];
    for (const { name } of tables) runs.push(...(await allRunsOf(name)));
    healed = { runs, tables };
    // `skipped`: a bisection had read the snapshot already, or the pause came first.
    expect(runs.filter(({ state }) => !["succeeded", "skipped"].includes(state))).toEqual([]);
    const wishes = runs.map(({ table, reason, askedSnapshotId, scheduledFor }) => `${table} ${reason} ${askedSnapshotId ?? scheduledFor}`);
    expect(wishes.toSorted()).toEqual([...new Set(wishes)].toSorted());
  },
  FILL_MS_MAX,
);

test("each table went on within its interval and a minute", () => {
  const late = healed.tables.flatMap(({ name }) => {
    const ends = healed.runs.flatMap(({ table, reason, finishedAt }) =>
      table === name && reason === "schedule" && finishedAt !== null ? [Date.parse(finishedAt)] : [],
    );
    // The last ones may have been followed by the pause.
    return harmed.flatMap(({ at, ...harm }) => {
      const resumedMs = Math.min(...ends.filter((end) => end > at)) - at;
      return Number.isFinite(resumedMs) && resumedMs > TICK_MS + RESUME_MS_MAX ? [{ name, harm, resumedMs }] : [];
    });
  });
  expect(late).toEqual([]);
});

test("each run of a table was observed once, and nothing else was", async () => {
  const counted: { name: string; key: string; runs: number; observations: number }[] = [];
  for (const { name, keys } of healed.tables) {
    const { length: runs } = healed.runs.filter(
      ({ table, state, reason }) => table === name && state === "succeeded" && reason !== "history",
    );
    for (const { name: key } of keys) {
      const { points } = await ask<HistoryDocument>("history", name, "--key", key, "--metric", "snapshot_age_seconds", "--points", "10000");
      expect(points.every(({ count }) => count === 1)).toBe(true);
      counted.push({ name, key, runs, observations: points.length });
    }
  }
  const sum = (what: "runs" | "observations"): number => counted.reduce((total, one) => total + one[what], 0);
  process.stdout.write(`${sum("runs")} observations expected, ${sum("observations")} found\n`);
  expect(counted.filter(({ runs, observations }) => runs !== observations || runs === 0)).toEqual([]);
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

test("nobody died but who was killed", () => {
  const said = saidBefore + service.stderr();
  const times = (what: RegExp): number => said.match(what)?.length ?? 0;
  const killed = (victim: Victim): number => DEATHS.filter((one) => one === victim).length;
  const harmedBy = (target: Harm["target"], ...hows: Harm["how"][]): number =>
    harmed.filter((harm) => harm.target === target && hows.includes(harm.how)).length;
  // Fewer is right: a parent that dies does not report what died with it, and one that is frozen may be killed before it is found so.
  // A worker may also end with its connection to Postgres; it is started again, and nothing is lost.
  const disconnected = killed("postgres") + harmedBy("postgres", "kill", "freeze") + harmedBy("connection", "kill", "freeze");
  expect(times(/The worker ended unasked/g)).toBeLessThanOrEqual(killed("worker") + harmedBy("worker", "kill", "freeze") + disconnected);
  expect(times(/The web server ended unasked/g)).toBeLessThanOrEqual(harmedBy("web", "kill", "freeze"));
  expect(times(/Postgres ended unasked/g)).toBeLessThanOrEqual(killed("postgres") + harmedBy("postgres", "kill"));
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
