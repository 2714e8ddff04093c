/** A catalog that asks for more is looked at all the same: it may have been set up anew. */
const WAIT_MS_MAX = 3_600_000;

/**
 * How long a server wants to be left alone, in milliseconds, from its Retry-After: seconds, or a date of HTTP (RFC 9110, 10.2.3). At most an
 * hour; null: it does not say so, or names a time that is over. Pure.
 */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return waitMs > 0 ? Math.min(waitMs, WAIT_MS_MAX) : null;
}
