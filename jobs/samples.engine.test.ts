import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandInProcess } from "#jobs/testing/command-in-process.ts";

const SAMPLES_FOLDER = join(import.meta.dirname, "../db/seed/samples");

/** What the writer of the samples knows of one key of a table: values in the order of the snapshots. */
interface SampleTruth {
  table: string;
  key: string[];
  snapshotIds: string[];
  committedAt: string[];
  metrics: Record<string, (number | null)[]>;
  partitionsPerKey?: Record<string, number[]>;
}

interface Sample {
  story: string;
  table: { name: string; location: string; cdc?: { op?: string } };
  expected: {
    key: string[];
    snapshots: number;
    metric: string | null;
    turns: { to: "bad" | "good"; snapshotId: string; committedAt: string }[];
    /** Why most duplicated keys are so, where it is worst; null: none ever is. */
    cause: string | null;
    last: Record<string, number | null>;
  }[];
}

interface Answer {
  snapshotId: string;
  metrics: Record<string, number | null>;
  partitionsPerKey: Record<string, number>;
  samples: { key: string[] }[];
  causes: Record<string, number> | null;
  trust: { level: string; reasons: string[] };
}

const SAMPLES = JSON.parse(readFileSync(join(SAMPLES_FOLDER, "samples.json"), "utf8")) as Sample[];
const TRUTH = JSON.parse(readFileSync(join(SAMPLES_FOLDER, "truth.json"), "utf8")) as SampleTruth[];
const DAY_MS = 86_400_000;

/** By name, without a configuration, as a newcomer asks; `e2e/samples.test.ts` asks some of them by a person's shell. */
const command = commandInProcess({ configFile: () => join(SAMPLES_FOLDER, "no-configuration.yaml") });

async function ask<Document>(args: readonly string[]): Promise<Document> {
  const { exit, stdout, stderr } = await command(args);
  if (exit === 0) return JSON.parse(stdout) as Document;
  throw new Error(`exit ${exit}: ${stdout.slice(0, 500)} ${stderr.slice(-500)}`);
}

/** Quotients and seconds are fractions. */
function rounded(value: number | null | undefined): number | null {
  return value == null ? null : Math.round(value * 1e9) / 1e9;
}

async function check(args: readonly string[]): Promise<Answer> {
  return await ask(["check", ...args]);
}

/** The last snapshot, and those around the first turn of the story: the last good one and the first bad one. */
function telling({ snapshotIds }: SampleTruth, { turns }: Sample["expected"][number]): number[] {
  const first = turns[0] === undefined ? Math.floor(snapshotIds.length / 2) : snapshotIds.indexOf(turns[0].snapshotId);
  return [...new Set([first - 1, first, snapshotIds.length - 1])];
}

const cases = SAMPLES.flatMap(({ table, expected }) =>
  expected.flatMap((one) => {
    const truth = TRUTH.find(({ table: name, key }) => name === table.name && key.join() === one.key.join());
    if (truth === undefined) throw new Error(`truth.json lacks ${table.name} ${one.key.join()}`);
    return telling(truth, one).map((at) => ({ name: table.name, key: truth.key, at, truth }));
  }),
);

describe("a sample table answers as its writer knows it", () => {
  test.concurrent.for(cases)("$name by $key, snapshot $at", async ({ name, key, at, truth }) => {
    const snapshotId = truth.snapshotIds[at] ?? "";
    const answer = await check([name, ...key.flatMap((column) => ["--key", column]), "--snapshot", snapshotId]);
    const names = Object.keys(truth.metrics);
    expect(names.map((metric) => [metric, rounded(answer.metrics[metric])])).toEqual(
      names.map((metric) => [metric, rounded(truth.metrics[metric]?.[at])]),
    );
    const expected = Object.entries(truth.partitionsPerKey ?? {}).map(([bucket, values]) => [bucket, values[at]]);
    expect(Object.fromEntries(expected.map(([bucket]) => [bucket, answer.partitionsPerKey[String(bucket)]]))).toEqual(
      Object.fromEntries(expected),
    );
    expect(answer.samples.length > 0).toBe((truth.metrics["duplicated_keys"]?.[at] ?? 0) > 0);
  });
});

describe("each sample", () => {
  test.for(SAMPLES)("$table.name lives through thirty days in thirty or more snapshots", ({ table }) => {
    for (const { committedAt } of TRUTH.filter(({ table: name }) => name === table.name)) {
      expect(committedAt.length).toBeGreaterThanOrEqual(30);
      expect(committedAt).toEqual(committedAt.toSorted());
      const days = (Date.parse(committedAt.at(-1) ?? "") - Date.parse(committedAt[0] ?? "")) / DAY_MS;
      expect(days).toBeCloseTo(29, 0);
    }
  });
});

const stories = SAMPLES.flatMap(({ table, expected }) =>
  expected.map((one) => {
    const truth = TRUTH.find(({ table: name, key }) => name === table.name && key.join() === one.key.join());
    return { ...one, name: table.name, ids: truth?.snapshotIds ?? [], keys: one.key.flatMap((column) => ["--key", column]) };
  }),
);

describe("a sample table's story", () => {
  test.concurrent.for(stories.filter(({ cause }) => cause !== null))(
    "of $name by $key has its true cause",
    async ({ name, keys, ids, turns, cause }) => {
      // A story that ended well is asked for where it was still bad.
      const last = turns.at(-1);
      const at = last?.to === "good" ? ids[ids.indexOf(last.snapshotId) - 1] : ids.at(-1);
      const { causes } = await check([name, ...keys, "--snapshot", at ?? ""]);
      const [largest] = Object.entries(causes ?? {}).toSorted(([, a], [, b]) => b - a);
      expect(largest?.[0]).toBe(cause);
    },
  );

  // Deletes come and go like a saw's teeth, and what lies between two readings whole stays unseen: rows that are too many stay.
  const dated = stories.filter(({ turns, metric }) => turns.length > 0 && metric !== "delete_ratio");
  test.concurrent.for(dated)("of $name is dated by bisect to its last turn", async ({ name, keys, metric, turns }) => {
    const { location, cdc } = SAMPLES.find(({ table }) => table.name === name)?.table ?? { location: "" };
    // By its location, whatever service runs on this machine.
    const place = ["--location", join(SAMPLES_FOLDER, location), "--relocated", ...keys];
    const change = cdc?.op === undefined ? [] : ["--kind", "cdc", "--op", cdc.op];
    const { since } = await ask<BisectAnswer>(["bisect", ...place, ...change, "--metric", metric ?? ""]);
    expect(since.transitions.map(({ to, at }) => [to, at.snapshotId])).toEqual(turns.map(({ to, snapshotId }) => [to, snapshotId]));
    expect(since.transitions.every(({ unreadBetween }) => unreadBetween === 0)).toBe(true);
  });
});

interface BisectAnswer {
  since: { transitions: { to: string; at: { snapshotId: string }; unreadBetween: number }[] };
}
