import type { EntryDetail } from "#lib/incidents/incident.ts";
import type { IncidentEventKind, RunState } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";

export type LineKind = "change" | "comment" | "run";

/** One line of what happened; times ISO 8601. */
export interface TimelineLine {
  id: string;
  at: string;
  kind: LineKind;
  /** Who, or what. */
  title: string;
  text: string;
  /** A moment that the text ends with. */
  until: string | null;
  runId: string | null;
  snapshotId: string | null;
}

interface Event {
  id: number;
  at: Date;
  kind: IncidentEventKind;
  by: string | null;
  runId: string | null;
  detail: EntryDetail;
}

interface Run {
  id: string;
  state: RunState;
  snapshotId: string | null;
  finishedAt: Date | null;
  errorMessage: string | null;
}

/** Events and runs as lines, newest first; `valueAt` says what a snapshot's number was, "" where it is not known. Pure. */
export function viewTimeline(events: readonly Event[], runs: readonly Run[], valueAt: (snapshotId: string) => string): TimelineLine[] {
  // A run that made a line of its own is not said twice.
  const told = new Set(events.flatMap(({ runId }) => runId ?? []));
  const lines = [...events.map(eventLine), ...runs.filter(({ id }) => !told.has(id)).flatMap((run) => runLine(run, valueAt))];
  return lines.toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id, "en", { numeric: true }));
}

/** The lines of one kind; null: all. Pure. */
export function linesOf(lines: readonly TimelineLine[], kind: LineKind | null): TimelineLine[] {
  return lines.filter((line) => kind === null || line.kind === kind);
}

function eventLine({ id, at, kind, by, runId, detail }: Event): TimelineLine {
  return {
    id: `event ${id}`,
    at: at.toISOString(),
    kind: kind === "commented" ? "comment" : "change",
    title: by ?? WORDS[kind],
    text: sayEvent(kind, by, detail),
    until: kind === "snoozed" ? (detail.until ?? null) : null,
    runId,
    snapshotId: detail.snapshotId ?? null,
  };
}

const WORDS: Record<IncidentEventKind, string> = {
  opened: "Opened",
  reopened: "Opened again",
  worsened: "Worse than before",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  woken: "Snooze ended",
  assigned: "Assigned",
  commented: "Comment",
  resolved: "Resolved",
};

function sayEvent(kind: IncidentEventKind, by: string | null, detail: EntryDetail): string {
  switch (kind) {
    case "commented":
      return detail.text ?? "";
    case "assigned":
      return detail.assignee == null ? "Assigned to nobody" : `Assigned to ${detail.assignee}`;
    case "snoozed":
      return "Snoozed until";
    case "resolved":
      if (by !== null) return "Resolved by hand";
      return detail.goodRuns === 1 ? "By itself, after 1 good run" : `By itself, after ${formatCount(detail.goodRuns ?? 0)} good runs`;
    case "opened":
    case "reopened":
    case "worsened":
      return (detail.findings ?? []).map(({ sentence }) => sentence).join(" ");
    case "acknowledged":
    case "woken":
      return by === null ? "" : WORDS[kind];
  }
}

function runLine({ id, state, snapshotId, finishedAt, errorMessage }: Run, valueAt: (snapshotId: string) => string): TimelineLine[] {
  if (finishedAt === null) return [];
  const failed = state === "failed";
  return [
    {
      id: `run ${id}`,
      at: finishedAt.toISOString(),
      kind: "run",
      title: failed ? "Run failed" : "Run",
      text: failed ? (errorMessage ?? "No reason was kept.") : snapshotId === null ? "The table was never written." : valueAt(snapshotId),
      until: null,
      runId: id,
      snapshotId,
    },
  ];
}

/** Which lines an address asks for; null: all. Pure. */
export function readShow(value: string | string[] | undefined): LineKind | null {
  return value === "comment" || value === "run" ? value : null;
}
