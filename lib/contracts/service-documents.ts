import { z } from "zod";
import { AcceptedLevel } from "#lib/contracts/accepted-level.ts";
import { ActiveSilence, TakenIncident } from "#lib/contracts/on-it.ts";
import { Schedule } from "#lib/contracts/table-definition.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import {
  KEY_PROMISES,
  RUN_REASONS,
  RUN_STATES,
  SEVERITIES,
  TABLE_KINDS,
  TABLE_SOURCES,
  TRUST_DIRECTIONS,
  TRUST_LEVELS,
} from "#lib/names.ts";
import { VERDICT_STATES } from "#lib/contracts/verdict.ts";

/** What the command line's commands against the service print. Ids are text, times UTC in ISO 8601. */

const time = z.iso.datetime();
const Fault = z.strictObject({ code: z.string(), message: z.string() });

/** A stored verdict, with what is known now laid over its state and sentence. */
const VerdictOfKey = z.strictObject({
  state: z.enum(VERDICT_STATES),
  /** null unless the state is `alert` or `warning`. */
  severity: z.enum(SEVERITIES).nullable(),
  /** Of the worst finding, or of the first accepted metric. */
  metric: z.enum(METRIC_NAMES).nullable(),
  value: z.number().nullable(),
  /** The limit that was crossed; null: judged by its past, or nothing was found. */
  limit: z.number().nullable(),
  /** The first snapshot known to be over that limit; `orEarlier`: it may have begun before. */
  since: z.strictObject({ at: time, orEarlier: z.boolean() }).nullable(),
  sentence: z.string(),
  accepted: z.array(AcceptedLevel),
});

const ListedTable = z.strictObject({
  name: z.string(),
  kind: z.enum(TABLE_KINDS),
  /** `sample`: watched because nothing is configured. */
  source: z.enum(TABLE_SOURCES),
  location: z.string(),
  owner: z.string().nullable(),
  tags: z.array(z.string()),
  paused: z.boolean(),
  /** Of its worst key. */
  state: z.enum(VERDICT_STATES),
  keys: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), promise: z.enum(KEY_PROMISES), verdict: VerdictOfKey })),
  /** Unresolved, the gravest first, with who works on each. */
  incidents: z.array(TakenIncident),
  silence: ActiveSilence.nullable(),
  schedule: Schedule,
  /** The latest that was not for history; null before the first. */
  lastRun: z
    .strictObject({ id: z.string(), state: z.enum(RUN_STATES), reason: z.enum(RUN_REASONS), at: time, error: Fault.nullable() })
    .nullable(),
  lastObservation: z.strictObject({ at: time, snapshotId: z.string().nullable(), trust: z.enum(TRUST_LEVELS).nullable() }).nullable(),
  /** null: none is expected. */
  nextObservationDueAt: time.nullable(),
  /** The next observation is missing, by the table's schedule and the configured factor. */
  overdue: z.boolean(),
});

export const TablesDocument = z.strictObject({
  /** What became of the configuration file; null when no worker has looked at it yet. */
  configuration: z.strictObject({ file: z.string(), state: z.enum(["applied", "faulty", "absent"]), message: z.string() }).nullable(),
  tables: z.array(ListedTable),
});
export type TablesDocument = z.infer<typeof TablesDocument>;

export const RunDocument = z.strictObject({
  id: z.string(),
  table: z.string(),
  state: z.enum(RUN_STATES),
  reason: z.enum(RUN_REASONS),
  /** Executions begun. */
  attempt: z.number(),
  askedSnapshotId: z.string().nullable(),
  snapshotId: z.string().nullable(),
  scheduledFor: time,
  queuedAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  worker: z.string().nullable(),
  progress: z.strictObject({ phase: z.string(), detail: z.string(), bytesPlanned: z.number().optional() }).nullable(),
  error: Fault.nullable(),
  cost: z.strictObject({ bytes: z.number().nullable(), milliseconds: z.number().nullable() }),
});
export type RunDocument = z.infer<typeof RunDocument>;

export const RunsDocument = z.strictObject({ runs: z.array(RunDocument) });
export type RunsDocument = z.infer<typeof RunsDocument>;

/** What `run` prints. Without `--wait`: `results` is null. */
export const RunResultDocument = z.strictObject({
  run: RunDocument,
  /** By key, in the table's order. */
  results: z
    .array(
      z.strictObject({
        key: z.string(),
        /** On this run's observation; null: it was not judged. */
        verdict: VerdictOfKey.nullable(),
        metrics: z.record(z.enum(METRIC_NAMES), z.number().nullable()),
        notComputed: z.partialRecord(z.enum(METRIC_NAMES), z.string()),
        trust: z.strictObject({
          level: z.enum(TRUST_LEVELS),
          direction: z.enum(TRUST_DIRECTIONS).nullable(),
          reasons: z.array(z.string()),
        }),
      }),
    )
    .nullable(),
});
export type RunResultDocument = z.infer<typeof RunResultDocument>;

const Bounds = z.strictObject({ min: z.number(), max: z.number(), last: z.number() });

export const HistoryDocument = z.strictObject({
  table: z.string(),
  key: z.string(),
  metrics: z.array(z.enum(METRIC_NAMES)),
  from: time,
  to: time,
  /** Oldest first: a snapshot each (by commit time), or a run each (by observation time) for metrics that depend on the clock. */
  points: z.array(
    z.strictObject({
      at: time,
      snapshotId: z.string().nullable(),
      /** How many snapshots or runs it stands for, where there are more than were asked for. */
      count: z.number(),
      trust: z.enum(TRUST_LEVELS),
      /** A number; the bounds where it stands for several; null where it was not computed. */
      values: z.record(z.string(), z.union([z.number(), Bounds]).nullable()),
    }),
  ),
});
export type HistoryDocument = z.infer<typeof HistoryDocument>;
export type VerdictOfKey = z.infer<typeof VerdictOfKey>;
