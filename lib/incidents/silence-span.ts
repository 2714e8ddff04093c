import { AppError } from "#lib/errors.ts";

/** Longer ones are forgotten: what nobody wants to hear of for a year wants other limits. */
const DAYS_MAX = 366;
const DAY_MS = 86_400_000;

/**
 * The span of a silence or of an accepted level: from now, unless it begins later. Pure. Throws AppError usage when it is over before it
 * begins, or lasts longer than a year.
 */
export function spanOf({ from, until, now }: { from: Date | null; until: Date; now: Date }): { from: Date; until: Date } {
  const begin = from === null || from < now ? now : from;
  if (until <= now) throw new AppError("usage", `${iso(until)} is over already; choose a later end.`);
  if (until <= begin) throw new AppError("usage", `It would end (${iso(until)}) before it begins (${iso(begin)}); choose a later end.`);
  if (until.getTime() - begin.getTime() > DAYS_MAX * DAY_MS) {
    throw new AppError(
      "usage",
      `It would last longer than a year; choose an end before ${iso(new Date(begin.getTime() + DAYS_MAX * DAY_MS))}.`,
    );
  }
  return { from: begin, until };
}

function iso(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
