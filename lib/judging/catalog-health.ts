import type { CatalogHealth } from "#lib/contracts/catalog-health.ts";

/** What a request of a poll or a run said of a catalog as a whole. */
export type CatalogLook =
  | { ok: true }
  /** `retryAfterMs`: for so long it wants to be left alone; null: it does not say. */
  | { ok: false; error: { code: string; message: string }; retryAfterMs: number | null };

/** It is ill when looks have failed for so long, and so many of them. */
const ILL = { afterMs: 60_000, looks: 2 };
/** From the first failure on it is left alone for so long, twice as long after each further one. */
const QUIET_MS = { first: 5000, max: 300_000 };
/** What a catalog may ask for at most; more is a clock that was set back. */
const QUIET_MS_MAX = 3_600_000;
/** How exactly `lastWellAt` is kept. */
const WELL_EVERY_MS = 60_000;

/**
 * How a catalog does after a look at it; null: as before. Of several looks that fail at the same time the first counts: while it is left
 * alone, one says no more than that it still does not work. One that succeeds makes it well at once. Pure.
 */
export function afterLook(before: CatalogHealth | null, name: string, look: CatalogLook, now: Date): CatalogHealth | null {
  return look.ok ? well(before, name, now) : failed(before, name, look, now);
}

function well(before: CatalogHealth | null, name: string, now: Date): CatalogHealth | null {
  const at = now.toISOString();
  const isOld = (last: string | null) => last === null || Math.abs(now.getTime() - Date.parse(last)) >= WELL_EVERY_MS;
  if (before?.state === "well") return isOld(before.lastWellAt) ? { ...before, lastWellAt: at } : null;
  const recoveredAt = before?.state === "ill" ? at : (before?.recoveredAt ?? null);
  return { name, state: "well", since: at, error: null, failures: 0, lastWellAt: at, recoveredAt, quietUntil: null };
}

function failed(
  before: CatalogHealth | null,
  name: string,
  { error, retryAfterMs }: Extract<CatalogLook, { ok: false }>,
  now: Date,
): CatalogHealth | null {
  if (before !== null && isQuiet(before, now)) return null;
  const failing = before === null || before.state === "well" ? null : before;
  const failures = (failing?.failures ?? 0) + 1;
  const since = failing?.since ?? now.toISOString();
  const isIll = failing?.state === "ill" || (failures >= ILL.looks && now.getTime() - Date.parse(since) >= ILL.afterMs);
  const quietMs = Math.max(Math.min(QUIET_MS.first * 2 ** (failures - 1), QUIET_MS.max), Math.min(retryAfterMs ?? 0, QUIET_MS_MAX));
  return {
    name,
    state: isIll ? "ill" : "doubtful",
    since,
    error,
    failures,
    lastWellAt: before?.lastWellAt ?? null,
    recoveredAt: before?.recoveredAt ?? null,
    quietUntil: new Date(now.getTime() + quietMs).toISOString(),
  };
}

/** Whether a catalog is left alone now. A clock that was set back holds up nothing. Pure. */
export function isQuiet({ quietUntil }: Pick<CatalogHealth, "quietUntil">, now: Date): boolean {
  const leftMs = quietUntil === null ? 0 : Date.parse(quietUntil) - now.getTime();
  return leftMs > 0 && leftMs <= QUIET_MS_MAX;
}

/** How the catalog or registry of that name does, whatever the case; null: nobody has looked at it. Pure. */
export function findHealth<T extends { name: string }>(all: readonly T[], name: string): T | null {
  return all.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null;
}
