import { z } from "zod";
import { RUN_LOG_LEVELS, RUN_REASONS, RUN_STATES } from "#lib/names.ts";

const time = z.iso.datetime();

/** A run as its page shows it, while it is under way and after. Ids are text, times UTC in ISO 8601, sizes bytes, spans milliseconds. */
export const RunView = z.strictObject({
  id: z.string(),
  tableId: z.string(),
  tableName: z.string(),
  state: z.enum(RUN_STATES),
  reason: z.enum(RUN_REASONS),
  /** Executions begun. */
  attempt: z.number(),
  /** null: the current one. */
  askedSnapshotId: z.string().nullable(),
  /** The one that was read. */
  snapshotId: z.string().nullable(),
  scheduledFor: time,
  queuedAt: time,
  startedAt: time.nullable(),
  heartbeatAt: time.nullable(),
  finishedAt: time.nullable(),
  worker: z.string().nullable(),
  /** `bytesPlanned`: what it is going to read, once the plan says so. */
  progress: z.object({ phase: z.string(), detail: z.string(), bytesPlanned: z.number().optional() }).nullable(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  cost: z.strictObject({ bytes: z.number().nullable(), milliseconds: z.number().nullable() }),
  /** null: no data was read. */
  engineVersion: z.string().nullable(),
});
export type RunView = z.infer<typeof RunView>;

/** Whether there is more to come. */
export function isUnderWay({ state }: Pick<RunView, "state">): boolean {
  return state === "queued" || state === "running";
}

export const RunLogLine = z.strictObject({ line: z.number(), at: time, level: z.enum(RUN_LOG_LEVELS), message: z.string() });
export type RunLogLine = z.infer<typeof RunLogLine>;

/** A run now, and what it said after line `after`. */
export const RunLogQuery = z.object({ runId: z.uuid(), after: z.coerce.number().int().nonnegative().default(0) });
export const RunLogAnswer = z.strictObject({ run: RunView, lines: z.array(RunLogLine) });
export type RunLogAnswer = z.infer<typeof RunLogAnswer>;

export const RunChange = z.object({ runId: z.uuid() });
/** The run that answers: the cancelled one, or the new one of a retry. */
export const RunChanged = z.strictObject({ runId: z.string() });
export type RunChanged = z.infer<typeof RunChanged>;
