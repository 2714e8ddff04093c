import { MANAGER_TITLES } from "#lib/contracts/manager-titles.ts";
import type { KeyKeep, TableLayout, TableManager } from "#lib/names.ts";
import { capital } from "#lib/words.ts";

/**
 * What a step changes. `source`: the database or its CDC connector. `sink`: what writes the table. `table`: rows, files or layout of the watched table.
 * `query`: how it is read, or a new table built from it. `nothing`: it looks, reports, or warns.
 */
export const STEP_TARGETS = ["source", "producer", "topic", "sink", "table", "query", "nothing"] as const;
export type StepTarget = (typeof STEP_TARGETS)[number];

/** One or two short sentences that say what to do. */
export interface Step {
  changes: StepTarget;
  /** Which row of a key stays, of a step that removes rows; a step without it removes none. */
  keeps?: "winner" | "one copy";
  /** Only a writer that deletes rows can follow it: a tombstone means nothing to one that appends. */
  needsDeletes?: true;
  says: string;
}

/** What advice depends on beside the cause. */
export interface Situation {
  managedBy: TableManager;
  layout: TableLayout | null;
  /** No known commit of the table removed a row: what writes it only appends, whatever it could do. */
  neverDeletes: boolean;
  /** Which row of a key is right. */
  keep: KeyKeep;
  /** The rows are one request that was sent again. */
  isRetry: boolean;
}

export interface CauseAdvice {
  /** For a table of one's own, in order: first what stops new rows, then what cleans up. */
  steps: (situation: Situation) => readonly Step[];
  /** What a view has to keep while the table cannot be changed, such as "one row per topic, partition, and offset". null: one row per key. */
  view: ((situation: Situation) => string) | null;
  /** The title of the checklist's point. */
  checklist: string;
}

interface Vendor {
  /** As people call it. */
  title: string;
  /** It can remove rows for a tombstone. */
  deletes: boolean;
}

export type VendorName = Exclude<TableManager, "you">;

export const VENDORS: Readonly<Record<VendorName, Vendor>> = {
  tableflow: { title: MANAGER_TITLES.tableflow, deletes: true },
  msk_data_delivery: { title: MANAGER_TITLES.msk_data_delivery, deletes: false },
  redpanda: { title: MANAGER_TITLES.redpanda, deletes: false },
  unity_catalog: { title: MANAGER_TITLES.unity_catalog, deletes: true },
  delta_lake: { title: MANAGER_TITLES.delta_lake, deletes: true },
};

/** A table of one's own about which nothing else is known. */
export const OWN_TABLE: Situation = { managedBy: "you", layout: null, neverDeletes: false, keep: "last", isRetry: false };

/** "the last row of each key", or the first one. Pure. */
export function keptRow({ keep, isRetry }: Pick<Situation, "keep" | "isRetry">): string {
  return `the ${isRetry ? "first" : keep} row of each key`;
}

/** Removes extra rows from a table of one's own. */
export const KEEP_THE_WINNER: Step = {
  changes: "table",
  keeps: "winner",
  says: "Then delete every row of an affected key except its winner.",
};

/**
 * What to do first about a cause, in order. On a vendor's table no step changes the table or its sink: it is read through a view, and a table of one's own
 * is built from that view. Pure.
 */
export function stepsFor({ steps, view }: CauseAdvice, situation: Situation): Step[] {
  const all = steps(situation).filter(({ needsDeletes }) => needsDeletes !== true || canDelete(situation));
  const { managedBy } = situation;
  if (managedBy === "you" || all.every(({ changes }) => changes === "query" || changes === "nothing")) return beginning(all);
  const kept = view?.(situation) ?? keptRow(situation);
  return [
    { changes: "nothing", says: `Do not change this table: ${VENDORS[managedBy].title} owns it.` },
    { changes: "query", says: `Read it through a view that keeps ${kept}, then build a table of your own from that view.` },
    ...all.filter(({ changes }) => changes === "source" || changes === "producer" || changes === "topic"),
  ];
}

/** Where the step before the first one does not apply. */
function beginning([first, ...others]: readonly Step[]): Step[] {
  return first === undefined ? [] : [{ ...first, says: capital(first.says.replace(/^Then /, "")) }, ...others];
}

/**
 * Whether the writer can remove rows for a tombstone. One that never did runs in a mode that appends; Apache Iceberg's Kafka Connect sink and
 * Upsolver's staging have no other. Pure.
 */
export function canDelete({ managedBy, layout, neverDeletes }: Situation): boolean {
  if (neverDeletes) return false;
  return managedBy === "you" ? layout !== "kafka_connect" && layout !== "upsolver" : VENDORS[managedBy].deletes;
}
