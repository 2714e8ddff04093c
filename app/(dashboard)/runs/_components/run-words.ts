import { isUnderWay, type RunView } from "#lib/contracts/run-view.ts";
import { isShownReason, type ShownRunReason } from "#lib/contracts/unfinished.ts";
import { formatBytes, formatDuration } from "#lib/units.ts";

/** Why there is a run. */
export const REASON_WORDS: Record<ShownRunReason, string> = {
  person: "on demand",
  schedule: "schedule",
  snapshot: "new snapshot",
  history: "backfill",
};

/** Why there is a run, in a few words. Pure. */
export function sayReason(reason: RunView["reason"]): string {
  return REASON_WORDS[isShownReason(reason) ? reason : "schedule"];
}

/** Longer without a sign, a worker is taken for dead. */
const SILENT_MS_MAX = 10_000;

/** What helps where the error's own sentence does not say it already. */
const HELP: Readonly<Record<string, string>> = {
  table_not_found: "Check the location in bergwatch.yaml; config check says what is wrong in it.",
  table_unreadable: "The next run reads the table's newest snapshot, and works as soon as that is whole.",
  table_unsupported: "Bergwatch cannot fix this. The table stays watched and is read as soon as it can be.",
  unknown_column: "Correct the key or the columns of the table in bergwatch.yaml.",
  unknown_snapshot: "Read the newest snapshot instead; what was stored of an expired one still opens.",
  wrong_key_type: "Correct the key of the table in bergwatch.yaml.",
  where_invalid: "Correct the filter of the table in bergwatch.yaml.",
  out_of_memory: "Give readers more memory (BERGWATCH_MEMORY_MAX), or watch fewer rows with a filter.",
  out_of_disk: "Make room where readers spill (BERGWATCH_SPILL_MAX is their limit), or give them more memory.",
  too_slow: "Raise the budget of the table in bergwatch.yaml, or watch fewer rows with a filter.",
  too_expensive: "Raise the budget of the table in bergwatch.yaml, or watch fewer rows with a filter.",
  reader_crashed: "Bergwatch retried it where a retry can help. The log has the reader's last message.",
  extension_missing: "Put the extension's file into .bergwatch/extensions, or let the machine reach the extension server.",
  store_unreachable: "It continues when Postgres responds.",
  internal: "The service's log has the whole error.",
};

/** One or two sentences: what is so, and what helps. `nowMs`: milliseconds since the epoch. Pure. */
export function sayRun(run: RunView, nowMs: number): { verdict: string; because: string | null } {
  const { state, error } = run;
  switch (state) {
    case "queued":
      return error !== null && run.attempt > 0
        ? { verdict: `It will be retried: ${error.message}`, because: HELP[error.code] ?? null }
        : { verdict: "It waits for a worker.", because: "One worker reads one table at a time; requests from people go first." };
    case "running":
      return { verdict: run.progress === null ? "It has just begun." : sayProgress(run.progress), because: saySilence(run, nowMs) };
    case "succeeded":
      return { verdict: saySuccess(run), because: null };
    case "failed":
      return { verdict: error?.message ?? "It failed.", because: HELP[error?.code ?? ""] ?? null };
    case "cancelled":
      return { verdict: "It was cancelled before it was done.", because: "Nothing was stored." };
    case "skipped":
      return { verdict: error?.message ?? "There was nothing to do.", because: null };
  }
}

/** How long it waited and how long it has been or was read, in milliseconds; null: not yet. */
export function spansOf(
  run: Pick<RunView, "queuedAt" | "startedAt" | "finishedAt" | "state">,
  nowMs: number,
): { waitedMs: number | null; tookMs: number | null } {
  const [queued, started, finished] = [run.queuedAt, run.startedAt, run.finishedAt].map((at) => (at === null ? null : Date.parse(at)));
  const end = finished ?? (isUnderWay(run) ? nowMs : null);
  const since = (from: number | null | undefined, to: number | null): number | null =>
    from == null || to === null ? null : Math.max(0, to - from);
  return { waitedMs: since(queued, started ?? end), tookMs: since(started, end) };
}

/** A log as text, a line each, for a message or a ticket. */
export function logText(lines: readonly { at: string; level: string; message: string }[]): string {
  return lines.map(({ at, level, message }) => `${at} ${level} ${message}`).join("\n");
}

function sayProgress({ phase, detail }: NonNullable<RunView["progress"]>): string {
  const said = detail === "" ? phase : detail;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}${/[.…]$/.test(said) ? "" : "."}`;
}

function saySilence({ heartbeatAt }: RunView, nowMs: number): string | null {
  if (heartbeatAt === null) return null;
  const silentMs = nowMs - Date.parse(heartbeatAt);
  if (silentMs <= SILENT_MS_MAX) return null;
  return `Its worker has given no sign for ${formatDuration(silentMs)}; another one will take over the run.`;
}

function saySuccess({ snapshotId, engineVersion, cost, reason }: RunView): string {
  if (snapshotId === null) return "The table was never written, so there was nothing to count.";
  if (engineVersion === null) return "The snapshot was known already: it was observed, and no data was read.";
  const took = cost.milliseconds === null ? "" : ` in ${formatDuration(cost.milliseconds)}`;
  const read = cost.bytes === null ? "the snapshot" : formatBytes(cost.bytes);
  return `${reason === "history" ? "Backfill read" : "It read"} ${read}${took}.`;
}
