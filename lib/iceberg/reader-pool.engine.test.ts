import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GatherOptions, ReaderLimits } from "#lib/iceberg/contract.ts";
import { createReaderPool } from "#lib/iceberg/reader-pool.ts";
import { someFacts, someRequest } from "#lib/testing/facts.ts";

const LIMITS: ReaderLimits = { memoryBytesMax: 16 * 1024 ** 2, spillBytesMax: 1024 ** 2, durationMsMax: 120_000, threads: 1 };
const MISBEHAVING = new URL("../testing/misbehaving-reader.ts", import.meta.url);

let dataDirectory = "";
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "bergwatch-reader-"));
});
afterEach(async () => {
  await rm(dataDirectory, { recursive: true, force: true });
});

/** Runs the misbehaving reader; out: what came of it, and its process id as it told it. */
async function read(
  behavior: string,
  {
    limits,
    environment = {},
    suspendedMsMax,
    ...options
  }: GatherOptions & { limits?: Partial<ReaderLimits>; environment?: Record<string, string>; suspendedMsMax?: number } = {},
) {
  let pid = 0;
  const gatherFacts = createReaderPool({
    limits: { ...LIMITS, ...limits },
    extensionDirectory: dataDirectory,
    extensionRepository: null,
    dataDirectory,
    environment,
    entry: MISBEHAVING,
    graceMs: 300,
    ...(suspendedMsMax !== undefined && { suspendedMsMax }),
  }).ask("facts");
  const onProgress: GatherOptions["onProgress"] = (progress) => {
    pid = Number(progress.detail);
    options.onProgress?.(progress);
  };
  const [outcome] = await Promise.allSettled([gatherFacts(someRequest({ location: behavior }), { ...options, onProgress })]);
  return { outcome, pid };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a reader that misbehaves gives a coded error and leaves no process and no spilled data", () => {
  test.each([
    ["aborts", {}, "reader_crashed", /SIGABRT while \d+/],
    ["segfaults", {}, "reader_crashed", /SIGSEGV while \d+/],
    ["exits without an answer", {}, "reader_crashed", /without an answer \(exit code 0\)/],
    ["throws outside", {}, "reader_crashed", /exit code 1.*nobody caught this/],
    ["eats memory", {}, "out_of_memory", /more than the 544 MiB it may have.*BERGWATCH_MEMORY_MAX/],
    ["ends when interrupted", { durationMsMax: 1000 }, "too_slow", /longer than 1 s.*BERGWATCH_DURATION_MAX_SECONDS/],
    ["ignores interrupts", { durationMsMax: 1000 }, "too_slow", /longer than 1 s/],
    ["fails", {}, "table_unreadable", /m0\.avro is gone/],
  ])("%s", async (behavior, limits, code, message) => {
    const { outcome, pid } = await read(behavior, { limits });
    expect(outcome).toMatchObject({ status: "rejected", reason: { code, message: expect.stringMatching(message) } });
    expect(pid).toBeGreaterThan(0);
    expect(isAlive(pid)).toBe(false);
    expect(await readdir(join(dataDirectory, "spill"))).toEqual([]);
  });
});

test("a reader finds no secret of the service in its environment", async () => {
  const environment = { PATH: "/usr/bin:/bin", DATABASE_URL: "postgres://u:p@h/d", BERGWATCH_SECRET_SLACK: "xoxb" };
  const { outcome } = await read("names its variables", { environment });
  const names = outcome.status === "rejected" && outcome.reason instanceof Error ? outcome.reason.message.split(" ") : [];
  expect(names).toContain("PATH");
  expect(names).not.toContain("DATABASE_URL");
  expect(names).not.toContain("BERGWATCH_SECRET_SLACK");
});

test.each(["answers and hangs", "answers and aborts"])(
  "facts that arrived count when the reader %s, and the process is gone",
  async (behavior) => {
    const { outcome, pid } = await read(behavior);
    expect(outcome).toEqual({ status: "fulfilled", value: someFacts() });
    expect(isAlive(pid)).toBe(false);
  },
);

test("a reader that a signal suspends is resumed, and its facts count", async () => {
  const { outcome } = await read("is suspended and answers", { suspendedMsMax: 200, limits: { durationMsMax: 20_000 } });
  expect(outcome).toEqual({ status: "fulfilled", value: someFacts() });
});

test.each(["ends when interrupted", "ignores interrupts"])("a signal cancels a reader that %s", async (behavior) => {
  const controller = new AbortController();
  const { outcome, pid } = await read(behavior, { signal: controller.signal, onProgress: () => controller.abort() });
  expect(outcome).toMatchObject({ status: "rejected", reason: { code: "cancelled" } });
  expect(isAlive(pid)).toBe(false);
  expect(await readdir(join(dataDirectory, "spill"))).toEqual([]);
});

test("a request that is cancelled already starts no reader", async () => {
  const { outcome, pid } = await read("fails", { signal: AbortSignal.abort() });
  expect(outcome).toMatchObject({ status: "rejected", reason: { code: "cancelled" } });
  expect(pid).toBe(0);
});

test("a reader whose program is missing is an error with a code", async () => {
  const options = {
    limits: LIMITS,
    extensionDirectory: dataDirectory,
    extensionRepository: null,
    dataDirectory,
    environment: {},
    entry: new URL("./no-such-reader.ts", import.meta.url),
  };
  await expect(createReaderPool(options).ask("facts")(someRequest())).rejects.toMatchObject({
    code: "reader_crashed",
    message: expect.stringMatching(/Cannot find module/),
  });
});

test("a data directory that cannot be made is an error that names it", async () => {
  const file = join(dataDirectory, "a-file");
  await writeFile(file, "");
  const options = { limits: LIMITS, extensionDirectory: dataDirectory, extensionRepository: null, dataDirectory: file, environment: {} };
  await expect(createReaderPool(options).ask("facts")(someRequest())).rejects.toMatchObject({
    code: "usage",
    message: expect.stringMatching(/a-file/),
  });
});

test("a reader ends when its parent is killed, and the next reading sweeps what it spilled", async () => {
  const parent = spawn(
    process.execPath,
    [fileURLToPath(new URL("../testing/misbehaving-reader-parent.ts", import.meta.url)), dataDirectory, "ends when interrupted"],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [pidText] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(pidText.toString());
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000 });
  expect(await readdir(join(dataDirectory, "spill"))).toHaveLength(1);
  await read("fails");
  expect(await readdir(join(dataDirectory, "spill"))).toEqual([]);
});
