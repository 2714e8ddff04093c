import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { formatAge } from "#lib/units.ts";

const JUMP_MS = 30_000;

/** Tells when the machine's clock was set between two looks: due times follow it at once, and nobody should wonder why. A machine that slept was set forward. */
export function createClockGuard({ now, log }: Pick<TaskDeps, "now" | "log">, steadyMs = () => performance.now()): { look: () => void } {
  let before = { clockMs: now().getTime(), steadyMs: steadyMs() };
  return {
    look: () => {
      const at = { clockMs: now().getTime(), steadyMs: steadyMs() };
      const jumpMs = at.clockMs - before.clockMs - (at.steadyMs - before.steadyMs);
      before = at;
      if (Math.abs(jumpMs) < JUMP_MS) return;
      log.warn(
        `This machine's clock was set ${jumpMs > 0 ? "forward" : "back"} by ${formatAge(Math.abs(jumpMs))}; schedules go by it from now on.`,
      );
    },
  };
}
