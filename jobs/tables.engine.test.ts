import { describe, expect, test } from "vitest";
import { commandInProcess } from "#jobs/testing/command-in-process.ts";
import { findDifferences } from "#lib/testing/find-differences.ts";
import { listTestTableCases } from "#lib/testing/test-tables.ts";

// `e2e/tables.test.ts` asks some of them by a person's shell.
const command = commandInProcess();

describe("check answers every committed table as its writer knows it, or says honestly that it cannot", () => {
  test.concurrent.for(listTestTableCases())("$name", async ({ about, args, expect: expected, or }) => {
    const output = await command(["check", ...args]);
    const found = findDifferences(expected, output);
    const honest = found.length === 0 || (or ?? []).some((second) => findDifferences(second, output).length === 0);
    expect(honest ? [] : [about, args.join(" "), ...found, output.stderr.slice(-600)]).toEqual([]);
  });
});
