import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "#jobs/testing/run-command.ts";
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
  // Tables are dated by Postgres's clock.
  return await runCommand(world, ["review", ...args], { now: () => new Date(Date.now() + 1000) });
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
  ["2026-W54", /is not a week/],
  ["2100-W01", /has not started/],
  ["2020-W01", /No data for 2020-W01: the first data is from/],
])("of %s there is none, and why is said", async (week, why) => {
  const { output, exitCode } = await cli(week);
  expect(exitCode).toBe(2);
  expect(ErrorDocument.parse(JSON.parse(output)).error.message).toMatch(why);
});
