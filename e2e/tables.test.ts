import { describe, expect, test } from "vitest";
import { runCommandLine } from "#e2e/helpers/command-line.ts";
import { findDifferences } from "#lib/testing/find-differences.ts";
import { listTestTableCases } from "#lib/testing/test-tables.ts";

/** All of them are asked in `jobs/tables.engine.test.ts`; here every eighth goes the way of a person's shell. */
const EVERY = 8;

describe("the command line prints of a committed table what its writer knows, or says honestly that it cannot", () => {
  test.for(listTestTableCases().filter((_, index) => index % EVERY === 0))("$name", async ({ about, args, expect: expected, or }) => {
    const output = await runCommandLine(["check", ...args]);
    const found = findDifferences(expected, output);
    const honest = found.length === 0 || (or ?? []).some((second) => findDifferences(second, output).length === 0);
    expect(honest ? [] : [about, args.join(" "), ...found, output.stderr.slice(-600)]).toEqual([]);
  });
});
