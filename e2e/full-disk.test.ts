import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askCommandLine, runCommandLine } from "#e2e/helpers/command-line.ts";
import { findProgram } from "#e2e/helpers/programs.ts";
import {
  exitCodeOf,
  npmStart,
  ownVariables,
  pressCtrlC,
  processesOf,
  type StartedService,
  until,
  untilAddress,
} from "#e2e/helpers/service.ts";
import type { HistoryDocument, RunsDocument, TablesDocument } from "#lib/contracts/service-documents.ts";

// The tests go on from one another: one service on a small disk of its own, which gets full and empty again, and read-only in the end.

const PROJECT = join(import.meta.dirname, "..");
const CLEAN = join(PROJECT, "e2e/testdata/tables/clean");
const START_MS_MAX = 240_000;
const TURN_MS_MAX = 150_000;
const DISK = "400m";
const NAMES = Array.from({ length: 4 }, (_, at) => `shop.orders_${at}`);
const STACK = /^\s+at .+:\d+:\d+\)?$/m;

const root = mkdtempSync(join(tmpdir(), "bergwatch-full-"));
const disk = join(root, "disk");
const dataDir = join(disk, "data");
const ballast = join(disk, "ballast");
let variables: Record<string, string> = {};
let service: StartedService;
let address = "";

/** Only root may mount; elsewhere there is no disk to fill. */
function mounts(): boolean {
  mkdirSync(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", disk], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
const isMounted = process.platform === "linux" && mounts();

afterAll(() => {
  for (const { pid } of processesOf(root)) process.kill(pid, "SIGKILL");
  if (isMounted) execFileSync("umount", ["--lazy", disk]);
  rmSync(root, { recursive: true, force: true });
});

describe.skipIf(!isMounted)("a service whose disk gets full", () => {
  beforeAll(async () => {
    variables = { ...(await ownVariables(root)), BERGWATCH_DATA_DIR: dataDir };
    configure({ paused: false });
    service = npmStart(variables);
    address = await untilAddress(service, START_MS_MAX);
    await until(TURN_MS_MAX, async () => (await findRuns()).some(({ state }) => state === "succeeded") || null);
  }, START_MS_MAX + TURN_MS_MAX);

  test("is not ready and says why, while its pages go on", async () => {
    fill();
    expect(await until(TURN_MS_MAX, async () => ((await readiness())?.ready === false ? true : null))).toBe(true);
    expect(await readiness()).toMatchObject({ parts: { storage: { ok: false, message: FULL } } });
    const { status, html } = await page();
    expect([status, STACK.test(html)]).toEqual([200, false]);
    expect(html).toContain(NAMES.at(-1));
  });

  test("outlives the death of its Postgres, which cannot start on a full disk", async () => {
    for (const pid of findProgram("postgres", dataDir)) process.kill(pid, "SIGKILL");
    // So that nothing that the server frees helps it.
    fill();
    const waits = await until(TURN_MS_MAX, () => /started again once there is room/.test(service.stderr()) || null);
    expect(waits).toBe(true);
    expect(await readiness()).toMatchObject({ ready: false, parts: { postgres: { ok: false }, storage: { ok: false, message: FULL } } });
    const { html } = await page();
    expect(html).toContain("Postgres");
    expect(STACK.test(html)).toBe(false);
  });

  test("works again once there is space, and has lost nothing", async () => {
    rmSync(ballast);
    const freedAt = Date.now();
    expect(await until(TURN_MS_MAX, async () => ((await readiness())?.ready === true ? true : null))).toBe(true);
    const resumed = await until(TURN_MS_MAX, async () => {
      const since = (await findRuns()).filter(({ finishedAt }) => Date.parse(finishedAt ?? "") > freedAt);
      return NAMES.every((name) => since.some(({ table, state }) => table === name && state === "succeeded")) || null;
    });
    expect(resumed).toBe(true);
    await pause();
    for (const name of NAMES) {
      const runs = (await findRuns("--table", name)).filter(({ reason }) => reason !== "history");
      expect([name, runs.filter(({ state }) => state === "failed")]).toEqual([name, []]);
      const history = await askCommandLine<HistoryDocument>(["history", name, "--metric", "snapshot_age_seconds"], variables);
      expect([name, history?.points.length]).toEqual([name, runs.filter(({ state }) => state === "succeeded").length]);
    }
    pressCtrlC(service);
    await service.ended;
    expect((await runCommandLine(["backup", join(root, "backup")], variables)).exit).toBe(0);
  }, 600_000);

  test.each([
    ["npm start", async () => await start()],
    ["a check", async () => await runCommandLine(["check", "--location", CLEAN, "--key", "order_id"], variables)],
    [
      "a restore",
      async () => await runCommandLine(["restore", join(root, "backup")], { ...variables, BERGWATCH_DATA_DIR: join(disk, "new") }),
    ],
    ["a backup to it", async () => await runCommandLine(["backup", join(disk, "backup")], variables)],
  ])("on a read-only disk %s says so in a sentence", async (_, run) => {
    execFileSync("mount", ["-o", "remount,ro", disk]);
    try {
      const { exit, stdout, stderr } = await run();
      expect([exit, stdout + stderr]).toEqual([2, expect.stringMatching(/ file system is read-only\. /)]);
      expect(STACK.test(stdout + stderr)).toBe(false);
    } finally {
      execFileSync("mount", ["-o", "remount,rw", disk]);
    }
  });
});

const FULL: unknown = expect.stringMatching(/^Nothing can be stored in .*: its disk is full\. Free some space there\.$/);

async function start(): Promise<{ exit: number | null; stdout: string; stderr: string }> {
  const second = npmStart(variables);
  const exit = await exitCodeOf(second, START_MS_MAX);
  return { exit, stdout: second.stdout(), stderr: second.stderr() };
}

function configure({ paused }: { paused: boolean }): void {
  const tables = NAMES.map((name) => ({ name, location: CLEAN, key: "order_id", paused, schedule: { every: "60s" } }));
  writeFileSync(join(root, "bergwatch.yaml"), JSON.stringify({ tables }));
}

/** Returns when nothing is asked for any more. */
async function pause(): Promise<void> {
  configure({ paused: true });
  const rests = await until(TURN_MS_MAX, async () => {
    const tables = (await askCommandLine<TablesDocument>(["tables"], variables))?.tables;
    const isPaused = tables?.every(({ paused }) => paused) === true;
    return isPaused && (await findRuns()).every(({ state }) => state !== "queued" && state !== "running") ? true : null;
  });
  expect(rests).toBe(true);
}

/** To the last page. */
function fill(): void {
  const file = openSync(ballast, "a");
  for (const bytes of [2 ** 20, 2 ** 12].map((size) => Buffer.alloc(size))) while (writes(file, bytes));
  closeSync(file);
}

function writes(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}

/** Newest first; none while Postgres is away. */
async function findRuns(...args: string[]): Promise<RunsDocument["runs"]> {
  return (await askCommandLine<RunsDocument>(["runs", "--limit", "1000", ...args], variables))?.runs ?? [];
}

/** null while the web server does not answer. */
async function readiness(): Promise<{ ready: boolean } | null> {
  try {
    return (await (await fetch(`${address}/readyz`)).json()) as { ready: boolean };
  } catch {
    return null;
  }
}

async function page(): Promise<{ status: number; html: string }> {
  const response = await fetch(address);
  return { status: response.status, html: await response.text() };
}
