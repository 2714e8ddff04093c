import { findMetric } from "#lib/checks/registry.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import type { MetricName } from "#lib/names.ts";
import { formatMetric } from "#lib/units.ts";

/** A level that a person may accept. */
export interface AcceptableLevel {
  metric: MetricName;
  tableKeyId: string;
  /** The number with its name and its key. */
  label: string;
}

/** The numbers of an incident that belong to a key and can be accepted as they are. Pure. */
export function acceptable(findings: readonly Finding[]): AcceptableLevel[] {
  return findings.flatMap(({ metric, key, value }) => {
    if (metric === null || key === null || value === null) return [];
    const { label, unit } = findMetric(metric) ?? { label: metric, unit: "" };
    return [{ metric, tableKeyId: key.id, label: `${label} of key ${key.name}: ${formatMetric(value, unit)}` }];
  });
}
