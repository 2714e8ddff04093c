import { valueAxis, type ValueAxis } from "#app/_ui/charts/value-axis.ts";
import type { CausePoint } from "#db/queries/cause-series.ts";
import type { CauseName } from "#lib/names.ts";

/** Causes that get a color of their own; the rest would be slivers, and are one. */
const SHOWN_MAX = 6;

export interface CauseChart {
  /** The cause of most keys at the base line; `cause` null: all others. */
  layers: {
    cause: CauseName | null;
    /** How many causes it stands for. */
    stands: number;
    /** At the newest snapshot; null: it was not explained. */
    keys: number | null;
    /** In percent of the plot, as CSS writes a polygon. */
    polygon: string;
  }[];
  levels: ValueAxis["levels"];
  /** Where keys were duplicated and not explained, or not counted: from the left, in percent. */
  gaps: { from: number; width: number }[];
  /** Snapshots at which a number changed, newest first. */
  rows: { at: Date; snapshotId: string; keys: (number | null)[] }[];
  /** When the first layer's cause first had a key after a snapshot without, `exactly` where none lies between the two; null: not seen to begin. */
  began: { at: Date; exactly: boolean } | null;
}

/**
 * The causes of a key's duplicates over the commits of `[from, to)`, as steps: what a snapshot says holds until the next one. null: nothing was
 * duplicated all the time, or nothing was explained. Pure.
 */
export function viewCauseChart(points: readonly CausePoint[], { from, to }: { from: Date; to: Date }): CauseChart | null {
  const names = rankCauses(points);
  if (names.length === 0) return null;
  const own = names.length > SHOWN_MAX ? names.slice(0, SHOWN_MAX - 1) : names;
  const rest = new Set(names.slice(own.length));
  const keysAt = ({ shares }: CausePoint): (number | null)[] => {
    if (shares === null) return [...own, ...(rest.size > 0 ? [null] : [])].map(() => null);
    const sum = (fits: (cause: CauseName) => boolean) => shares.reduce((all, { cause, keys }) => (fits(cause) ? all + keys : all), 0);
    return [...own.map((name) => sum((cause) => cause === name)), ...(rest.size > 0 ? [sum((cause) => rest.has(cause))] : [])];
  };
  const counted = points.map((point) => ({ point, keys: keysAt(point) }));
  const { top, levels } = valueAxis(Math.max(...counted.map(({ keys }) => keys.reduce<number>((sum, one) => sum + (one ?? 0), 0))), "keys");
  const spans = counted.map(({ point, keys }, place) => {
    const end = counted[place + 1]?.point.at ?? to;
    const x = (at: Date) => ((at.getTime() - from.getTime()) / Math.max(to.getTime() - from.getTime(), 1)) * 100;
    return { begin: x(point.at), end: x(end), keys };
  });
  const last = counted.at(-1)?.keys ?? [];
  const layers = [...own, ...(rest.size > 0 ? [null] : [])].map((cause, place) => ({
    cause,
    stands: cause === null ? rest.size : 1,
    keys: last[place] ?? null,
    polygon: polygonOf(spans, place, top),
  }));
  const gaps = spans.flatMap(({ begin, end, keys }) => (keys.includes(null) ? [{ from: begin, width: end - begin }] : []));
  return { layers, levels, gaps: joinGaps(gaps), rows: changesOf(counted), began: beganOf(counted) };
}

/** By their keys over the whole time, what is unknown last. */
function rankCauses(points: readonly CausePoint[]): CauseName[] {
  const sums = new Map<CauseName, number>();
  for (const { cause, keys } of points.flatMap(({ shares }) => shares ?? [])) sums.set(cause, (sums.get(cause) ?? 0) + keys);
  const sum = (cause: CauseName) => (cause === "unknown" ? -1 : (sums.get(cause) ?? 0));
  return [...sums.keys()].toSorted((a, b) => sum(b) - sum(a));
}

/** The outline of one layer: along its upper edge, and back along the lower one. */
function polygonOf(spans: readonly { begin: number; end: number; keys: (number | null)[] }[], place: number, top: number): string {
  const edge = (upTo: number) => {
    const corners: [x: number, y: number][] = [];
    for (const { begin, end, keys } of spans) {
      const height = keys.slice(0, upTo).reduce<number>((sum, one) => sum + (one ?? 0), 0);
      const y = 100 - (height / top) * 100;
      const before = corners.at(-1);
      // A step as high as the one before goes on with it.
      if (before !== undefined && before[1] === y) before[0] = end;
      else corners.push([begin, y], [end, y]);
    }
    return corners;
  };
  return [...edge(place + 1), ...edge(place).toReversed()].map(([x, y]) => `${round(x)}% ${round(y)}%`).join(",");
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

function joinGaps(gaps: readonly { from: number; width: number }[]): { from: number; width: number }[] {
  const joined: { from: number; width: number }[] = [];
  for (const gap of gaps) {
    const last = joined.at(-1);
    if (last !== undefined && last.from + last.width >= gap.from - 0.01) last.width = gap.from + gap.width - last.from;
    else joined.push({ ...gap });
  }
  return joined;
}

interface Counted {
  point: CausePoint;
  keys: (number | null)[];
}

function changesOf(counted: readonly Counted[]): CauseChart["rows"] {
  const said = (one: Counted | undefined) => JSON.stringify(one?.keys);
  const changed = counted.filter((one, place) => place === 0 || said(one) !== said(counted[place - 1]));
  return changed.map(({ point: { at, snapshotId }, keys }) => ({ at, snapshotId, keys })).toReversed();
}

function beganOf(counted: readonly Counted[]): CauseChart["began"] {
  const begun = counted.findLast(({ keys }, place) => (keys[0] ?? 0) > 0 && counted[place - 1]?.keys[0] === 0)?.point;
  return begun === undefined || (counted.at(-1)?.keys[0] ?? 0) === 0 ? null : { at: begun.at, exactly: begun.follows };
}
