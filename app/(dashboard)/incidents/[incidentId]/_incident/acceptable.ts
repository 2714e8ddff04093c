import type { Finding } from "#lib/contracts/finding.ts";
import { METRICS, type MetricName } from "#lib/metrics.ts";
import { formatMetric } from "#lib/units.ts";

/** A level that a person may accept. */
export interface AcceptableLevel {
  metric: MetricName;
  /** null: it is a number of the whole table. */
  tableKeyId: string | null;
  /** The number with its name and its key. */
  label: string;
}

/** The numbers of an incident that can be accepted as they are; one that grows with the clock is beyond what was accepted at once. Pure. */
export function acceptable(findings: readonly Finding[]): AcceptableLevel[] {
  return findings.flatMap(({ metric, key, value }) => {
    if (metric === null || value === null || METRICS[metric].growsWithTime === true) return [];
    const { label, unit } = METRICS[metric];
    const of = key === null ? "" : ` of key ${key.name}`;
    return [{ metric, tableKeyId: key?.id ?? null, label: `${label}${of}: ${formatMetric(value, unit)}` }];
  });
}
