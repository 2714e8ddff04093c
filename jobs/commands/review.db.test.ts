import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openService } from "#jobs/commands/service.ts";
import { runCli } from "#jobs/commands/run-cli.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { ErrorDocument } from "#lib/contracts/check-document.ts";
import { ReviewDocument } from "#lib/contracts/review.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
  await world.addTable({ owner: "payments" });
});
afterAll(async () => await world.close());

async function cli(...args: string[]) {
  return await runCli(["review", ...args], {
    gatherFacts: world.lake.gatherFacts,
    configFile: () => "/no/such/bergwatch.yaml",
    exportFolder: () => world.lake.exportFolder,
    openService: async () => await openService(world.database.url),
    listSampleTables: async () => await Promise.resolve([]),
    log: () => pino({ level: "silent" }),
    // Tables are dated by Postgres's clock.
    now: () => new Date(Date.now() + 1000),
    signal: new AbortController().signal,
    say: () => {},
    interactive: false,
  });
}

test("the running week is told as one document, and as minutes in two forms", async () => {
  const { output, exitCode } = await cli();
  const document = ReviewDocument.parse(JSON.parse(output));
  expect([exitCode, document.review.tables.all, document.closed]).toEqual([0, 1, null]);
  const { week } = document.review;
  expect((await cli(week.toLowerCase(), "--format", "markdown")).output).toMatch(/^# Week \d+, /);
  expect((await cli(week, "--format", "csv")).output).toMatch(/^part,number,/);
});

test.each([
  ["2026-W54", /names no week/],
  ["2100-W01", /still to come/],
  ["2020-W01", /was not watched: the first table is watched since/],
])("of %s there is none, and why is said", async (week, why) => {
  const { output, exitCode } = await cli(week);
  expect(exitCode).toBe(2);
  expect(ErrorDocument.parse(JSON.parse(output)).error.message).toMatch(why);
});
