import type { MetricDeclaration } from "#lib/checks/define-check.ts";
import type { MetricName, TrustDirection } from "#lib/names.ts";
import { formatCount, formatMetric } from "#lib/units.ts";
import { capital } from "#lib/words.ts";

interface Named {
  name: MetricName;
  declaration: Pick<MetricDeclaration, "label" | "unit" | "followsDirection">;
}

/** What was passed, for a person: surplus rows by the keys that have them, all else with its limit. Pure. */
export function sayLimit(
  { name, declaration }: Named,
  { value, limit }: { value: number; limit: number },
  { direction, values }: { direction: TrustDirection | null; values: Partial<Record<MetricName, number | null>> },
): string {
  const { label, unit, followsDirection } = declaration;
  const bound = followsDirection === true && direction !== null ? `${direction} ` : "";
  if (name === "surplus_rows" && typeof values.duplicated_keys === "number") {
    const keys = values.duplicated_keys === 1 ? "1 key has" : `${formatCount(values.duplicated_keys)} keys have`;
    return `${capital(bound)}${keys} more than one row: ${formatCount(value)} surplus ${value === 1 ? "row" : "rows"}.`;
  }
  return `${label}: ${bound}${formatMetric(value, unit)}, limit ${formatMetric(limit, unit)}.`;
}
