import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import type { Facts, FactsRequest, GatherFacts, GatherOptions } from "#lib/iceberg/contract.ts";
import { createGatherFacts } from "#lib/iceberg/gather-facts.ts";
import { createReaderPool, type ReaderPool } from "#lib/iceberg/reader-pool.ts";
import { someFacts, someRequest } from "#lib/testing/facts.ts";
import type { PartitionSpec } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
let gather: GatherFacts;
beforeAll(async () => {
  engine = await TestEngine.open();
  const dataDirectory = join(engine.directory, "data");
  mkdirSync(dataDirectory);
  const limits = { memoryBytesMax: 2 ** 30, spillBytesMax: 2 ** 30, durationMsMax: 60_000, threads: 2 };
  gather = createGatherFacts(
    createReaderPool({ limits, dataDirectory, extensionDirectory: env().extensionDir, extensionRepository: null, environment: {} }),
  );
});
afterAll(() => engine.close());

const ID = aField(1, "id");
const PART = aField(2, "part", "string");
const BY_PART: PartitionSpec = { "spec-id": 0, fields: [{ "source-id": 2, "field-id": 1000, name: "part", transform: "identity" }] };

async function byPart(deleted: string | null) {
  const table = engine.newTable({ fields: [ID, PART], spec: BY_PART });
  const placed = (part: string | null) => ({ specId: 0, partition: [part] });
  for (const part of ["b", "b", deleted])
    table.table.commit({ operation: "append", add: [await table.dataFile([aRow({ 1: "1", 2: part })], placed(part))] });
  const deletes = await table.equalityDeleteFile([aRow({ 1: "1" })], placed(deleted), { equalityIds: [1], fields: [ID] });
  table.table.commit({ operation: "delete", add: [deletes] });
  return someRequest({ location: table.table.directory, readBy: "both" });
}

test("a table on which both agree is exact, and the comparison says that nothing differs", async () => {
  const table = engine.newTable({ fields: [ID] });
  table.table.commit({ operation: "append", add: [await table.dataFile([aRow({ 1: "1" }), aRow({ 1: "1" })], ANYWHERE)] });
  const facts = await gather(someRequest({ location: table.table.directory, readBy: "both" }));
  expect(facts).toMatchObject({
    keyProfile: { duplicatedKeys: 1 },
    comparison: { failure: null, differences: [], explainedBy: [], keys: [] },
    trust: { level: "exact", reasons: [] },
    engine: { readBy: "own plan" },
  });
});

test("where iceberg_scan is known to err, the numbers are the plan's and exact, and what differs is named with the fault", async () => {
  const { keyProfile, trust, comparison } = await gather(await byPart("a"));
  expect([keyProfile.rows, keyProfile.duplicatedKeys, trust.level]).toEqual([2, 1, "exact"]);
  expect(comparison?.differences).toContainEqual({ what: "duplicated_keys", own: 1, scan: 0 });
  expect(comparison?.keys).toEqual([{ key: ["1"], own: 2, scan: 0 }]);
  expect(trust.reasons).toEqual([expect.stringMatching(/duplicated_keys 0 and not 1.*Known of it:.*every partition/)]);
});

test("where iceberg_scan fails inside, the plan's numbers stand, and its failure is told", async () => {
  const { keyProfile, trust, comparison } = await gather(await byPart(null));
  expect([keyProfile.rows, trust.level]).toEqual([2, "exact"]);
  expect(comparison?.failure?.code).toBe("table_unsupported");
  expect(trust.reasons).toEqual([expect.stringMatching(/gave no answer.*NULL partition/)]);
});

/** A pool whose readers answer as told, in turn. */
function answering(...answers: (Facts | AppError)[]): { gather: GatherFacts; asked: FactsRequest[]; given: GatherOptions[] } {
  const [asked, given]: [FactsRequest[], GatherOptions[]] = [[], []];
  const ask = async (request: FactsRequest, options: GatherOptions = {}): Promise<Facts> => {
    asked.push(request);
    given.push(options);
    options.onProgress?.({ phase: "counting", detail: "", bytesPlanned: 1200 });
    const answer = answers[asked.length - 1];
    if (answer === undefined) throw new Error("the pool was asked more often than it has answers");
    if (answer instanceof AppError) throw answer;
    return await Promise.resolve(answer);
  };
  return { gather: createGatherFacts({ ask: () => ask } as unknown as ReaderPool), asked, given };
}

test("the second reading is of the first one's snapshot, in what is left of the time, its bytes on top", async () => {
  const pool = answering(someFacts(), someFacts());
  const bytes: (number | undefined)[] = [];
  const facts = await pool.gather(someRequest({ readBy: "both" }), {
    durationMsMax: 1000,
    onProgress: ({ bytesPlanned }) => bytes.push(bytesPlanned),
  });
  expect(pool.asked.map(({ readBy, snapshot }) => [readBy, snapshot])).toEqual([
    ["own", { by: "current" }],
    ["scan", { by: "id", id: "5834977859330697266" }],
  ]);
  expect([pool.given[1]?.durationMsMax, bytes, facts.cost]).toEqual([920, [1200, 2400], { bytesPlanned: 2400, milliseconds: 160 }]);
});

test("a difference that no known fault explains leaves neither exact", async () => {
  const { trust } = await answering(someFacts(), someFacts({ keyProfile: { rows: 31 } })).gather(someRequest({ readBy: "both" }));
  expect(trust).toEqual({ level: "untrusted", direction: null, reasons: [expect.stringContaining("unexplained")] });
});

test("a reader that crashed on the second reading takes no number with it, one that was cancelled ends both", async () => {
  const crashed = new AppError("reader_crashed", "The reader process was ended by SIGABRT.");
  const facts = await answering(someFacts(), crashed).gather(someRequest({ readBy: "both" }));
  expect([facts.keyProfile.rows, facts.trust.level, facts.comparison?.failure?.code]).toEqual([30, "exact", "reader_crashed"]);
  const cancelled = new AppError("cancelled", "The reading was cancelled.");
  await expect(answering(someFacts(), cancelled).gather(someRequest({ readBy: "both" }))).rejects.toBe(cancelled);
});

test("a table that is read one way is read once", async () => {
  for (const readBy of ["own", "scan"] as const) {
    const pool = answering(someFacts());
    expect((await pool.gather(someRequest({ readBy }))).comparison).toBeNull();
    expect(pool.asked.map((request) => request.readBy)).toEqual([readBy]);
  }
});
