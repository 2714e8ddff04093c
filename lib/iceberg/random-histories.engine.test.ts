import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { allVariables, env } from "#lib/env.ts";
import { anyHistory } from "#lib/testing/random-history/history-arbitrary.ts";
import { HistoryRunner } from "#lib/testing/random-history/history-runner.ts";
import type { Answer } from "#lib/testing/random-history/history-runner.ts";
import type { History } from "#lib/testing/random-history/history.ts";

const REGRESSIONS = join(import.meta.dirname, "../testing/random-history/regressions");
const COMMANDS_MAX = 12;
/** iceberg_scan takes longer than the rest, so only every so many histories of one writer are read by it too. */
const SCANNED_EACH = 2;
const SHRINK_MS_MAX = 120_000;
const UNEXPLAINED = "No known fault of it explains that";

const asked = allVariables();
const histories = Number(asked["BERGWATCH_HISTORIES"] ?? 50);
const seed = Number(asked["BERGWATCH_HISTORY_SEED"] ?? Date.now() % 2 ** 31);

const runner = new HistoryRunner(env().extensionDir);
afterAll(() => runner.close());

describe("histories that once failed are answered rightly, by iceberg_scan rightly or with doubt", () => {
  test.each(readdirSync(REGRESSIONS))("%s", async (name) => {
    const history = JSON.parse(readFileSync(join(REGRESSIONS, name), "utf8")) as History;
    const answers = await runner.run(history, ["own", "scan"]);
    expect(answers.flatMap(({ wrong }) => wrong)).toEqual([]);
    // An answer that was refused is not wrong either.
    expect(answers.filter(({ readBy, level }) => readBy === "own" && level !== "exact")).toEqual([]);
  });
});

test(
  `${histories} random histories are answered rightly, by iceberg_scan rightly or with doubt (seed ${seed})`,
  { timeout: histories * 3000 + SHRINK_MS_MAX },
  async () => {
    const answers: Answer[] = [];
    let turn = 0;
    let failed = false;
    const property = fc.asyncProperty(anyHistory(COMMANDS_MAX), async (history) => {
      // A history that fails is shortened by the way that failed it.
      const isScanned = history.writers === "one" && (failed || turn++ % SCANNED_EACH === 0);
      const given = await runner.run(history, isScanned ? ["own", "scan"] : ["own"]);
      answers.push(...given);
      const wrong = given.flatMap((answer) => answer.wrong);
      failed ||= wrong.length > 0;
      if (wrong.length > 0) throw new Error(wrong.join("\n"));
    });
    const details = await fc.check(property, { numRuns: histories, seed, interruptAfterTimeLimit: histories * 2000 + SHRINK_MS_MAX });
    expect(describeFailure(details)).toBe("");
    expect(details.numRuns).toBe(histories);
    // The doubts stand in the comparison, so that a failure shows them. The writer makes no table that contradicts itself.
    expect(answers.filter(({ readBy, level }) => readBy === "own" && level !== "exact")).toEqual([]);
    // Where iceberg_scan errs, a known fault says so: a difference that nobody can explain is news.
    expect(answers.filter(({ reasons }) => reasons.some((reason) => reason.includes(UNEXPLAINED)))).toEqual([]);
    const scanned = answers.filter(({ readBy }) => readBy === "scan");
    // Few histories are scanned, and most have something that iceberg_scan gets wrong: a reader that doubts everything has none.
    expect(scanned.filter(({ level }) => level === "exact").length).toBeGreaterThan(0);
  },
);

/** What is wrong, and the shortest history that shows it; empty when nothing is. */
function describeFailure({ counterexample, errorInstance }: fc.RunDetails<[History]>): string {
  if (counterexample === null) return "";
  const fault = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${fault}\nBERGWATCH_HISTORY_SEED=${seed}; keep it as a file in ${REGRESSIONS}:\n${JSON.stringify(counterexample[0])}`;
}
