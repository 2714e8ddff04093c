import { atHourOfDay, instantOf, partsOf } from "#lib/time.ts";

/** How long a silence may be said to last, by the reader's clock. */
export const PRESETS = [
  { value: "hour", label: "1 hour" },
  { value: "tomorrow", label: "Until tomorrow, 09:00" },
  { value: "weekend", label: "Over the weekend, until Monday, 09:00" },
  { value: "span", label: "Custom" },
] as const;
export type Preset = (typeof PRESETS)[number]["value"];

const HOUR_MS = 3_600_000;
const WEEK = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/**
 * The span that is meant, `from` null for now. `typed`: what the fields for a span of one's own hold, `2026-11-24T09:00` each; an empty
 * beginning is now. null: the typed times are none. Pure.
 */
export function spanOfPreset(
  preset: Preset,
  { now, zone, typed }: { now: Date; zone: string; typed: { from: string; until: string } },
): { from: Date | null; until: Date } | null {
  switch (preset) {
    case "hour":
      return { from: null, until: new Date(now.getTime() + HOUR_MS) };
    case "tomorrow":
      return { from: null, until: atHourOfDay(now, zone, 1, 9) };
    case "weekend": {
      const day = WEEK.indexOf(partsOf(now, zone).weekday);
      const until = atHourOfDay(now, zone, 7 - day, 9);
      return { from: day >= 5 ? null : atHourOfDay(now, zone, 5 - day, 0), until };
    }
    case "span": {
      const from = typed.from === "" ? null : instantOf(typed.from, zone);
      const until = instantOf(typed.until, zone);
      return until === null || (from === null && typed.from !== "") ? null : { from, until };
    }
  }
}
