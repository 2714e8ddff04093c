import type { EntryDetail } from "#lib/incidents/incident.ts";
import type { IncidentEventKind, RunState } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";

const LINE_KINDS = ["change", "comment", "run", "delivery"] as const;
export type LineKind = (typeof LINE_KINDS)[number];

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
  deliveryId: string | null;
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

/** What a channel was told, or is to be told, of the incident. */
export interface TimelineDelivery {
  id: string;
  channel: string;
  /** When it ended; of one that has not, when it was wanted. */
  at: Date;
  text: string;
  until: Date | null;
}

/** What a timeline is made of. */
interface Happened {
  events: readonly Event[];
  runs: readonly Run[];
  deliveries: readonly TimelineDelivery[];
}

/** Events, runs and deliveries as lines, newest first; `valueAt` says what a snapshot's number was, "" where it is not known. Pure. */
export function viewTimeline({ events, runs, deliveries }: Happened, valueAt: (snapshotId: string) => string): TimelineLine[] {
  // A run that made a line of its own is not said twice.
  const told = new Set(events.flatMap(({ runId }) => runId ?? []));
  const lines = [
    ...events.map(eventLine),
    ...runs.filter(({ id }) => !told.has(id)).flatMap((run) => runLine(run, valueAt)),
    ...deliveries.map(deliveryLine),
  ];
  return lines.toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id, "en", { numeric: true }));
}

/** The lines of one kind; null: all. Pure. */
export function linesOf(lines: readonly TimelineLine[], kind: LineKind | null): TimelineLine[] {
  return lines.filter((line) => kind === null || line.kind === kind);
}

/** How many lines there are of each kind. Pure. */
export function countLines(lines: readonly TimelineLine[]): Record<LineKind | "all", number> {
  const of = (kind: LineKind) => linesOf(lines, kind).length;
  return { all: lines.length, change: of("change"), comment: of("comment"), run: of("run"), delivery: of("delivery") };
}

function deliveryLine({ id, channel, at, text, until }: TimelineDelivery): TimelineLine {
  return {
    id: `delivery ${id}`,
    at: at.toISOString(),
    kind: "delivery",
    title: channel,
    text,
    until: until?.toISOString() ?? null,
    runId: null,
    deliveryId: id,
    snapshotId: null,
  };
}

function eventLine({ id, at, kind, by, runId, detail }: Event): TimelineLine {
  return {
    id: `event ${id}`,
    at: at.toISOString(),
    kind: kind === "commented" ? "comment" : "change",
    title: by ?? WORDS[kind],
    text: sayEvent(kind, by, detail),
    until: kind === "snoozed" || kind === "accepted" ? (detail.until ?? null) : null,
    runId,
    deliveryId: null,
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
  dated: "Beginning found",
  resolved: "Resolved",
  accepted: "Accepted",
};

function sayEvent(kind: IncidentEventKind, by: string | null, detail: EntryDetail): string {
  switch (kind) {
    case "commented":
    case "dated":
      return detail.text ?? "";
    case "assigned":
      return detail.assignee == null ? "Assigned to nobody" : `Assigned to ${detail.assignee}`;
    case "snoozed":
      return "Snoozed until";
    case "resolved":
      if (by !== null) return "Resolved manually";
      if (detail.text !== undefined) return detail.text;
      if (detail.goodRuns === undefined) return "Automatically";
      return detail.goodRuns === 1 ? "Automatically, after 1 good run" : `Automatically, after ${formatCount(detail.goodRuns)} good runs`;
    case "accepted":
      return `${detail.text ?? ""} Accepted until`.trim();
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
      deliveryId: null,
      snapshotId,
    },
  ];
}

/** Which lines an address asks for; null: all. Pure. */
export function readShow(value: string | string[] | undefined): LineKind | null {
  return LINE_KINDS.find((kind) => kind !== "change" && kind === value) ?? null;
}
