import type { MetricUnit } from "#lib/names.ts";
import { formatMetric, formatTick } from "#lib/units.ts";
import { levelsOf, niceTop } from "./time-axis.ts";

/** A vertical axis that begins at 0. */
export interface ValueAxis {
  top: number;
  /** What it names, from below: by its share of the height. Nothing but 0 where no number is above it. */
  levels: { share: number; text: string }[];
}

const WITH_UNIT: ReadonlySet<MetricUnit> = new Set<MetricUnit>(["bytes", "seconds", "ratio"]);

/** The axis for numbers up to `max`: whole numbers where the unit counts. Pure. */
export function valueAxis(max: number, unit: MetricUnit): ValueAxis {
  const top = niceTop(max, unit === "ratio");
  const say = (value: number): string => (WITH_UNIT.has(unit) ? formatMetric(value, unit) : formatTick(value));
  return { top, levels: levelsOf(max, top).map((value) => ({ share: value / top, text: say(value) })) };
}

/** The grid of an axis as a path in a box of 1000 × 100, without its base line. Pure. */
export function gridPath(levels: ValueAxis["levels"]): string {
  return levels.flatMap(({ share }) => (share > 0 ? [`M0 ${100 - share * 100}H1000`] : [])).join("");
}
