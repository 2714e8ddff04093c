import type { Finding } from "#lib/contracts/finding.ts";
import type { IncidentSince } from "#lib/contracts/since.ts";
import type { Accepted } from "#lib/contracts/verdict.ts";
import type { SnapshotMetricName } from "#lib/metrics.ts";
import type { IncidentCheck, IncidentEventKind, IncidentState, Severity, SilenceKind } from "#lib/names.ts";

/** What an observation was: which snapshot and run, and whose stored sample has the examples. */
export interface Sighting {
  runId: string | null;
  /** null: the table was never written, or was not read. */
  snapshotId: string | null;
  /** The version of the key that leads; null: no key does. */
  keyVersionId: number | null;
  /** How many keys are affected; null: it is not about keys, or was not computed. */
  keys: number | null;
  since: IncidentSince | null;
  /** By what `since` is searched among the stored facts, again when older ones come in; null: what leads is not a number of a snapshot. */
  datedBy: { metric: SnapshotMetricName; limit: number; keyVersionId: number; engine: string } | null;
}

/** One table, or catalog, and check that need somebody, as stored; its id is the store's. */
export interface Incident {
  check: IncidentCheck;
  state: IncidentState;
  /** The gravest of its findings. */
  severity: Severity;
  /** Of the worst finding. */
  sentence: string;
  /** One of each key and metric that is wrong, or was and has not been seen clear since; worst first. When it is resolved, the last there were. */
  findings: readonly Finding[];
  /** The latest bad observation. */
  seen: Sighting;
  assignee: string | null;
  /** Good observations in a row since the last bad one. */
  goodRuns: number;
  /** 1 for the first time. */
  timesOpened: number;
  /** For the first time. */
  openedAt: Date;
  /** The latest time; `openedAt` when it was never re-opened. */
  lastOpenedAt: Date;
  lastSeenAt: Date;
  acknowledgedAt: Date | null;
  acknowledgedBy: string | null;
  snoozedUntil: Date | null;
  /** When it ended, be it resolved or accepted. */
  resolvedAt: Date | null;
  /** Who resolved it, or accepts what it found; null: unresolved, or it resolved itself. */
  resolvedBy: string | null;
}

/** Who accepts a level and why; `until` is UTC, ISO 8601. */
export type Acceptance = Omit<Accepted, "level">;

/** What an observation or a person does to the incident of a table and check. */
export type IncidentEvent =
  /** `kept`: earlier findings that this observation neither repeats nor clears. */
  | { kind: "finding"; findings: readonly [Finding, ...Finding[]]; kept: readonly Finding[]; seen: Sighting }
  /** `limitsChanged`: the same observation was good by new limits, so no further one has to prove it. */
  | { kind: "good"; runId: string | null; limitsChanged?: true }
  /** No limit is passed, but one is still so near that it counts for neither side. `kept`: what is left of the findings. */
  | { kind: "near"; runId: string | null; kept: readonly Finding[] }
  /** Untrusted, or not to be compared: says nothing. */
  | { kind: "unjudgeable"; runId: string | null }
  /** All that is still wrong is within levels that people accept; `acceptance`: of these the one that ends first. */
  | { kind: "accepted"; runId: string | null; acceptance: Acceptance }
  | { kind: "acknowledge"; by: string }
  | { kind: "snooze"; by: string; until: Date }
  | { kind: "unsnooze"; by: string }
  | { kind: "resolve"; by: string }
  | { kind: "comment"; by: string; text: string }
  | { kind: "assign"; by: string; assignee: string | null };

/** An event that a person sends. */
export type PersonEvent = Extract<IncidentEvent, { by: string }>;

/** What hangs on the entry's kind; all optional, JSON. */
export interface EntryDetail {
  text?: string;
  assignee?: string | null;
  until?: string;
  severity?: Severity;
  findings?: readonly Finding[];
  goodRuns?: number;
  keys?: number | null;
  snapshotId?: string | null;
}

/** One line of an incident's timeline. */
export interface TimelineEntry {
  kind: IncidentEventKind;
  /** Who; null: an observation. */
  by: string | null;
  runId: string | null;
  /** Channels are to hear of it. */
  tells: boolean;
  detail: EntryDetail;
}

export interface IncidentSettings {
  goodRunsToResolve: number;
  /** A finding so soon after it was resolved opens the same incident again. */
  reopenWithinMs: number;
  /** What a person asked for this table at this time; `silence` for samples too. null: nothing. */
  silence: SilenceKind | null;
}

export const INCIDENT_SETTINGS: IncidentSettings = { goodRunsToResolve: 3, reopenWithinMs: 7 * 86_400_000, silence: null };

/**
 * What holds for incidents of a check. An observation that was missing is there with the first that is made, and a catalog that answers is
 * well. Pure.
 */
export function incidentSettings(check: IncidentCheck, silence: SilenceKind | null = null): IncidentSettings {
  return { ...INCIDENT_SETTINGS, ...((check === "runs" || check === "catalog") && { goodRunsToResolve: 1 }), silence };
}
