/** What became of a child process so far; times in milliseconds of one steady clock. */
export interface ChildHistory {
  /** When each death happened, oldest first. */
  deathsMs: readonly number[];
  /** It worked at least once since the service started. */
  wasReady: boolean;
}

export type AfterDeath = { restart: true; delayMs: number } | { restart: false; deaths: number; withinMs: number };

const WINDOW_MS = 300_000;
const DELAYS_MS = [0, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];
/** One that never worked has a fault of its own, which a person wants to see soon. */
const DEATHS_BEFORE_READY_MAX = 3;
const DEATHS_MAX = DELAYS_MS.length;

/** Whether to start a child again, and after how long. Pure. Deaths older than five minutes are forgotten. */
export function afterDeath({ deathsMs, wasReady }: ChildHistory, nowMs: number): AfterDeath {
  const recent = deathsMs.filter((at) => nowMs - at < WINDOW_MS);
  const deaths = recent.length;
  if (deaths >= (wasReady ? DEATHS_MAX : DEATHS_BEFORE_READY_MAX))
    return { restart: false, deaths, withinMs: nowMs - (recent[0] ?? nowMs) };
  return { restart: true, delayMs: DELAYS_MS[Math.max(0, deaths - 1)] ?? 0 };
}
