import { isMasked } from "#lib/masking.ts";
import { joinWords } from "#lib/words.ts";

/** `row 2`, `rows 1 and 3`, by places from 0. Pure. */
export function sayRows(places: readonly number[]): string {
  const numbers = places.map((place) => String(place + 1));
  return numbers.length === 1 ? `row ${numbers[0]}` : `rows ${joinWords(numbers)}`;
}

/** A value as it may be shown: one that is masked is named as such, and NULL as NULL. Pure. */
export function sayValue(value: string | null): string {
  if (value === null) return "NULL";
  return isMasked(value) ? "a masked value" : value;
}

/** Nanoseconds since the epoch, as text, as a time in UTC with the digits that it has. Pure. */
export function sayNanoseconds(value: string | null): string {
  if (value === null || !/^-?\d+$/.test(value)) return sayValue(value);
  const whole = BigInt(value);
  const inSecond = ((whole % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const milliseconds = Number((whole - inSecond) / 1_000_000n);
  // What a Date cannot hold stays a number.
  if (!Number.isFinite(milliseconds) || Math.abs(milliseconds) > 8.64e15) return `${value} ns`;
  const fraction = String(inSecond).padStart(9, "0").replace(/0+$/, "");
  return `${new Date(milliseconds).toISOString().slice(0, -5)}${fraction === "" ? "" : `.${fraction}`}Z`;
}
