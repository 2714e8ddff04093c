import { describe, expect, test } from "vitest";
import { dueTick, isOverdue, nextRunAt, overdueAt } from "#lib/config/schedule.ts";
import type { Schedule } from "#lib/contracts/table-definition.ts";

const cron = (expression: string, timeZone = "UTC"): Schedule => ({ by: "cron", cron: expression, timeZone });
const HOURLY: Schedule = { by: "snapshot", pollSeconds: 60, observeEverySeconds: 3600 };

/** The next `count` due times after `after`, as UTC text. */
function dueTimes(schedule: Schedule, after: string, count: number): string[] {
  const times: string[] = [];
  for (let at = new Date(after); times.length < count; times.push(at.toISOString())) at = nextRunAt(schedule, at, "");
  return times.map((time) => time.replace(":00.000Z", "Z"));
}

describe("a cron schedule follows the clock of its zone", () => {
  test.each<[string, Schedule, string, string[]]>([
    ["strictly after a due instant", cron("0 * * * *"), "2026-01-01T10:00Z", ["2026-01-01T11:00Z"]],
    ["a moment before a due instant", cron("0 * * * *"), "2026-01-01T09:59:59.999Z", ["2026-01-01T10:00Z"]],
    ["working days", cron("0 9 * * MON-FRI"), "2026-11-27T09:00Z", ["2026-11-30T09:00Z", "2026-12-01T09:00Z"]],
    ["a zone", cron("0 9 * * *", "Asia/Kolkata"), "2026-01-01T00:00Z", ["2026-01-01T03:30Z"]],
    [
      "spring, a local time that is left out",
      cron("30 2 * * *", "Europe/Berlin"),
      "2026-03-28T12:00Z",
      ["2026-03-29T01:30Z", "2026-03-30T00:30Z"],
    ],
    [
      "autumn, a local time that comes twice",
      cron("30 2 * * *", "Europe/Berlin"),
      "2026-10-24T12:00Z",
      ["2026-10-25T00:30Z", "2026-10-26T01:30Z"],
    ],
    [
      "autumn, hourly",
      cron("0 * * * *", "Europe/Berlin"),
      "2026-10-24T23:00Z",
      ["2026-10-25T00:00Z", "2026-10-25T01:00Z", "2026-10-25T02:00Z"],
    ],
    [
      "spring, every quarter",
      cron("*/15 * * * *", "Europe/Berlin"),
      "2026-03-29T00:40Z",
      ["2026-03-29T00:45Z", "2026-03-29T01:00Z", "2026-03-29T01:15Z"],
    ],
    ["midnight that is left out", cron("0 0 * * *", "America/Asuncion"), "2024-10-05T12:00Z", ["2024-10-06T04:00Z", "2024-10-07T03:00Z"]],
    ["a leap day", cron("0 0 29 2 *"), "2026-01-01T00:00Z", ["2028-02-29T00:00Z"]],
  ])("%s", (_, schedule, after, times) => {
    expect(dueTimes(schedule, after, times.length)).toEqual(times);
  });
});

describe("an interval", () => {
  const quarter: Schedule = { by: "interval", everySeconds: 900 };

  test("keeps its grid whenever it is asked", () => {
    expect(dueTimes(quarter, "2026-01-01T10:03:17Z", 2)).toEqual(["2026-01-01T10:15Z", "2026-01-01T10:30Z"]);
    const due = nextRunAt(quarter, new Date("2026-01-01T10:03Z"), "orders");
    expect(nextRunAt(quarter, new Date(due.getTime() - 1), "orders")).toEqual(due);
    expect(nextRunAt(quarter, due, "orders").getTime() - due.getTime()).toBe(900_000);
  });

  test("spreads tables over itself", () => {
    const seconds = Array.from(
      { length: 200 },
      (_, index) => nextRunAt(quarter, new Date("2026-01-01T10:00Z"), `table ${index}`).getTime() / 1000,
    );
    const thirds = [0, 1, 2].map((third) =>
      seconds.filter((at) => Math.floor((at - Date.parse("2026-01-01T10:00Z") / 1000) / 300) === third),
    );
    for (const third of thirds) expect(third.length).toBeGreaterThan(40);
  });
});

test("a table that waits for snapshots is observed once in its interval all the same", () => {
  expect(nextRunAt(HOURLY, new Date("2026-01-01T10:07:30Z"), "orders")).toEqual(new Date("2026-01-01T11:07:30Z"));
});

describe("an observation is overdue", () => {
  test.each<[string, Schedule, string, number, string]>([
    ["after two intervals", HOURLY, "2026-01-01T10:00Z", 2, "2026-01-01T12:00:00.000Z"],
    ["after one and a half", { by: "interval", everySeconds: 7200 }, "2026-01-01T10:00Z", 1.5, "2026-01-01T13:00:00.000Z"],
    [
      "five minutes after a short interval at the earliest",
      { by: "interval", everySeconds: 60 },
      "2026-01-01T10:00Z",
      2,
      "2026-01-01T10:06:00.000Z",
    ],
    ["a day after the due time of a daily cron", cron("0 9 * * 1-5"), "2026-11-26T09:00:20Z", 2, "2026-11-28T09:00:00.000Z"],
    [
      "a day, not a weekend, after Friday's and Monday's due time",
      cron("0 9 * * 1-5"),
      "2026-11-27T09:00:20Z",
      2,
      "2026-12-01T09:00:00.000Z",
    ],
  ])("%s", (_, schedule, since, factor, at) => {
    expect(overdueAt(schedule, new Date(since), factor).toISOString()).toBe(at);
    expect(isOverdue(schedule, new Date(since), new Date(Date.parse(at) - 1), factor)).toBe(false);
    expect(isOverdue(schedule, new Date(since), new Date(at), factor)).toBe(true);
  });
});

describe("a late observation answers the latest tick alone", () => {
  test.each<[string, Schedule, string, string, string]>([
    ["at its due time", cron("0 * * * *"), "2026-01-01T10:00Z", "2026-01-01T10:00Z", "2026-01-01T10:00Z"],
    ["a little later", cron("0 * * * *"), "2026-01-01T10:00Z", "2026-01-01T10:59:59Z", "2026-01-01T10:00Z"],
    ["at the next tick", cron("0 * * * *"), "2026-01-01T10:00Z", "2026-01-01T11:00Z", "2026-01-01T11:00Z"],
    ["after a long silence", cron("0 9 * * MON-FRI"), "2026-11-20T09:00Z", "2026-11-29T12:00Z", "2026-11-27T09:00Z"],
    ["a first one off the grid", cron("0 9 * * *"), "2026-01-01T10:17Z", "2026-01-01T10:18Z", "2026-01-01T10:17Z"],
    ["an interval", { by: "interval", everySeconds: 600 }, "2026-01-01T10:00Z", "2026-01-01T10:35Z", "2026-01-01T10:30Z"],
    ["without a new snapshot", HOURLY, "2026-01-01T10:17Z", "2026-01-01T12:20Z", "2026-01-01T12:17Z"],
  ])("%s", (_, schedule, dueAt, now, tick) => {
    expect(dueTick(schedule, { dueAt: new Date(dueAt), now: new Date(now), seed: "" })).toEqual(new Date(tick));
  });
});
