import { z } from "zod";
import { isStorable, NOT_STORABLE } from "#lib/contracts/storable-text.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import { METRIC_UNITS, SEVERITIES } from "#lib/names.ts";

/** What other limits of a table would have made of its stored numbers. Times are UTC, ISO 8601. */

export const LIMIT_CHARS_MAX = 40;
export const PREVIEW_DAYS = [30, 90, 365] as const;

const limit = z.string().max(LIMIT_CHARS_MAX).refine(isStorable, NOT_STORABLE).default("");
const time = z.iso.datetime();

export const LimitPreviewQuery = z.object({
  tableId: z.uuid(),
  /** The name of the key; the first unless given. */
  key: z.string().refine(isStorable, NOT_STORABLE).optional(),
  metric: z.enum(METRIC_NAMES),
  days: z.coerce.number().int().min(1).max(400).default(90),
  /** As the configuration file writes them; empty: the check's own. */
  warn: limit,
  alert: limit,
  /** Whether what people accepted counts. */
  accepted: z.enum(["in", "out"]).default("in"),
});
export type LimitPreviewQuery = z.infer<typeof LimitPreviewQuery>;

const WrittenLimit = z.union([z.number(), z.string()]);

const Opening = z.strictObject({
  openedAt: time,
  /** null: it would be open to this day. */
  resolvedAt: time.nullable(),
  snapshotId: z.string().nullable(),
  severity: z.enum(SEVERITIES),
  /** The worst number of it. */
  worst: z.number(),
  bound: z.literal("at least").nullable(),
  sentence: z.string(),
  /** The first number that is looked at was beyond already. */
  fromStart: z.boolean(),
});

export const LimitPreview = z.strictObject({
  metric: z.enum(METRIC_NAMES),
  label: z.string(),
  unit: z.enum(METRIC_UNITS),
  from: time,
  to: time,
  /** `commit`: each point is a snapshot at its commit; `run`: what a run saw, when. */
  by: z.enum(["commit", "run"]),
  /** The numbers that would hold; null: none on that side. `byPast`: where both are null, its past judges it. */
  rule: z.strictObject({
    warnAt: z.number().nullable(),
    alertAt: z.number().nullable(),
    byPast: z.boolean(),
    worse: z.enum(["higher", "lower", "neither"]),
  }),
  /** How many numbers are stored, how many were judged: fewer where they were thinned. */
  found: z.number(),
  judged: z.number(),
  /** Of those judged: not computed, and untrusted. */
  missing: z.number(),
  untrusted: z.number(),
  openings: z.array(Opening),
  openSeconds: z.number(),
  /** What was accepted of it in this time, whether it counts here or not. */
  accepted: z.array(z.strictObject({ level: z.number(), from: time, to: time, by: z.string() })),
  /** To draw, oldest first: of each stretch the lowest and the highest. `edge`: from where on it is wrong there. `series`: a line joins only the same. */
  points: z.array(
    z.strictObject({ at: z.number(), value: z.number().nullable(), edge: z.number().nullable(), trusted: z.boolean(), series: z.string() }),
  ),
  /** What is tried, as an entry of a table holds it below the metric's name; null: the check's own. */
  written: z.object({ warn: WrittenLimit.optional(), alert: WrittenLimit.optional() }).nullable(),
  /** The lines for the configuration file; null: nothing to write. */
  lines: z.string().nullable(),
});
export type LimitPreview = z.infer<typeof LimitPreview>;
