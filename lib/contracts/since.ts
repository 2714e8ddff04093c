import { z } from "zod";
import { FirstCauseDocument } from "#lib/contracts/verdict-document.ts";
import { isSnapshotMetric, METRIC_NAMES, SHOWN_METRIC_NAMES, type SnapshotMetricName } from "#lib/metrics.ts";

/** Since which snapshot a number of a key, or one single key, is bad: what a bisection finds. Ids are text, times ISO 8601 in UTC. */

/** The metrics of which it can be asked since which snapshot they are bad. */
export const BISECTED_METRICS: readonly SnapshotMetricName[] = SHOWN_METRIC_NAMES.filter(isSnapshotMetric);

const time = z.iso.datetime();

/** The first bad snapshot that is known, after the last good one. */
export interface IncidentSince {
  snapshotId: string;
  /** ISO 8601, UTC. */
  committedAt: string;
  /** null: the metadata does not say. */
  operation: string | null;
  /** The last good one; null: none is known, so it may have begun earlier. */
  lastGoodAt: string | null;
  /** The snapshot before it is not known to be good: it was not read, or expired unseen. */
  unreadBetween: boolean;
  /** The snapshot is the first that the table ever had. */
  isFirst: boolean;
}

/** A commit on the lineage of the snapshot that was asked about. */
export const SinceCommit = z.strictObject({
  snapshotId: z.string(),
  committedAt: time,
  operation: z.string().nullable(),
  /** The program that committed it, for a person; null: the metadata does not say. */
  committedBy: z.string().nullable(),
  /** By its summary; null: that does not say. */
  addedFiles: z.number().nullable(),
  addedRows: z.number().nullable(),
});
export type SinceCommit = z.infer<typeof SinceCommit>;

export const Transition = z.strictObject({
  to: z.enum(["bad", "good"]),
  /** The first snapshot that is known to be so. */
  at: SinceCommit,
  value: z.number(),
  /** The last one that is known to be otherwise; null: none is, so it may have begun earlier. */
  before: z.strictObject({ commit: SinceCommit, value: z.number() }).nullable(),
  /** Snapshots between the two that were not read, or cannot be. */
  unreadBetween: z.number().int().nonnegative(),
  /** True: snapshots came before the oldest that is known, and are not retained any more. */
  lineageEnds: z.boolean(),
  /** True: it is the first snapshot that the table ever had, so nothing came before it. */
  isFirst: z.boolean(),
});
export type Transition = z.infer<typeof Transition>;

export const SinceFinding = z.strictObject({
  /** null: one single key was asked about; its value is its number of rows. */
  metric: z.enum(METRIC_NAMES).nullable(),
  /** Bad is above this. */
  limit: z.number(),
  /** Of the snapshot that was asked about. */
  head: z.strictObject({ commit: SinceCommit, value: z.number(), bad: z.boolean() }),
  /** The last transition to bad; null: never bad as far as is known. */
  last: Transition.nullable(),
  /** Of one key: its cause at that transition. Not given: not known. */
  firstCause: FirstCauseDocument.optional(),
  /** All that are known, oldest first. */
  transitions: z.array(Transition),
  /** Retained snapshots on the lineage, how many of them have a value, and how many were read for this. */
  snapshots: z.number().int().nonnegative(),
  known: z.number().int().nonnegative(),
  read: z.number().int().nonnegative(),
  /** False: reading further snapshots could tell more. */
  isComplete: z.boolean(),
  /** Sentences on what bounds it: snapshots that could not be read, a budget that ended. */
  notes: z.array(z.string()),
});
export type SinceFinding = z.infer<typeof SinceFinding>;

/** What `bisect` prints. */
export const BisectDocument = z.strictObject({
  table: z.string(),
  /** The key's columns, in order. */
  key: z.array(z.string()),
  /** The single key that was asked about, a value for each column; null: a metric was. Hidden where the table masks one of them. */
  keyValues: z.array(z.string()).nullable(),
  since: SinceFinding,
});
export type BisectDocument = z.infer<typeof BisectDocument>;
