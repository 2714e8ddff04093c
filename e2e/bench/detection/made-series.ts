import type { MetricName } from "#lib/metrics.ts";
import type { KeyPromise, TrustDirection, TrustLevel } from "#lib/names.ts";

/** What a made series is about. Those with labels in them are told of; in the others everything is as it should be. */
export const SERIES_KINDS = [
  "flat zero",
  "first surplus",
  "rise on an accepted level",
  "step",
  "drift",
  "spike",
  "blip",
  "daily season",
  "weekly season",
  "compaction resets",
  "compaction stops",
  "growth",
  "backfill",
  "noise",
  "missing observations",
  "untrusted stretches",
  "new key",
] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** Milliseconds since 1970; `to` is out of it. */
export interface Span {
  from: number;
  to: number;
}

export interface MadePoint {
  at: Date;
  values: Partial<Record<MetricName, number>>;
  trust: { level: TrustLevel; direction: TrustDirection | null };
  /** Observations of another version of the key are not comparable. */
  keyVersion: number;
}

/** Ninety days of one metric, with the spans in which somebody should be told. */
export interface MadeSeries {
  kind: SeriesKind;
  metric: MetricName;
  promise: KeyPromise;
  accepted: Partial<Record<MetricName, number>>;
  /** Oldest first. */
  points: readonly MadePoint[];
  labels: readonly Span[];
}
