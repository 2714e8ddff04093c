import type { Random } from "#e2e/bench/detection/random.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { KeyPromise } from "#lib/names.ts";

/** How one metric of one made table behaves. Levels are free of noise. */
export interface Profile {
  metric: MetricName;
  promise: KeyPromise;
  /** Where nothing is wrong, by the hours since the beginning. */
  usual: (hour: number) => number;
  /** A rise that somebody should be told of; others are this or more. */
  rise: number;
  /** A level as it is seen. */
  seen: (level: number) => number;
  /** How many keys the table has while nothing grows; null: the metric is no count of keys. */
  keys: number | null;
}

type MakeProfile = (random: Random) => Profile;

/** Metrics that are judged, by what is usual of them. */
export const PROFILES = {
  surplus_rows: (random) => never("surplus_rows", random),
  ghost_rows: (random) => never("ghost_rows", random),
  duplicate_factor: (random) => {
    const base = 1 + random.between(0, 0.5);
    const noise = random.scale(0.0002, 0.003);
    return profile("duplicate_factor", base, { rise: random.between(0.04, 0.4), seen: (level) => level + noise * random.bell() });
  },
  multi_partition_keys: (random) => countOfKeys("multi_partition_keys", random),
  multi_key_bytes_keys: (random) => countOfKeys("multi_key_bytes_keys", random),
  commit_lag_seconds: (random) => lag("commit_lag_seconds", { low: 20, high: 900, riseMin: 900 }, random),
  source_lag_seconds: (random) => lag("source_lag_seconds", { low: 60, high: 1800, riseMin: 2700 }, random),
  delete_ratio: (random) =>
    sawTooth("delete_ratio", { peak: random.between(0.03, 0.17), rise: random.between(0.22, 0.7), round: false }, random),
  equality_delete_files: (random) =>
    sawTooth("equality_delete_files", { peak: random.between(8, 85), rise: random.scale(110, 3000), round: true }, random),
} as const satisfies Partial<Record<MetricName, MakeProfile>>;
export type ProfiledMetric = keyof typeof PROFILES;

function profile(metric: MetricName, base: number, more: Partial<Profile> & Pick<Profile, "rise" | "seen">): Profile {
  return { metric, promise: "none", usual: () => base, keys: null, ...more };
}

function never(metric: MetricName, random: Random): Profile {
  return profile(metric, 0, { promise: "unique", rise: Math.round(random.scale(1, 5000)), seen: Math.round });
}

function countOfKeys(metric: MetricName, random: Random): Profile {
  const base = random.next() < 0.2 ? 0 : random.scale(100, 100_000);
  const noise = random.between(0.001, 0.01) * base;
  const rise = Math.max(40, base * random.between(0.4, 5));
  const keys = Math.max(base, 1000) * random.scale(2, 100);
  return profile(metric, base, { rise, keys, seen: (level) => Math.max(0, Math.round(level + noise * random.bell())) });
}

/** Lags have a long tail upwards: one that is late is far later than one that is early is early. */
function lag(metric: MetricName, { low, high, riseMin }: { low: number; high: number; riseMin: number }, random: Random): Profile {
  const base = random.scale(low, high);
  const noise = random.between(0.05, 0.45);
  const rise = Math.max(riseMin, base * random.between(4, 20));
  return profile(metric, base, { rise, seen: (level) => level * Math.exp(noise * random.bell()) });
}

/** It grows until a compaction takes it back. */
function sawTooth(metric: MetricName, { peak, rise, round }: { peak: number; rise: number; round: boolean }, random: Random): Profile {
  const period = random.oneOf([6, 12, 24, 48]);
  const phase = random.between(0, period);
  const usual = (hour: number): number => (peak * ((hour + phase) % period)) / period;
  return profile(metric, 0, {
    usual,
    rise,
    seen: (level) => (round ? Math.round(level) : level * (1 + 0.02 * random.bell())),
  });
}

/** The peak and the hours between two compactions of a saw-tooth that goes on for ever. Pure. */
export function toothOf({ usual }: Profile): { peak: number; nextReset: (hour: number) => number } {
  const hours = Array.from({ length: 49 * 20 }, (_, at) => at / 20);
  const peak = Math.max(...hours.map(usual));
  const nextReset = (hour: number): number => {
    let at = hour;
    while (usual(at + 0.05) >= usual(at)) at += 0.05;
    return at;
  };
  return { peak, nextReset };
}
