import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { columnsByRole } from "#lib/column-roles.ts";
import { allVariables, env } from "#lib/env.ts";
import type { FactsRequest, GatherOptions } from "#lib/iceberg/contract.ts";
import { openDatabase } from "#lib/iceberg/duckdb/database.ts";
import { createReaderPool, type ReaderPoolOptions } from "#lib/iceberg/reader-pool.ts";
import { WARM_LIMITS, type WarmLimits } from "#lib/iceberg/warm-readers.ts";
import { someRequest } from "#lib/testing/facts.ts";
import { testTableLocation } from "#lib/testing/test-tables.ts";

const MIB = 1024 ** 2;
const LIMITS = { memoryBytesMax: 16 * MIB, spillBytesMax: MIB, durationMsMax: 120_000, threads: 1 };
const MISBEHAVING = new URL("../testing/misbehaving-reader.ts", import.meta.url);
const NAMING = new URL("../testing/naming-reader.ts", import.meta.url);

let dataDirectory = "";
const pids = new Set<number>();
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "bergwatch-warm-"));
});
afterEach(async () => {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, "SIGKILL");
  pids.clear();
  await rm(dataDirectory, { recursive: true, force: true });
});

function poolOf(options: Partial<ReaderPoolOptions> = {}) {
  return createReaderPool({
    limits: LIMITS,
    extensionDirectory: dataDirectory,
    extensionRepository: null,
    dataDirectory,
    environment: {},
    entry: MISBEHAVING,
    graceMs: 300,
    ...options,
  });
}

/** A pool of misbehaving readers; each reading gives its outcome and the process that read. */
function readersOf(warm: Partial<WarmLimits> = {}) {
  const pool = poolOf({ warm: { ...WARM_LIMITS, readersMax: 1, ...warm } });
  return async (behavior: string, options: GatherOptions = {}) => {
    let pid = 0;
    const onProgress: GatherOptions["onProgress"] = (progress) => {
      pids.add((pid = Number(progress.detail)));
      options.onProgress?.(progress);
    };
    const [outcome] = await Promise.allSettled([pool.ask("facts")(someRequest({ location: behavior }), { ...options, onProgress })]);
    return { pid, code: outcome.status === "rejected" ? (outcome.reason as { code: string }).code : "found" };
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a reader that answered waits and reads again, its spilled data gone", async () => {
  const read = readersOf();
  const [first, second] = [await read("answers"), await read("answers")];
  expect([first.code, second]).toEqual(["found", first]);
  expect(isAlive(first.pid)).toBe(true);
  expect(await readdir(join(dataDirectory, "spill"))).toEqual([]);
});

describe("a warm reader is ended, and the next reading has another process, when it", () => {
  test.each<[string, string, GatherOptions]>([
    ["fails", "table_unreadable", {}],
    ["aborts", "reader_crashed", {}],
    ["exits without an answer", "reader_crashed", {}],
    ["eats memory", "out_of_memory", {}],
    ["ends when interrupted", "too_slow", { durationMsMax: 500 }],
    ["ignores interrupts", "too_slow", { durationMsMax: 500 }],
    ["answers and hangs", "found", {}],
    ["answers and aborts", "found", {}],
    ["answers and has grown", "found", {}],
  ])("%s", async (behavior, code, options) => {
    const read = readersOf();
    const { pid } = await read("answers");
    expect(await read(behavior, options)).toEqual({ pid, code });
    expect(isAlive(pid)).toBe(false);
    expect(await readdir(join(dataDirectory, "spill"))).toEqual([]);
    const next = await read("answers");
    expect([next.code, next.pid === pid]).toEqual(["found", false]);
  });

  test("is cancelled", async () => {
    const read = readersOf();
    const { pid } = await read("answers");
    const controller = new AbortController();
    const cancelled = await read("ends when interrupted", { signal: controller.signal, onProgress: () => controller.abort() });
    expect([cancelled, isAlive(pid)]).toEqual([{ pid, code: "cancelled" }, false]);
  });

  test("answers after it was told to stop", async () => {
    const read = readersOf();
    const { pid } = await read("answers");
    const controller = new AbortController();
    const cancelled = await read("answers", { signal: controller.signal, onProgress: () => controller.abort() });
    expect([cancelled, isAlive(pid)]).toEqual([{ pid, code: "cancelled" }, false]);
  });

  test("has read as often as it may", async () => {
    const read = readersOf({ readingsMax: 2 });
    const [first, second, third] = [await read("answers"), await read("answers"), await read("answers")];
    expect([second.pid === first.pid, third.pid === first.pid, isAlive(first.pid)]).toEqual([true, false, false]);
  });
});

test("a reader that waited long enough ends", async () => {
  const { pid } = await readersOf({ idleMs: 200 })("answers");
  expect(isAlive(pid)).toBe(true);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
});

test("no more readers wait than may", async () => {
  const read = readersOf({ readersMax: 1 });
  const both = await Promise.all([read("answers"), read("answers")]);
  expect(both.filter(({ pid }) => isAlive(pid))).toHaveLength(1);
});

test("a reader that dies while it waits is no fault of the next reading", async () => {
  const read = readersOf();
  const first = await read("answers");
  process.kill(first.pid, "SIGKILL");
  const second = await read("answers");
  expect([second.code, second.pid === first.pid]).toEqual(["found", false]);
  const third = await read("ends unheard at its second reading");
  expect([third.code, third.pid === second.pid, isAlive(second.pid)]).toEqual(["found", false, false]);
});

test("a waiting reader keeps nobody from ending, and ends with its parent", async () => {
  const program = fileURLToPath(new URL("../testing/misbehaving-reader-parent.ts", import.meta.url));
  const parent = spawn(process.execPath, [program, dataDirectory, "answers"], { stdio: ["ignore", "pipe", "inherit"] });
  const [pidText] = (await once(parent.stdout, "data")) as [Buffer];
  const started = performance.now();
  expect(await once(parent, "exit")).toEqual([0, null]);
  expect(performance.now() - started).toBeLessThan(WARM_LIMITS.idleMs / 2);
  await vi.waitFor(() => expect(isAlive(Number(pidText.toString()))).toBe(false), { timeout: 10_000 });
});

test("facts of tables read one after another in one process are those that a fresh process finds", async () => {
  const options = {
    entry: NAMING,
    limits: { ...LIMITS, memoryBytesMax: 512 * MIB },
    extensionDirectory: env().extensionDir,
    environment: allVariables(),
  };
  const readBy = new Set<string>();
  const onProgress: GatherOptions["onProgress"] = ({ detail }) => void (detail.startsWith("process ") && readBy.add(detail));
  const warm = poolOf({ ...options, warm: { ...WARM_LIMITS, readersMax: 1 } });
  const read = async (pool: typeof warm, request: FactsRequest, options: GatherOptions = {}) => {
    return { ...(await pool.ask("facts")(request, options)), cost: "differs" };
  };
  const asked: Partial<FactsRequest>[] = [
    { location: testTableLocation("delete_in_one_partition") },
    { location: testTableLocation("clean") },
    { location: testTableLocation("position_deletes"), where: "status IN ('NEW', 'AGAIN')" },
    { location: testTableLocation("upserts_v3"), columns: columnsByRole({ kafkaPartition: "kafka_partition" }) },
    { location: testTableLocation("position_deletes") },
    { location: testTableLocation("delete_in_one_partition") },
  ];
  for (const request of asked.map((one) => someRequest({ key: ["order_id"], ...one }))) {
    expect(await read(warm, request, { onProgress })).toEqual(await read(poolOf(options), request));
  }
  expect([...readBy]).toHaveLength(1);
  for (const name of readBy) pids.add(Number(name.replace("process ", "")));
});

test("a database leaves nothing to the next one in its process", async () => {
  const options = { extensionDirectory: env().extensionDir, spillDirectory: join(dataDirectory, "spill"), limits: LIMITS };
  const seen = z.object({ tables: z.string(), secrets: z.string(), macros: z.string(), threads: z.string() });
  const look = `SELECT (SELECT count(*) FROM duckdb_tables()) AS tables, (SELECT count(*) FROM duckdb_secrets()) AS secrets,
    (SELECT count(*) FROM duckdb_functions() WHERE NOT internal) AS macros, current_setting('threads')::VARCHAR AS threads`;
  const first = await openDatabase(options);
  const before = await first.row(look, seen);
  await first.run("CREATE TABLE own_keys AS SELECT 1 AS k");
  await first.run("CREATE MACRO own_macro(a) AS a + 1");
  expect(await first.row(look, seen)).not.toEqual(before);
  first.close();
  const second = await openDatabase({ ...options, limits: { ...LIMITS, threads: 2 } });
  expect(await second.row(look, seen)).toEqual({ ...before, threads: "2" });
  second.close();
});
