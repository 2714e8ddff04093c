import type { Logger } from "pino";
import { formatAge } from "#lib/units.ts";

const TOLD_MS = 30_000;
const JUMP_MS = 60_000;

/** Learns that the clock was set between two looks. A machine that slept was set forward. */
export interface ClockGuard {
  /** When the clock last jumped by more than a minute, by the clock after it; null: not since this process started. */
  look: () => Date | null;
}

/** Tells when the clock was set by more than half a minute: due times follow it at once, and nobody should wonder why. */
export function createClockGuard(
  { now, log }: { now: () => Date; log: Pick<Logger, "warn"> },
  steadyMs = () => performance.now(),
): ClockGuard {
  let before = { clockMs: now().getTime(), steadyMs: steadyMs() };
  let jumpedAt: Date | null = null;
  return {
    look: () => {
      const at = { clockMs: now().getTime(), steadyMs: steadyMs() };
      const jumpMs = at.clockMs - before.clockMs - (at.steadyMs - before.steadyMs);
      before = at;
      if (Math.abs(jumpMs) > JUMP_MS) jumpedAt = new Date(at.clockMs);
      if (Math.abs(jumpMs) >= TOLD_MS) {
        const way = jumpMs > 0 ? "forward" : "back";
        log.warn(`The clock was set ${way} by ${formatAge(Math.abs(jumpMs))}; schedules go by it from now on.`);
      }
      return jumpedAt;
    },
  };
}
