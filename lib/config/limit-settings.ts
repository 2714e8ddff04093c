import { z } from "zod";
import { expects, show } from "#lib/config/scalars.ts";
import type { MetricDeclaration } from "#lib/checks/define-check.ts";
import type { LimitOverride } from "#lib/contracts/table-definition.ts";
import { METRICS, METRIC_NAMES, type MetricName } from "#lib/metrics.ts";
import type { MetricUnit } from "#lib/names.ts";
import { parseBytes, parseDuration } from "#lib/units.ts";

type Limits = Partial<Record<MetricName, LimitOverride>>;

/** Written quantities of the units that have them. */
const WRITTEN: Partial<Record<MetricUnit, { parse: (text: string) => number | null; example: string }>> = {
  seconds: { parse: parseDuration, example: "15m" },
  bytes: { parse: parseBytes, example: "50GiB" },
};

/** One severity's limit: a number, where the unit allows a written quantity, or `off`. Out: the number, null for `off`. */
function limit(unit: MetricUnit) {
  const written = WRITTEN[unit];
  const expected = `A number${written === undefined ? "" : ` or a quantity such as ${written.example}`} is expected, or the word off.`;
  const words = written === undefined ? z.literal("off") : z.string().min(1);
  return z.union([z.number().min(0), words], expects(expected)).transform((value, context): number | null => {
    if (value === "off") return null;
    const parsed = typeof value === "number" ? value : (written?.parse(value) ?? null);
    if (parsed !== null) return parsed;
    context.addIssue(`"${show(value)}" is not a limit of ${unit}. ${expected}`);
    return z.NEVER;
  });
}

function metricLimits({ label, unit, help, warnAt, alertAt, worse }: MetricDeclaration) {
  const own = warnAt === null && alertAt === null ? "none of its own" : `warn ${warnAt ?? "off"}, alert ${alertAt ?? "off"}`;
  const side = worse === "lower" ? "at or below" : "at or above";
  return z
    .union(
      [
        z.literal("off"),
        z.strictObject({
          warn: limit(unit).optional().describe(`Warn ${side} this.`),
          alert: limit(unit).optional().describe(`Alert ${side} this.`),
        }),
      ],
      expects("A map such as { warn: 1, alert: 100 } is expected, or the word off."),
    )
    .transform((value): LimitOverride => {
      if (value === "off") return { warnAt: null, alertAt: null };
      return { ...(value.warn !== undefined && { warnAt: value.warn }), ...(value.alert !== undefined && { alertAt: value.alert }) };
    })
    .optional()
    .describe(`${label} (${unit}). ${help} Limits: ${own}.`);
}

/**
 * Limits by metric, as the file says them. Out: overrides by metric. A limit of a metric that is not computed yet judges nothing; a file that
 * sets one stays valid.
 */
export const LimitSettings = z
  .strictObject(Object.fromEntries(METRIC_NAMES.map((name) => [name, metricLimits(METRICS[name])])))
  .transform((value) => value as Limits)
  .meta({ id: "Limits" });
export type LimitSettings = Limits;

/** The limits of a metric for one table: its own, overridden. */
export function effectiveLimits(declaration: Pick<MetricDeclaration, "warnAt" | "alertAt">, override: LimitOverride = {}) {
  const { warnAt = declaration.warnAt, alertAt = declaration.alertAt } = override;
  return { warnAt, alertAt };
}

/** Metrics whose warning, once the checks' own limits are filled in, comes only after the alert: a sentence for each. */
export function limitFaults(limits: Limits): { metric: MetricName; message: string }[] {
  return METRIC_NAMES.flatMap((name) => {
    const declaration = METRICS[name];
    const override = limits[name];
    const { warnAt, alertAt } = effectiveLimits(declaration, override);
    if (override === undefined || warnAt === null || alertAt === null) return [];
    if (!warnsTooLate(declaration, { warnAt, alertAt })) return [];
    const lower = declaration.worse === "lower";
    const [warn, alert] = [told("warn", warnAt, override.warnAt), told("alert", alertAt, override.alertAt)];
    return [
      {
        metric: name,
        message: `${warn} is ${lower ? "below" : "above"} ${alert}, so no warning can occur. Set both, or switch one off with the word off.`,
      },
    ];
  });
}

/** Whether the alert is passed before the warning; both on one value is none of that. */
export function warnsTooLate(
  { worse }: Pick<MetricDeclaration, "worse">,
  { warnAt, alertAt }: { warnAt: number; alertAt: number },
): boolean {
  return worse === "lower" ? warnAt < alertAt : warnAt > alertAt;
}

function told(severity: string, value: number, set: number | null | undefined): string {
  return `${severity} ${value}${set === undefined ? " (the check's own)" : ""}`;
}
