import type { RegistryHealth, RegistryLook } from "#lib/contracts/registry-health.ts";

/** How exactly `lastAskedAt` is kept. */
const ASKED_EVERY_MS = 60_000;

/**
 * How a schema registry does after it was asked; null: as before. One look decides: a reading tries twice by itself, and nobody is told of it
 * but by the page and the table's notes. Pure.
 */
export function afterRegistryLook(before: RegistryHealth | null, look: RegistryLook, now: Date): RegistryHealth | null {
  const at = now.toISOString();
  const state = look.fault === null ? "well" : "ill";
  const ids = look.ids ?? before?.ids ?? null;
  const since = before?.state === state ? before.since : at;
  const after = { name: before?.name ?? look.name, state, since, fault: look.fault, ids, lastAskedAt: at } satisfies RegistryHealth;
  if (before === null) return after;
  const isSame = before.state === state && before.fault === look.fault && JSON.stringify(before.ids) === JSON.stringify(ids);
  return isSame && Math.abs(now.getTime() - Date.parse(before.lastAskedAt)) < ASKED_EVERY_MS ? null : after;
}
