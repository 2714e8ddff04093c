/** Times for people, in a zone that the reader chooses. Nothing here asks the machine which zone it is in. */

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const id = `${zone} ${name}`;
  const known = formats.get(id) ?? new Intl.DateTimeFormat("en-GB", { timeZone: zone, hourCycle: "h23", ...options });
  formats.set(id, known);
  return known;
}

type Parts = Record<Intl.DateTimeFormatPartTypes, string>;

function split(at: Date, zone: string, name: string, options: Intl.DateTimeFormatOptions): Parts {
  const found = format(zone, name, options).formatToParts(at);
  return Object.fromEntries(found.map(({ type, value }) => [type, value])) as Parts;
}

/** What a zone's calendar and clock show, in words and digits as people read them: `Tue`, `24`, `Nov`, `2026`, `02`, `44`. */
export function partsOf(at: Date, zone: string): Pick<Parts, "weekday" | "day" | "month" | "year" | "hour" | "minute"> {
  const two = "2-digit";
  return split(at, zone, "parts", { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: two, minute: two });
}

/** True for a name of the time zone database that this machine knows, such as `Europe/Berlin`. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The zone that a text names, quoted as in an address or not; UTC when it names none. */
export function readZone(text: string): string {
  try {
    const zone = decodeURIComponent(text);
    return isTimeZone(zone) ? zone : "UTC";
  } catch {
    // A stray %.
    return "UTC";
  }
}

/** `Tue 24 Nov, 02:44`; with the year if it differs from the year of `now`, the reader's clock. */
export function formatInstant(at: Date, zone: string, now: Date): string {
  return `${formatDay(at, zone, now)}, ${formatClock(at, zone)}`;
}

/** `Tue 24 Nov`; with the year if it differs from the year of `now`, the reader's clock. */
export function formatDay(at: Date, zone: string, now: Date): string {
  const { weekday, day, month, year } = partsOf(at, zone);
  return `${weekday} ${day} ${month}${partsOf(now, zone).year === year ? "" : ` ${year}`}`;
}

/** `02:44`. */
export function formatClock(at: Date, zone: string): string {
  const { hour, minute } = partsOf(at, zone);
  return `${hour}:${minute}`;
}

/** `2026-11-24 01:44:05 UTC`: the whole of it, for whoever compares with a log. */
export function formatUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** The zone's short name at a time: `CET`, `UTC`, `GMT+5:30`. */
export function zoneName(at: Date, zone: string): string {
  const found = format(zone, "name", { timeZoneName: "short" }).formatToParts(at);
  return found.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** `Europe/Berlin (UTC+1)`, with the offset at a time; `UTC` alone. */
export function formatZone(at: Date, zone: string): string {
  if (zone === "UTC") return zone;
  const minutes = Math.round(offsetOf(at.getTime(), zone) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${zone} (UTC${minutes < 0 ? "\u2212" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`})`;
}

/** Days after the day that a zone's calendar shows at `now`, at a whole hour of that zone's clock: tomorrow at nine is `1, 9`. */
export function atHourOfDay(now: Date, zone: string, daysOn: number, hour: number): Date {
  const [year = 0, month = 0, day = 0] = isoDay(now, zone).split("-").map(Number);
  const wall = Date.UTC(year, month - 1, day + daysOn, hour);
  // Twice: where the clocks change in between, the first guess has the other side's offset.
  const guess = wall - offsetOf(wall, zone);
  return new Date(wall - offsetOf(guess, zone));
}

/** The instant at which a zone's clock shows `2026-11-24T09:00`; null when the text is no such time. Skipped by a change of clocks: just after it. */
export function instantOf(wall: string, zone: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall)) return null;
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return null;
  // Twice: where the clocks change in between, the first guess has the other side's offset.
  const guess = asUtc - offsetOf(asUtc, zone);
  return new Date(asUtc - offsetOf(guess, zone));
}

/** `2026-11-24T09:00`: what a zone's calendar and clock show, as a field for times holds it. */
export function wallOf(at: Date, zone: string): string {
  const { hour, minute } = numbers(at, zone);
  return `${isoDay(at, zone)}T${hour}:${minute}`;
}

/** `2026-11-24`, by the zone's calendar. */
export function isoDay(at: Date, zone: string): string {
  const { year, month, day } = numbers(at, zone);
  return `${year}-${month}-${day}`;
}

/** How far the zone's clock is ahead of UTC at a time, both in milliseconds. */
export function offsetOf(at: number, zone: string): number {
  const { year, month, day, hour, minute, second } = numbers(new Date(at), zone);
  return (
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - Math.floor(at / 1000) * 1000
  );
}

function numbers(at: Date, zone: string): Parts {
  const two = "2-digit";
  return split(at, zone, "numbers", { year: "numeric", month: two, day: two, hour: two, minute: two, second: two });
}
