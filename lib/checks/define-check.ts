import type { Facts } from "#lib/iceberg/contract.ts";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { CheckId, MetricName, MetricUnit } from "#lib/names.ts";

/** One named number of a check. Everything that shows, stores or judges it takes its words and limits from here. */
export interface MetricDeclaration {
  label: string;
  unit: MetricUnit;
  /** The direction that is bad; `neither` when a change alone says nothing. */
  worse: "higher" | "lower" | "neither";
  /** Absolute limits that make sense without history, inclusive; null leaves the metric to its own past. */
  warnAt: number | null;
  alertAt: number | null;
  /**
   * Judged by its own past where its table sets no limit: `least` is the smallest difference worth telling, in the metric's unit; `per` is what
   * it grows with when a table grows; `origin` is where it stands when there is nothing of what it counts, 0 unless said.
   */
  change?: { least: number; per?: MetricName; origin?: number };
  chart: "line" | "stacked" | "none";
  /** One sentence for a person who sees the number for the first time. */
  help: string;
  /** From what it is read and how it is counted, in one or two sentences. */
  computed: string;
  /** Depends on the clock: belongs to the run, not to the snapshot. */
  observation?: true;
  /** The limits hold only for a key that is promised to be unique. */
  limitsNeedPromise?: true;
  /** The limits apply only to a key that may have many rows. */
  limitsNeedNoPromise?: true;
  /** No table is meant to have any, whatever it promises: beyond a limit it is wrong, and not only in need of work. */
  neverMeant?: true;
  /** Where the trust has a direction, the number has it too: "at least" 18 surplus rows. */
  followsDirection?: true;
}

/** A metric's number, or why there is none. */
export type Reading = number | { notComputed: string };

/** What is known of a table without reading it: enough for what depends on the clock. */
export interface Observed extends Pick<Facts, "table" | "snapshot"> {
  /** The latest source time, else event time, of a live row; UTC, ISO 8601. */
  latestAt: Fact<string>;
}

export interface CheckDeclaration<Name extends MetricName = MetricName> {
  id: CheckId;
  title: string;
  /** The question that the check asks of a table. */
  question: string;
  metrics: Readonly<Record<Name, MetricDeclaration>>;
  /** Pure: the same facts and clock give the same numbers. A reading for each metric of the check and for no other. */
  read: (facts: Facts, now: Date) => Record<Name, Reading>;
  /** The metrics of a run alone, for an observation of a snapshot whose facts are known; `read` gives the same numbers. */
  observe?: (observed: Observed, now: Date) => Partial<Record<Name, Reading>>;
}

/** Ties the names that `read` returns to the names that are declared; adds nothing at run time. */
export function defineCheck<Name extends MetricName>(check: CheckDeclaration<Name>): CheckDeclaration<Name> {
  return check;
}

/** A fact as a reading; its reason travels on. */
export function readFact(fact: Fact<number>): Reading {
  return fact.value === null ? { notComputed: fact.reason } : fact.value;
}
