import { describe, expect, test } from "vitest";
import { runCli } from "#jobs/commands/run-cli.ts";
import { createDeps } from "#jobs/deps.ts";
import { findDifferences } from "#lib/testing/find-differences.ts";
import { listTestTableCases } from "#lib/testing/test-tables.ts";

// In this process, with readers that stay warm: a process for each question takes three times as long. `e2e/tables.test.ts` asks some that way.

const deps = { ...createDeps(), signal: new AbortController().signal, interactive: false };
/** Each is a reader that wants a core; more at a time only slow each other down. */
const QUESTIONS_AT_A_TIME_MAX = 2;

let freeSlots = QUESTIONS_AT_A_TIME_MAX;
const waiting: (() => void)[] = [];

async function check(args: readonly string[]) {
  if (freeSlots > 0) freeSlots--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  let stderr = "";
  try {
    const { output, exitCode } = await runCli(["check", ...args], { ...deps, say: (line) => (stderr += `${line}\n`) });
    return { exit: exitCode, signal: null, stdout: output, stderr };
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
