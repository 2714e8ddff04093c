import type { MetricDeclaration, MetricTile } from "#lib/checks/define-check.ts";
import { isTableWide } from "#lib/checks/registry.ts";
import { hasLimits, withLimits } from "#lib/checks/with-limits.ts";
import type { LimitOverride } from "#lib/contracts/table-definition.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { showMetric } from "#lib/judging/shown-metric.ts";
import { findMetricName, METRICS, TILE_METRICS, type MetricName } from "#lib/metrics.ts";
import type { KeyPromise, TrustDirection, TrustLevel } from "#lib/names.ts";
import { boundSign, formatAge, formatCount } from "#lib/units.ts";

type Values = Partial<Record<MetricName, number | null>>;

export interface StatsInput {
  promise: KeyPromise;
  values: Values;
  /** The same a week before; null: no snapshot of then was read. */
  before: Values | null;
  notComputed: Partial<Record<MetricName, string>>;
  /** On the snapshot that is shown; null: it was never judged. */
  verdict: Verdict | null;
  trust: { level: TrustLevel; direction: TrustDirection | null } | null;
  /** Of `before`. */
  trustBefore: StatsInput["trust"];
  limits: Partial<Record<MetricName, LimitOverride>>;
}

/** One of the six numbers; without a value the reason stands in its place. */
export interface StatView {
  metric: MetricName;
  label: string;
  value: string | null;
  reason: string | null;
  /** Its change, its limit, what it is of. */
  note: string;
  tone: "plain" | "alert" | "warning" | "accepted" | "doubt";
}

interface Shown {
  metric: MetricName;
  declaration: MetricDeclaration;
  tile: MetricTile;
}

/** The numbers on top of a table's page, in order. Pure. */
export function viewStats(input: StatsInput): StatView[] {
  return TILE_METRICS.flatMap((metric) => {
    const declaration = METRICS[metric];
    const { tile } = declaration;
    if (tile === undefined) return [];
    const shown: Shown = { metric, declaration, tile };
    const value = input.values[metric] ?? null;
    const reason = value === null ? (input.notComputed[metric] ?? "It was not computed at this snapshot.") : null;
    const note = value === null ? "" : [sayChange(shown, value, input), sayNote(shown, input)].filter((part) => part !== "").join(", ");
    return {
      metric,
      label: tile.label ?? declaration.label,
      value: value === null ? null : `${boundOf(declaration, input)}${formatTile(shown, value)}`,
      reason,
      note,
      tone: toneOf(metric, value, input),
    };
  });
}

function formatTile({ declaration: { unit }, tile: { decimals = 3 } }: Shown, value: number): string {
  if (unit === "seconds") return formatAge(value * 1000);
  return unit === "ratio" ? value.toFixed(decimals) : formatCount(value);
}

function boundOf({ followsDirection }: MetricDeclaration, { trust }: StatsInput): string {
  return followsDirection === true ? boundSign(trust?.direction ?? null) : "";
}

function sayChange(shown: Shown, value: number, { before, trust, trustBefore }: StatsInput): string {
  const { change } = shown.tile;
  if (change === "none") return "";
  const then = before?.[shown.metric];
  // The difference of two bounds is none.
  const isVague = [trust, trustBefore].some((one) => one != null && (one.level === "untrusted" || one.direction !== null));
  if (!isTableWide(shown.metric) && isVague && then != null) return "change not known";
  if (then == null) return "no number 7 d ago";
  if (then === value) return change === "was" ? "unchanged" : "unchanged in 7 d";
  if (change === "was") return `was ${formatTile(shown, then)}`;
  return `${value > then ? "+" : ""}${formatTile(shown, value - then)} in 7 d`;
}

function sayNote(shown: Shown, { values, limits, promise, verdict }: StatsInput): string {
  const { metric, declaration, tile } = shown;
  const whole = findMetricName(tile.of);
  const wholeValue = whole && values[whole];
  if (wholeValue != null) return `of ${formatCount(wholeValue)}`;
  if (!hasLimits(declaration, promise)) return "not judged";
  if (tile.showsLimit !== true) return "";
  const { tone, limit: crossed } = showMetric(verdict, metric, values[metric]);
  if (tone === "accepted" && crossed !== null) return `${formatTile(shown, crossed)} accepted`;
  const limit = crossed ?? withLimits<Pick<MetricDeclaration, "warnAt" | "alertAt">>(declaration, limits[metric]).warnAt;
  return [tile.suffix ?? "", limit === null ? "" : `limit ${formatTile(shown, limit)}`].filter((part) => part !== "").join(", ");
}

function toneOf(metric: MetricName, value: number | null, { verdict, trust }: StatsInput): StatView["tone"] {
  const { tone } = showMetric(verdict, metric, value);
  return tone === "plain" && value !== null && !isTableWide(metric) && trust?.level === "untrusted" ? "doubt" : tone;
}
