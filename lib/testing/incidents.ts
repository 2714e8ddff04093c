import type { Incident, Sighting } from "#lib/incidents/incident.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import type { Accepted, Verdict } from "#lib/contracts/verdict.ts";

/** Of 12 surplus rows of the key `id`. */
export function someFinding(changes: Partial<Finding> = {}): Finding {
  return {
    check: "duplicates",
    kind: "limit",
    severity: "warn",
    metric: "surplus_rows",
    key: { id: "key 1", name: "id" },
    value: 12,
    bound: null,
    limit: 1,
    expected: null,
    sentence: "12 keys are duplicated (12 extra rows).",
    ...changes,
  };
}

/** Accepted by ann until 30 March 2026. */
export function someAccepted(level: number, changes: Partial<Accepted> = {}): Accepted {
  return { level, by: "ann", why: "known", until: "2026-03-30T00:00:00.000Z", ...changes };
}

export function someSighting(changes: Partial<Sighting> = {}): Sighting {
  return { runId: "run 1", snapshotId: "17", keyVersionId: 1, keys: 12, since: null, datedBy: null, ...changes };
}

/** Open since 10:00 UTC on 1 March 2026. */
export function someIncident(changes: Partial<Incident> = {}): Incident {
  const at = new Date("2026-03-01T10:00:00Z");
  const finding = someFinding();
  return {
    check: "duplicates",
    state: "open",
    severity: finding.severity,
    sentence: finding.sentence,
    findings: [finding],
    seen: someSighting(),
    assignee: null,
    goodRuns: 0,
    timesOpened: 1,
    openedAt: at,
    lastOpenedAt: at,
    lastSeenAt: at,
    acknowledgedAt: null,
    acknowledgedBy: null,
    snoozedUntil: null,
    resolvedAt: null,
    resolvedBy: null,
    ...changes,
  };
}

/** Of a key without duplicates. */
export function someVerdict(changes: Partial<Verdict> = {}): Verdict {
  return {
    state: "ok",
    severity: null,
    metric: null,
    value: null,
    limit: null,
    expected: null,
    since: null,
    sentence: "No duplicates.",
    findings: [],
    accepted: [],
    judgedAfterwards: false,
    ...changes,
  };
}
