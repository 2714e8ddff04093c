import { mergeSchedules } from "#lib/config/schedule-settings.ts";
import type { SharedSettings } from "#lib/config/table-settings.ts";

/**
 * The special settings over the general ones, part by part: what the special ones leave out stays. Tags and masked columns add up, so that
 * nobody unmasks a column by naming another; other lists replace; a schedule's mode replaces a mode. Only shared settings are taken.
 */
export function mergeSettings(general: SharedSettings, special: SharedSettings): SharedSettings {
  return {
    relocated: special.relocated ?? general.relocated,
    read_by: special.read_by ?? general.read_by,
    owner: special.owner ?? general.owner,
    tags: union(general.tags, special.tags),
    paused: special.paused ?? general.paused,
    promise: special.promise ?? general.promise,
    keep: special.keep ?? general.keep,
    kafka: { ...general.kafka, ...special.kafka },
    schema_registry: special.schema_registry ?? general.schema_registry,
    managed_by: special.managed_by ?? general.managed_by,
    event_time: special.event_time ?? general.event_time,
    cdc: { ...general.cdc, ...special.cdc },
    masked: union(general.masked, special.masked),
    schedule: mergeSchedules(general.schedule, special.schedule),
    limits: mergeEach(general.limits, special.limits),
    budgets: {
      history: { ...general.budgets?.history, ...special.budgets?.history },
      run: { ...general.budgets?.run, ...special.budgets?.run },
    },
    sample: { ...general.sample, ...special.sample },
  };
}

function union(general: readonly string[] = [], special: readonly string[] = []): string[] {
  return [...new Set([...general, ...special])];
}

function mergeEach<T extends object>(general: T = {} as T, special: T = {} as T): T {
  const merged = { ...general };
  for (const [key, value] of Object.entries(special) as [keyof T, T[keyof T]][]) merged[key] = { ...general[key], ...value };
  return merged;
}
