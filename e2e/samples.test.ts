import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommandLine } from "#e2e/helpers/command-line.ts";
import { readSampleTruth, rounded, SAMPLES_FOLDER } from "#e2e/helpers/sample-truth.ts";

/** All of them are asked in `jobs/samples.engine.test.ts`; here every fourth key goes the way of a newcomer's shell. */
const EVERY = 4;

describe("a newcomer without a configuration asks for a sample table by its name, and hears what its writer knows", () => {
  test.for(readSampleTruth().filter((_, index) => index % EVERY === 0))("$table by $key", async ({ table, key, metrics }) => {
    const args = ["check", table, ...key.flatMap((column) => ["--key", column])];
    const { exit, stdout, stderr } = await runCommandLine(args, { BERGWATCH_CONFIG: join(SAMPLES_FOLDER, "no-configuration.yaml") });
    expect([exit, exit === 0 ? "" : stderr.slice(-500)]).toEqual([0, ""]);
    const answer = JSON.parse(stdout) as { metrics: Record<string, number | null> };
    const names = Object.keys(metrics);
    expect(names.map((name) => [name, rounded(answer.metrics[name])])).toEqual(names.map((name) => [name, rounded(metrics[name]?.at(-1))]));
  });
});
