import { expect, test } from "vitest";
import type { QuietHours } from "#lib/contracts/notification-settings.ts";
import { tellableFrom } from "#lib/incidents/quiet-hours.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const quiet = (from: string, to: string, more: Partial<QuietHours> = {}): QuietHours => ({
  from,
  to,
  days: EVERY_DAY,
  timeZone: "UTC",
  but: [],
  ...more,
});
const berlin = (from: string, to: string, days = EVERY_DAY) => quiet(from, to, { timeZone: "Europe/Berlin", days });
const NIGHT = quiet("22:00", "07:00");
const WEEKEND = quiet("00:00", "00:00", { days: [6, 7] });

// 2026-03-02 is a Monday. Berlin sets its clock forward on 2026-03-29 and back on 2026-10-25, each at 01:00 UTC.
test.each<[string, QuietHours, string, string]>([
  ["before the span: at once", NIGHT, "2026-03-02T21:59:59.999Z", "2026-03-02T21:59:59.999Z"],
  ["at its beginning: at its end", NIGHT, "2026-03-02T22:00Z", "2026-03-03T07:00Z"],
  ["past midnight: at its end", NIGHT, "2026-03-03T03:00Z", "2026-03-03T07:00Z"],
  ["at its end: at once", NIGHT, "2026-03-03T07:00Z", "2026-03-03T07:00Z"],
  ["within a day: at its end", quiet("12:00", "13:30"), "2026-03-02T12:15Z", "2026-03-02T13:30Z"],
  ["on a day without a span: at once", quiet("22:00", "07:00", { days: [1] }), "2026-03-03T23:00Z", "2026-03-03T23:00Z"],
  ["in the morning after a day with a span: at its end", quiet("22:00", "07:00", { days: [1] }), "2026-03-03T06:00Z", "2026-03-03T07:00Z"],
  [
    "in the morning of a day whose own span is later: at once",
    quiet("22:00", "07:00", { days: [1] }),
    "2026-03-02T06:00Z",
    "2026-03-02T06:00Z",
  ],
  ["two whole days in a row: at the end of the second", WEEKEND, "2026-03-07T10:00Z", "2026-03-09T00:00Z"],
  ["a Sunday night belongs to Sunday", quiet("22:00", "07:00", { days: [7] }), "2026-03-09T05:00Z", "2026-03-09T07:00Z"],
  ["by the clock of the zone", berlin("22:00", "07:00"), "2026-03-02T21:30Z", "2026-03-03T06:00Z"],
  ["by the day of the zone", berlin("00:30", "07:00", [3]), "2026-03-03T23:45Z", "2026-03-04T06:00Z"],
  ["a zone with half an hour", quiet("22:00", "07:00", { timeZone: "Asia/Kolkata" }), "2026-03-02T17:00Z", "2026-03-03T01:30Z"],
  ["over the spring change: an hour earlier by UTC", berlin("22:00", "07:00"), "2026-03-28T22:00Z", "2026-03-29T05:00Z"],
  ["over the autumn change: an hour later by UTC", berlin("22:00", "07:00"), "2026-10-24T21:00Z", "2026-10-25T06:00Z"],
  ["an end that the spring change leaves out: as much later", berlin("22:00", "02:30"), "2026-03-28T22:00Z", "2026-03-29T01:30Z"],
  ["a beginning that the spring change leaves out: as much later", berlin("02:30", "05:00"), "2026-03-29T01:15Z", "2026-03-29T01:15Z"],
  ["an end that comes twice: the second", berlin("22:00", "02:30"), "2026-10-25T00:45Z", "2026-10-25T01:30Z"],
  ["a beginning that comes twice: the first", berlin("02:30", "05:00"), "2026-10-25T00:45Z", "2026-10-25T04:00Z"],
])("%s", (_, hours, at, from) => {
  expect(tellableFrom(hours, "alert", new Date(at))).toEqual(new Date(from));
});

test("what is told all the same does not wait, nor does a channel without quiet hours", () => {
  const at = new Date("2026-03-02T23:00Z");
  const hours = { ...NIGHT, but: ["alert" as const] };
  expect(tellableFrom(hours, "alert", at)).toEqual(at);
  expect(tellableFrom(hours, "warn", at)).toEqual(new Date("2026-03-03T07:00Z"));
  expect(tellableFrom(null, "warn", at)).toEqual(at);
});
