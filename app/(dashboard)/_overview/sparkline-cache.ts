import type { Db } from "#db/client.ts";
import { listSparklines, type Sparkline } from "#db/queries/sparklines.ts";

const DAYS = 14;
/** Twice 40 points are about one for each pixel of a sparkline. */
const BUCKETS = 40;
/** Filling history adds facts before an observation that is known already: after this time a few are read again with each page, and after the longer one all. */
const KEEP_MS = 120_000;
const KEEP_MS_MAX = 600_000;
const AGED_MAX = 4;
const KEPT_MAX = 5000;

interface Kept {
  observedAt: number;
  readAt: number;
  sparkline: Sparkline | null;
}

const shared = globalThis as typeof globalThis & { bergwatchSparklines?: Map<string, Kept> };

/**
 * The sparklines of keys up to their latest observations, by the key's id; null: no facts in that time. What a key looked like up to an observation hardly changes, and
 * everybody looks at the same first page, so it is kept for some minutes, and only what is missing is read.
 */
export async function readSparklines(db: Db, keys: readonly { tableKeyId: string; now: Date }[]): Promise<Map<string, Sparkline | null>> {
  const kept: Map<string, Kept> = (shared.bergwatchSparklines ??= new Map<string, Kept>());
  const readAt = Date.now();
  const known = new Map<string, Sparkline | null>();
  let aged = 0;
  for (const { tableKeyId, now } of keys) {
    const one = kept.get(tableKeyId);
    if (one === undefined || one.observedAt !== now.getTime() || readAt - one.readAt > KEEP_MS_MAX) continue;
    if (readAt - one.readAt > KEEP_MS && aged++ < AGED_MAX) continue;
    known.set(tableKeyId, one.sparkline);
  }
  const missing = keys.filter(({ tableKeyId }) => !known.has(tableKeyId));
  const read = await listSparklines(db, { keys: missing, days: DAYS, buckets: BUCKETS });
  if (kept.size + missing.length > KEPT_MAX) kept.clear();
  for (const { tableKeyId, now } of missing) {
    const sparkline = read.get(tableKeyId) ?? null;
    kept.set(tableKeyId, { observedAt: now.getTime(), readAt, sparkline });
    known.set(tableKeyId, sparkline);
  }
  return known;
}
