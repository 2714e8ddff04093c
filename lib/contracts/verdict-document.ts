import { z } from "zod";
import { DRIFT_LABELS } from "#lib/drift-names.ts";
import { CAUSE_NAMES, EVIDENCE_NAMES, WINNER_RULES } from "#lib/names.ts";

const count = z.number().int().nonnegative();

/** What could not be decided, and what would decide it. */
export const UndecidedDocument = z.strictObject({ cause: z.enum(CAUSE_NAMES), missing: z.array(z.enum(EVIDENCE_NAMES)) });

/** Keys that have a cause provisionally: what it may be instead, and what would decide it. */
export const ProvisionalDocument = z.partialRecord(
  z.enum(CAUSE_NAMES),
  z.strictObject({ keys: count, alternatives: z.array(z.enum(CAUSE_NAMES)), missing: z.array(z.enum(EVIDENCE_NAMES)) }),
);
export type ProvisionalDocument = z.infer<typeof ProvisionalDocument>;

const Delete = z.strictObject({
  file: z.string(),
  sequenceNumber: z.string(),
  /** Spec and partition that it reaches; null: the whole table. */
  scope: z.string().nullable(),
  /** Columns that it deletes by. */
  columns: z.array(z.string()),
  /** Rows of the key, by their place, that it names. */
  names: z.array(count),
});

/** The cause that a key had when it became duplicated; `alternatives`: what it might have been instead. */
export const FirstCauseDocument = z.strictObject({
  cause: z.enum(CAUSE_NAMES),
  snapshotId: z.string(),
  alternatives: z.array(z.enum(CAUSE_NAMES)).optional(),
});

/** Why one key has more than one row, as the command line's documents show it. Places count from 0. */
export const VerdictDocument = z.strictObject({
  cause: z.enum(CAUSE_NAMES),
  /** The rows are one request that was sent again; null: does not apply, or not known. */
  retry: z.boolean().nullable(),
  undecided: z.array(UndecidedDocument),
  /** The cause holds only if those that are undecided before it do not. */
  provisional: z.boolean(),
  /** The right row; null: undecided, between the rows of `tied`. */
  winner: count.nullable(),
  winnerBy: z.enum(WINNER_RULES),
  tied: z.array(count),
  /** Live equality deletes for the key, newest first. */
  deletes: z.array(Delete),
  /** How its partitions came about; null: not known, or no drift. */
  drift: z.enum(DRIFT_LABELS).nullable(),
  rowsSeen: count,
  /** Not given: not known. */
  first: FirstCauseDocument.optional(),
});
