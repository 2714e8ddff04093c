import { createHash } from "node:crypto";
import { CronExpressionParser } from "cron-parser";
import type { Schedule } from "#lib/contracts/table-definition.ts";

/** However short a schedule's interval: a queue of many tables needs some minutes, and a false alarm costs more than these. */
const OVERDUE_GRACE_MS_MIN = 300_000;

/**
 * The first instant after `after` at which a table is due; the same on every machine, whenever it is asked.
 * - `cron`: by the clock of its zone. A local time that the spring change leaves out is run an hour later, one that comes twice in
 *   autumn is run once; hourly and shorter ones keep their rhythm in real time.
 * - `interval`: on a grid of whole intervals since 1970 UTC, shifted by `seed` (the table's name, for all who ask; "" for none), so that not all tables are due at once.
 * - `snapshot`: when the observation after one at `after` must be made, had no snapshot appeared by then.
 */
export function nextRunAt(schedule: Schedule, after: Date, seed: string): Date {
  switch (schedule.by) {
    case "cron":
      return parseCron(schedule, after).next().toDate();
    case "interval": {
      const everyMs = schedule.everySeconds * 1000;
      const shiftMs = seed === "" ? 0 : Number(digest(seed) % BigInt(everyMs));
      return new Date((Math.floor((after.getTime() - shiftMs) / everyMs) + 1) * everyMs + shiftMs);
    }
    case "snapshot":
      return new Date(after.getTime() + schedule.observeEverySeconds * 1000);
  }
}

/**
 * The tick that is due at `now`, of an observation that was expected at `dueAt` and has not been made: the latest one, so that a long
 * silence is answered once; `dueAt` itself when no tick came since.
 */
export function dueTick(schedule: Schedule, { dueAt, now, seed }: { dueAt: Date; now: Date; seed: string }): Date {
  const latest = latestTick(schedule, { dueAt, now, seed });
  return latest.getTime() > dueAt.getTime() ? latest : dueAt;
}

/** The latest instant up to `now` at which it was due. */
export function latestTick(schedule: Schedule, { dueAt, now, seed }: { dueAt: Date; now: Date; seed: string }): Date {
  switch (schedule.by) {
    case "cron":
      // The parser's "before" leaves out the moment itself.
      return parseCron(schedule, new Date(now.getTime() + 1))
        .prev()
        .toDate();
    case "interval": {
      const everyMs = schedule.everySeconds * 1000;
      return new Date(nextRunAt(schedule, now, seed).getTime() - everyMs);
    }
    case "snapshot": {
      const everyMs = schedule.observeEverySeconds * 1000;
      return new Date(dueAt.getTime() + Math.floor((now.getTime() - dueAt.getTime()) / everyMs) * everyMs);
    }
  }
}

/**
 * When the observation that follows one at `since` (or the table's beginning) counts as missing: `factor` intervals after it, and at
 * least five minutes after it was due. A cron schedule's interval is the shorter one beside the due time, so that a weekend is no excuse.
 */
export function overdueAt(schedule: Schedule, since: Date, factor: number): Date {
  const { due, intervalMs } = nextDue(schedule, since);
  return new Date(due + Math.max((factor - 1) * intervalMs, OVERDUE_GRACE_MS_MIN));
}

/** Whether an observation is missing at `now`; see `overdueAt`. A paused table is never asked about. */
export function isOverdue(schedule: Schedule, since: Date, now: Date, factor: number): boolean {
  return now.getTime() >= overdueAt(schedule, since, factor).getTime();
}

function nextDue(schedule: Schedule, since: Date): { due: number; intervalMs: number } {
  if (schedule.by !== "cron") {
    const intervalMs = (schedule.by === "interval" ? schedule.everySeconds : schedule.observeEverySeconds) * 1000;
    return { due: since.getTime() + intervalMs, intervalMs };
  }
  const due = parseCron(schedule, since).next();
  const before = parseCron(schedule, due.toDate()).prev().getTime();
  const after = parseCron(schedule, due.toDate()).next().getTime();
  return { due: due.getTime(), intervalMs: Math.min(due.getTime() - before, after - due.getTime()) };
}

function parseCron({ cron, timeZone }: { cron: string; timeZone: string }, currentDate: Date) {
  return CronExpressionParser.parse(cron, { currentDate, tz: timeZone });
}

function digest(text: string): bigint {
  return createHash("sha256").update(text).digest().readBigUInt64BE();
}
