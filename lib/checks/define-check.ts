import type { Facts } from "#lib/iceberg/contract.ts";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { ChartId, CheckId, MetricUnit } from "#lib/names.ts";

/** Everything about a metric except its reading. The enum, columns, pages, docs and command line derive from it. */
interface MetricWords {
  label: string;
  unit: MetricUnit;
  /** The direction that is bad; `neither` when a change alone says nothing. */
  worse: "higher" | "lower" | "neither";
  /** Absolute limits that make sense without history, inclusive; null leaves the metric to its own past. */
  warnAt: number | null;
  alertAt: number | null;
  /**
   * Judged by its own past where its table sets no limit. `least` is the smallest difference that matters, in the metric's unit. `per` is the
   * metric that it grows with when a table grows. `origin` is its value when there is nothing to count, 0 unless set.
   */
  change?: { least: number; per?: string; origin?: number };
  /** One sentence for a person who sees the number for the first time. */
  help: string;
  /** From what it is read and how it is counted, in one or two sentences. */
  computed: string;
  /** The limits hold only for a key that is promised to be unique. */
  limitsNeedPromise?: true;
  /** The limits apply only to a key that may have many rows. */
  limitsNeedNoPromise?: true;
  /** No table should have any, whatever it promises: beyond a limit it is wrong, and not only in need of work. */
  neverMeant?: true;
  /** Where the trust has a direction, the number has it too: "at least" 18 surplus rows. */
  followsDirection?: true;
  /** A compaction brings it back to 0. */
  clearedByCompaction?: true;
  /** Nothing computes it yet: the store and JSON have a field for it; no page, listing, or limit shows it. */
  unfinished?: true;
  /** The chart of a table's page that draws it. Without one, only its incident and its limits draw it. */
  chart?: MetricChart;
  /** In the answer and the files of a table's charts without being drawn. */
  inSeries?: true;
  /** One of the numbers on top of a table's page. */
  tile?: MetricTile;
  /** The overview shows it. */
  overview?: true;
  /** The overview draws its last two weeks small. */
  sparkline?: true;
  /** Among the first numbers on a run's page. */
  summary?: true;
  /** Retention keeps the snapshot with its highest value of each day. */
  keepsPeak?: true;
}

/** How a chart draws a metric. */
interface MetricChart {
  id: ChartId;
  /** The variant of the chart, if it has two. */
  view?: "rows" | "files";
  /** Its name in the legend. `null`: the chart draws its histogram instead. */
  part: string | null;
  /** Parts are drawn in this order, then in the order of declaration. */
  order?: number;
  /** The chart draws its limits. */
  limits?: true;
}

export interface MetricTile {
  /** From 1, left to right. */
  order: number;
  /** A shorter label than the metric's. */
  label?: string;
  /** How the change in a week is shown: as a difference, as the earlier value, or not at all. */
  change: "difference" | "was" | "none";
  /** The metric that this one is a share of. */
  of?: string;
  /** A word after the number. */
  suffix?: string;
  /** The limit is shown next to the number. */
  showsLimit?: true;
  /** Digits after the decimal point of a ratio; 3 unless set. */
  decimals?: number;
}

/** A metric's number, or why there is none. */
export type Reading = number | { notComputed: string };

/** What is known of a table without reading it: enough for what depends on the clock. */
export interface Observed extends Pick<Facts, "table" | "snapshot"> {
  /** The latest source time, else event time, of a live row; UTC, ISO 8601. */
  latestAt: Fact<string>;
}

/** Never changes for a snapshot. `read` is pure. */
interface SnapshotMetric extends MetricWords {
  read: (facts: Facts) => Reading;
}

/** Belongs to a run: it can change without a new snapshot. `read` is pure. */
interface RunMetric extends MetricWords {
  read: (observed: Observed, now: Date) => Reading;
  /** Grows with the clock until something happens, so no level of it can be accepted. */
  growsWithTime?: true;
}

export type MetricDeclaration = (SnapshotMetric & { per: "snapshot"; growsWithTime?: never }) | (RunMetric & { per: "run" });

export function snapshotMetric<const M extends SnapshotMetric>(metric: M): M & { per: "snapshot" } {
  return { ...metric, per: "snapshot" };
}

export function runMetric<const M extends RunMetric>(metric: M): M & { per: "run" } {
  return { ...metric, per: "run" };
}

export interface CheckDeclaration {
  id: CheckId;
  title: string;
  /** The question that the check asks of a table. */
  question: string;
  /** Its numbers are those of the table, whatever the key. */
  tableWide?: true;
  metrics: Readonly<Record<string, MetricDeclaration>>;
}

/** Keeps the names of the metrics as types. */
export function defineCheck<const C extends CheckDeclaration>(check: C): C {
  return check;
}

/** A fact as a reading, with its reason. */
export function readFact(fact: Fact<number>): Reading {
  return fact.value === null ? { notComputed: fact.reason } : fact.value;
}
