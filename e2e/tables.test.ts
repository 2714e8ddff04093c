import { describe, expect, test } from "vitest";
import { findDifferences } from "#e2e/helpers/find-differences.ts";
import { type CommandOutput, runCommandLine } from "#e2e/helpers/command-line.ts";
import { listTestTableCases } from "#lib/testing/test-tables.ts";

/** Each call starts two processes that want a core; more at a time only slow each other down. */
const CALLS_AT_A_TIME_MAX = 2;

let freeSlots = CALLS_AT_A_TIME_MAX;
const waiting: (() => void)[] = [];

async function check(args: readonly string[]): Promise<CommandOutput> {
  if (freeSlots > 0) freeSlots--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await runCommandLine(["check", ...args]);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else freeSlots++;
  }
}

describe("check answers every committed table as its writer knows it, or says honestly that it cannot", () => {
  test.concurrent.for(listTestTableCases())("$name", async ({ about, args, expect: expected, or }) => {
    const output = await check(args);
    const found = findDifferences(expected, output);
    const honest = found.length === 0 || (or ?? []).some((second) => findDifferences(second, output).length === 0);
    expect(honest ? [] : [about, args.join(" "), ...found, output.stderr.slice(-600)]).toEqual([]);
  });
});
