import { expect, test } from "vitest";
import {
  atHourOfDay,
  formatClock,
  formatDay,
  formatInstant,
  formatUtc,
  formatZone,
  instantOf,
  isoDay,
  isTimeZone,
  readZone,
  wallOf,
  zoneName,
} from "#lib/time.ts";

const AT = new Date("2026-11-24T01:44:05Z");

test("a time is said in the asked zone, whatever zone the machine is in", () => {
  expect(formatInstant(AT, "Europe/Berlin", AT)).toBe("Tue 24 Nov, 02:44");
  expect(formatInstant(AT, "America/New_York", AT)).toBe("Mon 23 Nov, 20:44");
  expect(formatDay(AT, "America/New_York", AT)).toBe("Mon 23 Nov");
  expect(formatClock(AT, "Asia/Kolkata")).toBe("07:14");
  expect(formatUtc(AT)).toBe("2026-11-24 01:44:05 UTC");
  expect(zoneName(AT, "UTC")).toBe("UTC");
});

test("midnight is 00 and not 24", () => {
  expect(formatInstant(new Date("2026-11-24T00:05:00Z"), "UTC", AT)).toBe("Tue 24 Nov, 00:05");
});

test.each([
  ["2026-11-24T01:44:05Z", "UTC", "2026-12-31T23:59:00Z", "Tue 24 Nov", "Tue 24 Nov, 01:44"],
  ["2026-11-24T01:44:05Z", "UTC", "2027-01-01T00:00:00Z", "Tue 24 Nov 2026", "Tue 24 Nov 2026, 01:44"],
  ["2025-03-03T08:00:00Z", "UTC", "2026-11-30T12:00:00Z", "Mon 3 Mar 2025", "Mon 3 Mar 2025, 08:00"],
  // A year begins with the reader's zone, not with UTC.
  ["2026-12-31T23:30:00Z", "Europe/Berlin", "2026-12-31T23:45:00Z", "Fri 1 Jan", "Fri 1 Jan, 00:30"],
  ["2026-12-31T22:30:00Z", "Europe/Berlin", "2026-12-31T23:45:00Z", "Thu 31 Dec 2026", "Thu 31 Dec 2026, 23:30"],
])("%s in %s, read at %s, is %s", (at, zone, now, day, instant) => {
  expect(formatDay(new Date(at), zone, new Date(now))).toBe(day);
  expect(formatInstant(new Date(at), zone, new Date(now))).toBe(instant);
});

test.each([
  ["UTC", "UTC"],
  ["Europe/Berlin", "Europe/Berlin (UTC+1)"],
  ["Asia/Kolkata", "Asia/Kolkata (UTC+5:30)"],
  ["America/New_York", "America/New_York (UTC\u22125)"],
])("the zone %s is named with its offset: %s", (zone, name) => {
  expect(formatZone(AT, zone)).toBe(name);
});

test("a zone that nobody knows is none", () => {
  expect(isTimeZone("Europe/Berlin")).toBe(true);
  expect(isTimeZone("Mars/Olympus")).toBe(false);
  expect(isTimeZone("")).toBe(false);
  expect(["Europe%2FBerlin", "Europe/Berlin", "Mars", "%", ""].map(readZone)).toEqual([
    "Europe/Berlin",
    "Europe/Berlin",
    "UTC",
    "UTC",
    "UTC",
  ]);
});

test("an hour of a day is that of the zone's own clock, also where the clocks change before it", () => {
  expect(atHourOfDay(AT, "Europe/Berlin", 1, 9).toISOString()).toBe("2026-11-25T08:00:00.000Z");
  // In New York it is still the day before.
  expect(atHourOfDay(AT, "America/New_York", 1, 9).toISOString()).toBe("2026-11-24T14:00:00.000Z");
  expect(atHourOfDay(new Date("2026-03-28T20:00:00Z"), "Europe/Berlin", 1, 9).toISOString()).toBe("2026-03-29T07:00:00.000Z");
  expect(atHourOfDay(new Date("2026-12-31T12:00:00Z"), "UTC", 1, 9).toISOString()).toBe("2027-01-01T09:00:00.000Z");
});

test("a day of the calendar is the zone's", () => {
  expect(isoDay(AT, "America/New_York")).toBe("2026-11-23");
  expect(isoDay(AT, "Asia/Kolkata")).toBe("2026-11-24");
});

test("a time of a zone's clock is an instant and back, also on the day on which the clocks change", () => {
  expect(instantOf("2026-11-24T02:44", "Europe/Berlin")?.toISOString()).toBe("2026-11-24T01:44:00.000Z");
  expect(wallOf(AT, "Europe/Berlin")).toBe("2026-11-24T02:44");
  expect(instantOf("2026-03-29T09:00", "Europe/Berlin")?.toISOString()).toBe("2026-03-29T07:00:00.000Z");
  expect(instantOf("2026-10-25T09:00", "Europe/Berlin")?.toISOString()).toBe("2026-10-25T08:00:00.000Z");
  expect(instantOf("2026-10-25T01:30", "Europe/Berlin")?.toISOString()).toBe("2026-10-24T23:30:00.000Z");
  expect(wallOf(new Date("2026-12-31T23:30:00Z"), "Asia/Kolkata")).toBe("2027-01-01T05:00");
  expect([instantOf("", "UTC"), instantOf("2026-02-31", "UTC"), instantOf("2026-13-01T00:00", "UTC")]).toEqual([null, null, null]);
});
