import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allVariables, env } from "#lib/env.ts";
import type { GatherFacts, Progress, ReaderLimits } from "#lib/iceberg/contract.ts";
import { createReaderPool } from "#lib/iceberg/reader-pool.ts";
import { someRequest } from "#lib/testing/facts.ts";
import { testTableLocation } from "#lib/testing/test-tables.ts";
import { writeRepeatedTable } from "#lib/testing/repeated-table.ts";

const MIB = 1024 ** 2;
const LIMITS: ReaderLimits = { memoryBytesMax: 1024 * MIB, spillBytesMax: 1024 * MIB, durationMsMax: 250_000, threads: 2 };

let folder = "";
let heavy = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bergwatch-reading-"));
  heavy = join(folder, "heavy");
  await writeRepeatedTable(heavy, { rows: 1_000_000, times: 40 });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const spilled = async (): Promise<string[]> => await readdir(join(folder, "spill"));

function readers(limits: Partial<ReaderLimits> = {}): GatherFacts {
  const { extensionDir, extensionRepository } = env();
  return createReaderPool({
    limits: { ...LIMITS, ...limits },
    extensionDirectory: extensionDir,
    extensionRepository,
    dataDirectory: folder,
    environment: allVariables(),
  }).ask("facts");
}

test("the reader answers with facts, and says on the way what it is doing", async () => {
  const light = join(folder, "light");
  await writeRepeatedTable(light, { rows: 1000, times: 1 });
  const phases: Progress["phase"][] = [];
  const facts = await readers()(someRequest({ location: light }), { onProgress: ({ phase }) => phases.push(phase) });
  expect(facts).toMatchObject({ keyProfile: { rows: 1000, distinctKeys: 1000 }, trust: { level: "exact" } });
  expect(phases[0]).toBe("starting");
  expect(phases).toContain("counting");
  expect(await spilled()).toEqual([]);
});

test("the reader lists the snapshots of a table, as facts do", async () => {
  const location = testTableLocation("branches");
  const { extensionDir, extensionRepository } = env();
  const options = {
    limits: LIMITS,
    extensionDirectory: extensionDir,
    extensionRepository,
    dataDirectory: folder,
    environment: allVariables(),
  };
  const listing = await createReaderPool(options).ask("snapshots")({ location, relocated: false, snapshot: { by: "current" } });
  const facts = await readers()(someRequest({ location, key: ["order_id"] }));
  expect(listing.snapshots).toHaveLength(6);
  expect(listing).toEqual({ table: facts.table, snapshot: facts.snapshot, snapshots: facts.snapshots });
  const parents = new Set(listing.snapshots.map(({ parentId }) => parentId));
  expect(parents.has(null) && parents.size > 1).toBe(true);
  expect(await spilled()).toEqual([]);
});

test("a fault of the request keeps its code and message across the processes", async () => {
  const reading = readers()(someRequest({ location: heavy, key: ["no_such_column"] }));
  await expect(reading).rejects.toMatchObject({ code: "unknown_column", message: expect.stringMatching(/no_such_column/) });
});

test("a reading that needs more memory and disk than it may have ends with the setting to raise", async () => {
  const reading = readers({ memoryBytesMax: 32 * MIB, spillBytesMax: MIB })(someRequest({ location: heavy }));
  await expect(reading).rejects.toMatchObject({
    code: expect.stringMatching(/^out_of_(memory|disk)$/),
    message: expect.stringMatching(/Raise BERGWATCH_(MEMORY|SPILL)_MAX/),
  });
  expect(await spilled()).toEqual([]);
});

test("a reading that takes too long is interrupted, and says in what", async () => {
  const reading = readers({ durationMsMax: 1500 })(someRequest({ location: heavy }));
  await expect(reading).rejects.toMatchObject({ code: "too_slow", message: expect.stringMatching(/1\.5 s and was ended while \w+/) });
  expect(await spilled()).toEqual([]);
});

test("a reading is cancelled in the middle of counting", async () => {
  const controller = new AbortController();
  const reading = readers()(someRequest({ location: heavy }), {
    signal: controller.signal,
    onProgress: ({ phase }) => {
      if (phase === "counting") controller.abort();
    },
  });
  await expect(reading).rejects.toMatchObject({ code: "cancelled" });
  expect(await spilled()).toEqual([]);
});
