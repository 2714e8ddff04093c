import { z } from "zod";
import { SERIES_VALUES, type SeriesValueName } from "#lib/charts.ts";
import { TRUST_DIRECTIONS, type TrustDirection } from "#lib/names.ts";

/** `commit`: a point for each snapshot at its commit time. `run`: a point for each run at the time it looked. */
export const SERIES_BY = ["commit", "run"] as const;
export type SeriesBy = (typeof SERIES_BY)[number];

export const SeriesQuery = z.object({
  tableId: z.uuid(),
  /** The key's name in its table; not given: the first. */
  key: z.string().optional(),
  /** See series-range.ts; what cannot be read is taken for the default. */
  range: z.string().optional(),
  by: z.enum(SERIES_BY).catch("commit"),
  /** As a file: `arrow` or `csv`. */
  download: z.enum(["arrow", "csv"]).optional(),
});
export type SeriesQuery = z.infer<typeof SeriesQuery>;

const time = z.iso.datetime();

const SERIES_EVENT_KINDS = ["compaction", "schema", "failed", "note", "version", "engine"] as const;

/** Something that happened on the time axis. */
export const SeriesEvent = z.strictObject({
  id: z.string(),
  at: time,
  kind: z.enum(SERIES_EVENT_KINDS),
  /** A few words for the lane. */
  label: z.string(),
  /** The whole of it, for the list; empty: the label says it. */
  text: z.string(),
  /** The run that failed, the snapshot, the note. */
  ref: z.string().nullable(),
});
export type SeriesEvent = z.infer<typeof SeriesEvent>;

export const SeriesMeta = z.strictObject({
  from: time,
  to: time,
  /** By the table's own clock. */
  now: time,
  /** When the table was last looked at: until then its newest numbers are known to hold. */
  knownUntil: time,
  by: z.enum(SERIES_BY),
  key: z.string(),
  events: z.array(SeriesEvent),
  /** Events of this range that were left out, because there are too many. */
  eventsLeftOut: z.number(),
  /** Where numbers are missing, and a word why. */
  gaps: z.array(z.strictObject({ from: time, to: time, word: z.string() })),
  /** What the past let expect of the keys in more than one Kafka partition, where verdicts say so. */
  expected: z.array(z.strictObject({ from: time, to: time, low: z.number(), high: z.number() })),
  /** Commits by bucket of equal length, from `from` to `to`. */
  commits: z.array(z.number()),
  /** Changes with every run that saw something. */
  revision: z.string(),
});
export type SeriesMeta = z.infer<typeof SeriesMeta>;

/** Columns of equal length, the nearest points outside of the range among them, but not in a file: `first_at` and `at` in milliseconds, `count`, `snapshot_id`, …, each value and its `_min` and `_max`. */
export type SeriesColumns = Record<string, (number | string | null)[]>;

export interface Series {
  meta: SeriesMeta;
  columns: SeriesColumns;
}

/** The columns that are text; all others are numbers. */
export const SERIES_TEXT_COLUMNS = ["snapshot_id", "operation", "engine", "trust", "direction"] as const;

/** The key under which the answer's Arrow schema carries SeriesMeta as JSON. */
export const SERIES_META_KEY = "bergwatch";

/** A value of a point: the last of what it stands for, the lowest and the highest. */
interface PointValue {
  min: number;
  max: number;
  last: number;
}

/** One point of the charts: a snapshot or a run, or a stretch of several. Times in milliseconds. */
export interface ChartPoint {
  firstAt: number;
  at: number;
  count: number;
  snapshotId: string | null;
  operation: string | null;
  /** Number of the key's version, from 1. */
  version: number;
  engine: string;
  trust: string;
  direction: TrustDirection | null;
  values: Partial<Record<SeriesValueName, PointValue>>;
}

/** The points that lie in `[from, to)`, and the nearest one on each side; null: there is none. */
export function splitEdges(
  points: readonly ChartPoint[],
  { from, to }: Pick<SeriesMeta, "from" | "to">,
): { before: ChartPoint | null; inside: ChartPoint[]; after: ChartPoint | null } {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  return {
    before: points.findLast(({ at }) => at < begin) ?? null,
    inside: points.filter(({ firstAt, at }) => at >= begin && firstAt < end),
    after: points.find(({ firstAt }) => firstAt >= end) ?? null,
  };
}

/** The points of columns, in their order. What is null there is not in `values`. */
export function readPoints(columns: SeriesColumns): ChartPoint[] {
  const number = (name: string, row: number): number | null => {
    const value = columns[name]?.[row];
    return typeof value === "number" ? value : null;
  };
  const text = (name: string, row: number): string | null => {
    const value = columns[name]?.[row];
    return typeof value === "string" ? value : null;
  };
  return (columns["at"] ?? []).map((_, row) => ({
    firstAt: number("first_at", row) ?? 0,
    at: number("at", row) ?? 0,
    count: number("count", row) ?? 1,
    snapshotId: text("snapshot_id", row),
    operation: text("operation", row),
    version: number("version", row) ?? 1,
    engine: text("engine", row) ?? "",
    trust: text("trust", row) ?? "untrusted",
    direction: TRUST_DIRECTIONS.find((known) => known === text("direction", row)) ?? null,
    values: Object.fromEntries(
      SERIES_VALUES.flatMap((name) => {
        const last = number(name, row);
        if (last === null) return [];
        return [[name, { last, min: number(`${name}_min`, row) ?? last, max: number(`${name}_max`, row) ?? last }]];
      }),
    ),
  }));
}
