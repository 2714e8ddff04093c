import { expect, test } from "vitest";
import { createDatabaseClock } from "#jobs/database-clock.ts";

test("the time is Postgres's as of the last look, whatever this machine's clock says, and goes on in between", async () => {
  const world = { postgresMs: Date.UTC(2026, 2, 1), steady: 1000 };
  const clock = createDatabaseClock(
    async () => {
      world.steady += 20;
      return await Promise.resolve(new Date(world.postgresMs));
    },
    () => world.steady,
  );
  await clock.follow();
  // The answer was made in the middle of the question.
  expect(clock.now().getTime() - world.postgresMs).toBe(10);
  world.steady += 5000;
  expect(clock.now().getTime() - world.postgresMs).toBe(5010);
  world.postgresMs += 7_200_000;
  await clock.follow();
  expect(clock.now().getTime() - world.postgresMs).toBe(10);
});

test("before the first look it is this machine's time", () => {
  const clock = createDatabaseClock(async () => await Promise.reject(new Error("away")));
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1000);
});
