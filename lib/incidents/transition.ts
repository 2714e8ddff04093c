import type { Finding } from "#lib/contracts/finding.ts";
import { isOver } from "#lib/contracts/incident-state.ts";
import type { Incident, IncidentEvent, IncidentSettings, PersonEvent, TimelineEntry } from "#lib/incidents/incident.ts";
import type { Severity } from "#lib/names.ts";

export interface Transition {
  incident: Incident;
  /** An incident of its own, and not the one that was given. */
  isNew: boolean;
  /** null: what changed is not worth a line of the timeline. */
  entry: TimelineEntry | null;
}

type Bad = Extract<IncidentEvent, { kind: "finding" }>;
type Good = Extract<IncidentEvent, { kind: "good" }>;

/**
 * What an event makes of the latest incident of a table and check; null: nothing. Pure: the same arguments give the same answer.
 * Observations open, worsen and resolve; a person's events need an incident that they can still change.
 */
export function transition(incident: Incident | null, event: IncidentEvent, now: Date, settings: IncidentSettings): Transition | null {
  if ("by" in event) return incident && byPerson(incident, event, now);
  switch (event.kind) {
    case "finding":
      return find(incident, event, now, settings);
    case "good":
      return incident && improve(incident, event, now, settings);
    case "near":
      return incident && !isOver(incident.state) ? comeNear(incident, event.kept) : null;
    case "accepted":
      return incident && accept(incident, event, now, settings);
    case "unjudgeable":
      return null;
  }
}

function find(incident: Incident | null, event: Bad, now: Date, settings: IncidentSettings): Transition | null {
  if (incident !== null && !isOver(incident.state)) return findAgain(incident, event, now, settings);
  if (settings.silence === "maintenance") return null;
  const resolvedAt = incident?.resolvedAt ?? null;
  // What was accepted is the same trouble, however long ago, unless runs were good since.
  const isBack = incident?.state === "accepted" && incident.goodRuns < settings.goodRunsToResolve;
  const isSoon = resolvedAt !== null && now.getTime() - resolvedAt.getTime() <= settings.reopenWithinMs;
  const reopens = incident !== null && (isBack || isSoon);
  const findings = worstFirst(event.findings);
  const opened = {
    state: "open",
    check: event.findings[0].check,
    severity: severityOf(findings),
    sentence: sentenceOf(findings),
    findings,
    seen: event.seen,
    goodRuns: 0,
    lastOpenedAt: now,
    lastSeenAt: now,
    acknowledgedAt: null,
    acknowledgedBy: null,
    snoozedUntil: null,
    resolvedAt: null,
    resolvedBy: null,
  } as const;
  const entry = observed(reopens ? "reopened" : "opened", event, settings, findings);
  if (reopens) return changed({ ...incident, ...opened, timesOpened: incident.timesOpened + 1 }, entry);
  return { incident: { ...opened, assignee: null, timesOpened: 1, openedAt: now }, isNew: true, entry };
}

/** While it is unresolved. A snooze that is over ends with the first bad observation after it. */
function findAgain(incident: Incident, event: Bad, now: Date, settings: IncidentSettings): Transition {
  const findings = worstFirst([...event.findings, ...event.kept]);
  const severity = severityOf(findings);
  const wakes = incident.state === "snoozed" && incident.snoozedUntil !== null && incident.snoozedUntil.getTime() <= now.getTime();
  const after: Incident = {
    ...incident,
    severity,
    sentence: sentenceOf(findings),
    findings,
    seen: event.seen,
    goodRuns: 0,
    lastSeenAt: now,
    ...(wakes && { state: "open", snoozedUntil: null }),
  };
  const known = new Set(incident.findings.map(nameOf));
  const isNews = event.findings.some((finding) => !known.has(nameOf(finding))) || (severity === "alert" && incident.severity === "warn");
  if (!wakes && !isNews) return changed(after, null);
  const entry = observed(wakes ? "woken" : "worsened", event, settings, event.findings);
  return changed(after, { ...entry, tells: entry.tells && after.state !== "snoozed" });
}

function improve(incident: Incident, event: Good, now: Date, { goodRunsToResolve, silence }: IncidentSettings): Transition | null {
  const { runId, limitsChanged } = event;
  if (incident.state === "resolved" || (isOver(incident.state) && (limitsChanged || incident.goodRuns >= goodRunsToResolve))) return null;
  const goodRuns = limitsChanged ? incident.goodRuns : incident.goodRuns + 1;
  if (isOver(incident.state) || (goodRuns < goodRunsToResolve && !limitsChanged)) return changed({ ...incident, goodRuns }, null);
  const tells = silence === null && incident.state !== "snoozed";
  return changed(
    { ...incident, goodRuns, state: "resolved", resolvedAt: now, resolvedBy: null, snoozedUntil: null },
    // Where no run made it, none was good.
    {
      kind: "resolved",
      by: null,
      runId,
      tells,
      detail: limitsChanged ? { text: "A limit was changed." } : runId === null ? {} : { goodRuns },
    },
  );
}

/** What was found is there no more, but for what is near its limit. */
function comeNear(incident: Incident, kept: readonly Finding[]): Transition | null {
  const isLess = kept.length > 0 && kept.length < incident.findings.length;
  if (!isLess && incident.goodRuns === 0) return null;
  const findings = isLess ? worstFirst(kept) : incident.findings;
  return changed({ ...incident, goodRuns: 0, findings, severity: severityOf(findings), sentence: sentenceOf(findings) }, null);
}

/** It ends at once: nothing has to be proven by further runs. */
function accept(
  incident: Incident,
  { acceptance: { by, until, why }, runId }: Extract<IncidentEvent, { kind: "accepted" }>,
  now: Date,
  { silence }: IncidentSettings,
): Transition | null {
  if (incident.state === "resolved") return null;
  if (incident.state === "accepted") return incident.goodRuns > 0 ? changed({ ...incident, goodRuns: 0 }, null) : null;
  const tells = silence === null && incident.state !== "snoozed";
  return changed(
    { ...incident, goodRuns: 0, state: "accepted", resolvedAt: now, resolvedBy: by, snoozedUntil: null },
    { kind: "accepted", by, runId, tells, detail: { until, text: why } },
  );
}

function byPerson(incident: Incident, event: PersonEvent, now: Date): Transition | null {
  const { by } = event;
  if (event.kind === "comment") return changed(incident, said("commented", by, { text: event.text }));
  if (event.kind === "assign") {
    const { assignee } = event;
    return assignee === incident.assignee ? null : changed({ ...incident, assignee }, said("assigned", by, { assignee }));
  }
  if (isOver(incident.state)) return null;
  switch (event.kind) {
    case "acknowledge": {
      if (incident.state === "acknowledged") return null;
      const acknowledged = { state: "acknowledged", acknowledgedAt: now, acknowledgedBy: by, snoozedUntil: null } as const;
      return changed({ ...incident, ...acknowledged }, said("acknowledged", by));
    }
    case "snooze": {
      const { until } = event;
      if (until.getTime() <= now.getTime()) return null;
      return changed({ ...incident, state: "snoozed", snoozedUntil: until }, said("snoozed", by, { until: until.toISOString() }));
    }
    case "unsnooze":
      return incident.state === "snoozed" ? changed({ ...incident, state: "open", snoozedUntil: null }, said("woken", by)) : null;
    case "resolve":
      return changed({ ...incident, state: "resolved", resolvedAt: now, resolvedBy: by, snoozedUntil: null }, said("resolved", by));
  }
}

function said(kind: TimelineEntry["kind"], by: string, detail: TimelineEntry["detail"] = {}): TimelineEntry {
  return { kind, by, runId: null, tells: true, detail };
}

function observed(kind: TimelineEntry["kind"], { seen }: Bad, { silence }: IncidentSettings, findings: readonly Finding[]): TimelineEntry {
  const detail = { findings, severity: severityOf(findings), keys: seen.keys, snapshotId: seen.snapshotId };
  return { kind, by: null, runId: seen.runId, tells: silence === null, detail };
}

function changed(incident: Incident, entry: TimelineEntry | null): Transition {
  return { incident, isNew: false, entry };
}

function nameOf({ metric, key }: Finding): string {
  return `${key?.id ?? ""} ${metric ?? ""}`;
}

function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => Number(b.severity === "alert") - Number(a.severity === "alert"));
}

function severityOf(findings: readonly Finding[]): Severity {
  return findings.some(({ severity }) => severity === "alert") ? "alert" : "warn";
}

function sentenceOf(findings: readonly Finding[]): string {
  return findings[0]?.sentence ?? "";
}
