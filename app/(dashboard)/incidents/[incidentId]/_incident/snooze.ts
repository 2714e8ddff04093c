import { atHourOfDay, isoDay } from "#lib/time.ts";

/** Nine o'clock of a day (`2026-11-24`) by a zone's clock. Pure. */
export function dayAtNine(day: string, zone: string): Date {
  // Noon of that date in UTC lies in that day of most zones; in the others it is the day before or after.
  const noon = new Date(`${day}T12:00:00Z`);
  return [0, -1, 1].map((on) => atHourOfDay(noon, zone, on, 9)).find((at) => isoDay(at, zone) === day) ?? noon;
}
