import type { ActiveSilence, OnIt } from "#lib/contracts/on-it.ts";
import type { SinceMark } from "#lib/contracts/since-mark.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import type { MetricName, SnapshotMetricName } from "#lib/metrics.ts";
import type { IncidentCheck, KeyPromise, Severity, TableSource, TrustDirection, TrustLevel } from "#lib/names.ts";

/** What a week's review is made of, as the store gives it. All of a table's times are by the service's clock, samples' too. */

/** What was true of a key at a moment: the facts of the newest snapshot that was committed by then. */
export interface FactsAt {
  committedAt: Date;
  snapshotId: string;
  trustLevel: TrustLevel;
  trustDirection: TrustDirection | null;
  values: Partial<Record<SnapshotMetricName, number | null>>;
}

/** One key of a table that was watched. */
export interface ReviewKey {
  table: {
    id: string;
    name: string;
    owner: string | null;
    source: TableSource;
    paused: boolean;
  };
  key: { name: string; position: number; promise: KeyPromise };
  /** On the last observation by the end of what is told; null: none was judged by then. */
  verdict: Verdict | null;
  /** At the end of what is told; null: nothing is known by then. */
  end: (FactsAt & { trustReasons: readonly string[] }) | null;
  /** At the week's beginning, or the first in it; null: none. */
  start: FactsAt | null;
  /** A week before the end; null: none. */
  before: FactsAt | null;
}

/** An incident that was open at the end of what is told, or ended within the week. */
export interface ReviewIncident {
  id: string;
  number: number;
  check: IncidentCheck;
  severity: Severity;
  sentence: string;
  /** Why keys are duplicated, with shares; null: it is not about these, or they are not explained. */
  why: string | null;
  /** null: it is about a catalog. */
  table: { id: string; name: string } | null;
  /** null: it is about a table. */
  catalog: string | null;
  owner: string | null;
  /** Of its worst finding. */
  key: string | null;
  metric: MetricName | null;
  snapshot: string | null;
  /** null: the stored facts do not date it. */
  since: SinceMark | null;
  /** Who worked on it then; null: it had ended. */
  onIt: OnIt | null;
  /** That of its table. */
  silence: ActiveSilence | null;
  /** It was opened again within the week. */
  reopened: boolean;
  /** null: it is open. */
  ended: { at: Date; as: "resolved" | "accepted" } | null;
  /** What to do first about its cause; null: its causes are not known. */
  proposal: string | null;
}

/**
 * How many incidents opened, reopened and ended, and how many left because their table was removed while they were open; in the week and
 * in the one before, each until the same hour.
 */
export type Turns = Record<"opened" | "reopened" | "resolved" | "accepted" | "removed", { now: number; was: number }>;

export interface WeekIncidents {
  turns: Turns;
  standing: readonly ReviewIncident[];
  ended: readonly ReviewIncident[];
  /** How many were open when the week began. */
  openBefore: number;
  /** How many were open a week before. */
  stoodBefore: number;
}

/** The scheduled runs of a table within the week that came to nothing. */
export interface FailedRuns {
  table: { id: string; name: string };
  owner: string | null;
  failed: number;
  cancelled: number;
  /** Why the last one failed; null: none did. */
  lastError: string | null;
  /** No run has succeeded since. */
  failing: boolean;
}

export interface WeekRuns {
  done: number;
  failed: number;
  cancelled: number;
  underWay: number;
  kept: boolean;
  /** Tables with any that failed or were cancelled, those that are failing first. */
  tables: readonly FailedRuns[];
}

export interface ChartPointRead {
  at: Date;
  /** null: not known of some table that had surplus rows about then, or of none at all. */
  value: number | null;
}

/** Which week is told, until when, by whose clock. */
export interface ReviewMoment {
  week: string;
  timeZone: { name: string; configured: boolean };
  from: Date;
  to: Date;
  asOf: Date;
  isOver: boolean;
}

export interface ReviewFacts {
  moment: ReviewMoment;
  keys: readonly ReviewKey[];
  incidents: WeekIncidents;
  runs: WeekRuns;
  sampleClock: Date | null;
  chart: { from: Date; to: Date; everyHours: number; points: readonly ChartPointRead[] };
}
