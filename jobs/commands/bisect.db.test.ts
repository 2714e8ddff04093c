import { afterAll, beforeAll, expect, test } from "vitest";
import { someSample } from "#db/testing/factories.ts";
import { bisect } from "#jobs/tasks/bisect.ts";
import { runCommand } from "#jobs/testing/run-command.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { BisectDocument } from "#lib/contracts/since.ts";
import { AppError } from "#lib/errors.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

const { keyHash: _, ...SAMPLE } = someSample();
const NO_SERVICE = { openService: async () => await Promise.reject(new AppError("store_unreachable", "The service does not run.")) };

/** A lake's table whose surplus rows, and second row of its key, begin with the snapshot at `bad`. */
function fill(location: string, bad: number): void {
  const table = world.lake.tables.get(location) ?? world.lake.add(location, { commits: 20 });
  table.findsAt = (id) => {
    const isBad = BigInt(id) - 9_000_000_000_000_000_000n >= bad;
    return {
      keyProfile: { rows: isBad ? 33 : 30 },
      samples: [isBad ? SAMPLE : { ...SAMPLE, rowCount: 1, rows: SAMPLE.rows.slice(0, 1) }],
    };
  };
}

async function cli(args: string[], more: Parameters<typeof runCommand>[2] = {}) {
  const { output, exitCode } = await runCommand(world, ["bisect", ...args], more);
  return { document: JSON.parse(output) as { since?: unknown; error?: { code: string; message: string } }, exitCode };
}

/** While a worker answers. */
async function askService(args: string[]) {
  const work = async (): Promise<void> => {
    for (const { name, data } of await world.takeSent())
      if (name === "bisect") await bisect(world.deps, { requestId: String(data["requestId"]) });
  };
  return await cli(args, { say: (line) => void (line.startsWith("queued") && work()) });
}

test("bisect finds the commit of any table with nothing stored, by surplus rows above 0 unless told otherwise", async () => {
  fill("/lake/alone", 13);
  const { document, exitCode } = await cli(["--location", "/lake/alone", "--key", "id"], NO_SERVICE);
  expect(exitCode).toBe(0);
  const { since, ...asked } = BisectDocument.parse(document);
  expect(asked).toEqual({ table: "/lake/alone", key: ["id"], keyValues: null });
  expect(since).toMatchObject({ metric: "surplus_rows", limit: 0, last: { at: { snapshotId: "9000000000000000013" }, unreadBetween: 0 } });
  expect(world.lake.readings.every(({ explain }) => explain === undefined)).toBe(true);
  const limited = await cli(["--location", "/lake/alone", "--key", "id", "--metric", "rows", "--limit", "33"], NO_SERVICE);
  expect(BisectDocument.parse(limited.document).since).toMatchObject({
    metric: "rows",
    limit: 33,
    head: { value: 33, bad: false },
    last: null,
  });
  const older = await cli(["--location", "/lake/alone", "--key", "id", "--snapshot", "9000000000000000012"], NO_SERVICE);
  expect(BisectDocument.parse(older.document).since.last).toBeNull();
});

test("bisect finds since when one key has several rows", async () => {
  fill("/lake/key", 4);
  const { document } = await cli(["--location", "/lake/key", "--key", "id", "--key-value", "1"], NO_SERVICE);
  expect(BisectDocument.parse(document)).toMatchObject({
    keyValues: ["1"],
    since: { metric: null, limit: 1, head: { value: 2 }, last: { at: { snapshotId: "9000000000000000004" }, before: { value: 1 } } },
  });
});

test("bisect of a key that no row has, or one row alone, says so after one reading, and does not search the past", async () => {
  fill("/lake/nobody", 4);
  const ask = async (value: string, ...more: string[]) => {
    const before = world.lake.asked.length;
    const { document, exitCode } = await cli(["--location", "/lake/nobody", "--key", "id", "--key-value", value, ...more], NO_SERVICE);
    expect([exitCode, world.lake.asked.length - before]).toEqual([0, 1]);
    return BisectDocument.parse(document).since;
  };
  const nobody = await ask("77");
  expect(nobody).toMatchObject({ head: { value: 0, bad: false }, last: null, transitions: [], read: 1, isComplete: false });
  expect(nobody.notes).toEqual([
    expect.stringMatching(/^No row has this key in snapshot 9000000000000000019:/),
    expect.stringMatching(/^Older snapshots were not searched/),
  ]);
  const one = await ask("1", "--snapshot", "9000000000000000003");
  expect(one).toMatchObject({ head: { value: 1, bad: false }, last: null, read: 1 });
  expect(one.notes[0]).toBe("The key has 1 row in snapshot 9000000000000000003, not more than 1, so it is not bad there.");
  const first = await ask("1", "--snapshot", "9000000000000000000");
  expect(first).toMatchObject({ isComplete: true, notes: [expect.stringContaining("has 1 row")] });
});

test("bisect of a watched table asks the service, which stores what it reads; without a service the configuration says how it is read", async () => {
  const table = await world.addTable({ commits: 20 });
  fill(table.definition.location, 7);
  const { document, exitCode } = await askService([table.name, "--key", "ID"]);
  expect([exitCode, BisectDocument.parse(document).since.last?.at.snapshotId]).toEqual([0, "9000000000000000007"]);
  expect(await world.count("snapshot_facts", table.id)).toBeGreaterThan(0);
  const key = await askService([table.name, "--key-value", "1"]);
  expect(BisectDocument.parse(key.document)).toMatchObject({
    keyValues: ["1"],
    since: { last: { at: { snapshotId: "9000000000000000007" } } },
  });
  const listSampleTables = async () => await Promise.resolve([table.definition]);
  const alone = await cli([table.name], { ...NO_SERVICE, listSampleTables });
  expect(BisectDocument.parse(alone.document)).toMatchObject({
    table: table.name,
    since: { last: { at: { snapshotId: "9000000000000000007" } } },
  });
});

test("what does not go together, or is not there, is refused with the mend", async () => {
  const table = await world.addTable({ commits: 2 });
  const refusals: [args: string[], code: string, words: RegExp][] = [
    [["--location", "/lake/alone", "--key", "id", "--metric", "snapshot_age_seconds"], "usage", /moves without a snapshot/],
    [["--location", "/lake/alone", "--key", "id", "--metric", "surplus"], "usage", /Not a metric/],
    [["--location", "/lake/alone", "--key", "id", "--metric", "rows", "--key-value", "1"], "usage", /Leave one out/],
    [["--location", "/lake/alone", "--key", "id", "--key-value", "1", "--key-value", "2"], "usage", /1 columns? \(id\)/],
    [["--location", "/lake/alone", "--key", "id", "--limit", "-1"], "usage", /at least 0/],
    [[table.name, "--where", "true"], "usage", /--where is given beside the watched table/],
    [[table.name, "--key", "no such key"], "unknown_key", /has no key no such key/],
    [["--location", "/lake/alone", "--key", "id", "--snapshot", "77"], "unknown_snapshot", /no snapshot 77/],
  ];
  for (const [args, code, words] of refusals) {
    const { document, exitCode } = await cli(args);
    expect([args.join(" "), document.error?.code, exitCode]).toEqual([args.join(" "), code, 2]);
    expect(document.error?.message).toMatch(words);
  }
  world.lake.add("/lake/broken", {
    commits: 3,
    reading: async () => await Promise.reject(new AppError("table_unreadable", "It is gone.")),
  });
  expect(await cli(["--location", "/lake/broken", "--key", "id"])).toMatchObject({
    exitCode: 3,
    document: { error: { code: "table_unreadable" } },
  });
});
