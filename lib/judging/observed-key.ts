import type { LimitOverride } from "#lib/contracts/table-definition.ts";
import type { Accepted } from "#lib/contracts/verdict.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { KeyPromise, TrustDirection, TrustLevel } from "#lib/names.ts";

/** What an observation saw of one key of a table, and what it is measured against. */
export interface ObservedKey {
  key: { id: string; name: string };
  observedAt: Date;
  /** The table has no snapshot yet. */
  neverWritten?: boolean;
  promise: KeyPromise;
  trust: { level: TrustLevel; direction: TrustDirection | null; reasons?: readonly string[] };
  values: Partial<Record<MetricName, number | null>>;
  /** The table's own limits. */
  limits: Partial<Record<MetricName, LimitOverride>>;
  /** What a person accepts for now. */
  accepted: Partial<Record<MetricName, Accepted>>;
  /**
   * Earlier observations of the same version of the key by the same engine, newest first, the last of each hour of four weeks; none that is
   * untrusted.
   */
  past: readonly { observedAt: Date; values: Partial<Record<MetricName, number | null>> }[];
}
