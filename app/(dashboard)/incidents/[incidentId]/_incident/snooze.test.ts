import { expect, test } from "vitest";
import { dayAtNine } from "./snooze.ts";

test.each([
  ["Europe/Berlin", "2026-11-24T08:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-11-23T19:00:00.000Z"],
  ["Pacific/Pago_Pago", "2026-11-24T20:00:00.000Z"],
])("nine o'clock of a day is that day's in %s", (zone, at) => {
  expect(dayAtNine("2026-11-24", zone).toISOString()).toBe(at);
});
