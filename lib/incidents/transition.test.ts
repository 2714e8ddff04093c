import { describe, expect, test } from "vitest";
import { INCIDENT_SETTINGS, type Incident, type IncidentEvent, type IncidentSettings } from "#lib/incidents/incident.ts";
import { transition } from "#lib/incidents/transition.ts";
import { someFinding, someIncident, someSighting } from "#lib/testing/incidents.ts";

const NOW = new Date("2026-03-02T10:00:00Z");
const hours = (count: number): Date => new Date(NOW.getTime() + count * 3_600_000);

const ALERT = someFinding({ severity: "alert", value: 500, sentence: "500 keys." });
const OTHER = someFinding({ metric: "null_key_rows", value: 3, sentence: "3 rows without a key." });
const found = (...findings: [ReturnType<typeof someFinding>, ...ReturnType<typeof someFinding>[]]): IncidentEvent => ({
  kind: "finding",
  findings,
  kept: [],
  seen: someSighting({ runId: "run 2" }),
});
const FINDING = found(someFinding());
const GOOD: IncidentEvent = { kind: "good", runId: "run 2" };
const NEAR: IncidentEvent = { kind: "near", kept: [], runId: "run 2" };
const UNJUDGEABLE: IncidentEvent = { kind: "unjudgeable", runId: "run 2" };
const by = "ann";
const ACCEPTED_NOW: IncidentEvent = {
  kind: "accepted",
  runId: "run 2",
  acceptance: { by, why: "known", until: "2026-03-30T09:00:00.000Z" },
};
const BY_LIMITS: IncidentEvent = { kind: "good", runId: null, limitsChanged: true };

const OPEN = someIncident();
const ACKNOWLEDGED = someIncident({ state: "acknowledged", acknowledgedAt: hours(-2), acknowledgedBy: by });
const SNOOZED = someIncident({ state: "snoozed", snoozedUntil: hours(2) });
const SLEPT = someIncident({ state: "snoozed", snoozedUntil: hours(0) });
const resolved = (hoursAgo: number): Incident =>
  someIncident({ state: "resolved", resolvedAt: hours(-hoursAgo), resolvedBy: by, assignee: "bob" });
const RESOLVED = resolved(1);
const accepted = (hoursAgo: number, goodRuns = 0): Incident =>
  someIncident({ state: "accepted", resolvedAt: hours(-hoursAgo), resolvedBy: by, goodRuns });

const move = (incident: Incident | null, event: IncidentEvent, settings: Partial<IncidentSettings> = {}) => {
  const moved = transition(incident, event, NOW, { ...INCIDENT_SETTINGS, ...settings });
  return moved && [moved.incident.state, moved.entry?.kind ?? "silent", moved.entry?.tells ?? false, moved.isNew];
};

test.each<[string, Incident | null, IncidentEvent, ReturnType<typeof move>, Partial<IncidentSettings>?]>([
  ["none -> open by a finding: opened", null, FINDING, ["open", "opened", true, true]],
  ["none -> open while silenced: opened, and nobody is told", null, FINDING, ["open", "opened", false, true], { silence: "silence" }],
  ["none -> none during maintenance", null, FINDING, null, { silence: "maintenance" }],
  ["none -> none by a good observation", null, GOOD, null],
  ["none -> none by an observation that is near a limit", null, NEAR, null],
  ["none -> none by what cannot be judged", null, UNJUDGEABLE, null],
  ["none -> none by what is accepted", null, ACCEPTED_NOW, null],
  ["open -> accepted at once, whatever the number of good runs", OPEN, ACCEPTED_NOW, ["accepted", "accepted", true, false]],
  ["acknowledged -> accepted", ACKNOWLEDGED, ACCEPTED_NOW, ["accepted", "accepted", true, false]],
  ["snoozed -> accepted, without a notification", SNOOZED, ACCEPTED_NOW, ["accepted", "accepted", false, false]],
  [
    "open -> accepted while silenced, without a notification",
    OPEN,
    ACCEPTED_NOW,
    ["accepted", "accepted", false, false],
    { silence: "silence" },
  ],
  ["resolved -> resolved by what is accepted", RESOLVED, ACCEPTED_NOW, null],
  ["accepted -> accepted by the same observation", accepted(1), ACCEPTED_NOW, null],
  ["accepted -> open by a finding, however long ago: reopened", accepted(24 * 60), FINDING, ["open", "reopened", true, false]],
  ["accepted -> a new incident where runs were good since, long ago", accepted(24 * 60, 3), FINDING, ["open", "opened", true, true]],
  ["accepted -> accepted by a good observation: silent", accepted(1), GOOD, ["accepted", "silent", false, false]],
  ["accepted -> accepted by further good observations", accepted(1, 3), GOOD, null],
  ["accepted -> accepted by a person who acknowledges it", accepted(1), { kind: "acknowledge", by }, null],
  ["accepted -> accepted with a comment", accepted(1), { kind: "comment", by, text: "?" }, ["accepted", "commented", true, false]],
  ["open -> resolved at once by other limits", OPEN, BY_LIMITS, ["resolved", "resolved", true, false]],
  ["accepted -> accepted by other limits", accepted(1), BY_LIMITS, null],
  ["none -> none by a person", null, { kind: "comment", by, text: "?" }, null],

  ["open -> open by the same finding: silent", OPEN, FINDING, ["open", "silent", false, false]],
  ["open -> open, graver: worsened", OPEN, found(ALERT), ["open", "worsened", true, false]],
  ["open -> open, of a further metric: worsened", OPEN, found(someFinding(), OTHER), ["open", "worsened", true, false]],
  ["open -> open, milder: silent", someIncident({ severity: "alert", findings: [ALERT] }), FINDING, ["open", "silent", false, false]],
  [
    "open -> open during maintenance, graver: worsened, and nobody is told",
    OPEN,
    found(ALERT),
    ["open", "worsened", false, false],
    { silence: "maintenance" },
  ],
  ["open -> open by a first good observation: silent", OPEN, GOOD, ["open", "silent", false, false]],
  ["open -> open by a second good observation: silent", someIncident({ goodRuns: 1 }), GOOD, ["open", "silent", false, false]],
  ["open -> resolved by a third good observation", someIncident({ goodRuns: 2 }), GOOD, ["resolved", "resolved", true, false]],
  [
    "open -> resolved by one good observation, where one is enough",
    OPEN,
    GOOD,
    ["resolved", "resolved", true, false],
    { goodRunsToResolve: 1 },
  ],
  [
    "open -> resolved while silenced: nobody is told",
    someIncident({ goodRuns: 2 }),
    GOOD,
    ["resolved", "resolved", false, false],
    { silence: "silence" },
  ],
  ["open -> open near a limit: nothing", OPEN, NEAR, null],
  [
    "open -> open near a limit after good observations: these count no more",
    someIncident({ goodRuns: 2 }),
    NEAR,
    ["open", "silent", false, false],
  ],
  ["open -> open by what cannot be judged: nothing", someIncident({ goodRuns: 2 }), UNJUDGEABLE, null],
  ["open -> acknowledged by a person", OPEN, { kind: "acknowledge", by }, ["acknowledged", "acknowledged", true, false]],
  ["open -> snoozed until a moment", OPEN, { kind: "snooze", by, until: hours(1) }, ["snoozed", "snoozed", true, false]],
  ["open -> open by a snooze until now: nothing", OPEN, { kind: "snooze", by, until: NOW }, null],
  ["open -> open by an unsnooze: nothing", OPEN, { kind: "unsnooze", by }, null],
  ["open -> resolved by hand", OPEN, { kind: "resolve", by }, ["resolved", "resolved", true, false]],
  ["open -> open by a comment", OPEN, { kind: "comment", by, text: "looking" }, ["open", "commented", true, false]],
  ["open -> open by an assignment", OPEN, { kind: "assign", by, assignee: "bob" }, ["open", "assigned", true, false]],
  ["open -> open by an assignment to nobody, as before: nothing", OPEN, { kind: "assign", by, assignee: null }, null],

  ["acknowledged -> acknowledged by the same finding: silent", ACKNOWLEDGED, FINDING, ["acknowledged", "silent", false, false]],
  ["acknowledged -> acknowledged, graver: worsened", ACKNOWLEDGED, found(ALERT), ["acknowledged", "worsened", true, false]],
  ["acknowledged -> acknowledged by a person: nothing", ACKNOWLEDGED, { kind: "acknowledge", by }, null],
  ["acknowledged -> snoozed", ACKNOWLEDGED, { kind: "snooze", by, until: hours(1) }, ["snoozed", "snoozed", true, false]],
  ["acknowledged -> resolved by a third good observation", { ...ACKNOWLEDGED, goodRuns: 2 }, GOOD, ["resolved", "resolved", true, false]],
  ["acknowledged -> resolved by hand", ACKNOWLEDGED, { kind: "resolve", by }, ["resolved", "resolved", true, false]],

  ["snoozed -> snoozed by the same finding: silent", SNOOZED, FINDING, ["snoozed", "silent", false, false]],
  ["snoozed -> snoozed, graver: worsened, and nobody is told", SNOOZED, found(ALERT), ["snoozed", "worsened", false, false]],
  ["snoozed -> open by a finding at its end: woken", SLEPT, FINDING, ["open", "woken", true, false]],
  ["snoozed -> snoozed until later", SNOOZED, { kind: "snooze", by, until: hours(9) }, ["snoozed", "snoozed", true, false]],
  ["snoozed -> open by an unsnooze", SNOOZED, { kind: "unsnooze", by }, ["open", "woken", true, false]],
  ["snoozed -> acknowledged", SNOOZED, { kind: "acknowledge", by }, ["acknowledged", "acknowledged", true, false]],
  [
    "snoozed -> resolved by a third good observation: nobody is told",
    { ...SNOOZED, goodRuns: 2 },
    GOOD,
    ["resolved", "resolved", false, false],
  ],
  ["snoozed -> resolved by hand", SNOOZED, { kind: "resolve", by }, ["resolved", "resolved", true, false]],

  ["resolved -> open within seven days: reopened", RESOLVED, FINDING, ["open", "reopened", true, false]],
  ["resolved -> open at the end of the seven days: reopened", resolved(168), FINDING, ["open", "reopened", true, false]],
  ["resolved -> another one after seven days: opened", resolved(169), FINDING, ["open", "opened", true, true]],
  ["resolved -> resolved during maintenance", RESOLVED, FINDING, null, { silence: "maintenance" }],
  ["resolved -> resolved by a good observation: nothing", RESOLVED, GOOD, null],
  ["resolved -> resolved near a limit: nothing", RESOLVED, NEAR, null],
  ["resolved -> resolved by a comment", RESOLVED, { kind: "comment", by, text: "was it" }, ["resolved", "commented", true, false]],
  ["resolved -> resolved by an assignment", RESOLVED, { kind: "assign", by, assignee: "eve" }, ["resolved", "assigned", true, false]],
  ["resolved -> resolved by acknowledging: nothing", RESOLVED, { kind: "acknowledge", by }, null],
  ["resolved -> resolved by a snooze: nothing", RESOLVED, { kind: "snooze", by, until: hours(1) }, null],
  ["resolved -> resolved by hand again: nothing", RESOLVED, { kind: "resolve", by }, null],
])("%s", (_, incident, event, after, settings) => {
  expect(move(incident, event, settings)).toEqual(after);
});

describe("what an incident holds", () => {
  const after = (incident: Incident | null, event: IncidentEvent) => transition(incident, event, NOW, INCIDENT_SETTINGS)?.incident;

  test("opened, it says the worst finding first and where that was seen", () => {
    const opened = transition(null, found(OTHER, ALERT), NOW, INCIDENT_SETTINGS);
    expect(opened?.incident).toMatchObject({
      severity: "alert",
      sentence: "500 keys.",
      findings: [ALERT, OTHER],
      openedAt: NOW,
      lastOpenedAt: NOW,
      timesOpened: 1,
    });
    expect(opened?.entry).toMatchObject({ runId: "run 2", by: null, detail: { keys: 12, snapshotId: "17", severity: "alert" } });
  });

  test("re-opened, it keeps its first opening and its assignee, and nobody has acknowledged it yet", () => {
    const again = after({ ...RESOLVED, acknowledgedBy: by, acknowledgedAt: hours(-3) }, FINDING);
    expect(again).toMatchObject({ timesOpened: 2, lastOpenedAt: NOW, assignee: "bob", resolvedAt: null, acknowledgedBy: null });
    expect(again?.openedAt).toEqual(RESOLVED.openedAt);
  });

  test("one that is opened after an old one is nobody's", () => {
    expect(after(resolved(169), FINDING)).toMatchObject({ assignee: null, timesOpened: 1, openedAt: NOW });
  });

  test("a finding that was neither repeated nor cleared stays, and a bad observation ends a row of good ones", () => {
    const event = { kind: "finding", findings: [someFinding({ value: 13 })], kept: [OTHER], seen: someSighting() } as const;
    const still = after(someIncident({ goodRuns: 2, findings: [someFinding(), OTHER] }), event);
    expect(still).toMatchObject({ goodRuns: 0, findings: [{ value: 13 }, { metric: "null_key_rows" }] });
  });

  test("resolved by itself it names nobody, by hand the person", () => {
    expect(after(someIncident({ goodRuns: 2 }), GOOD)).toMatchObject({ resolvedAt: NOW, resolvedBy: null });
    expect(after(OPEN, { kind: "resolve", by })).toMatchObject({ resolvedAt: NOW, resolvedBy: by });
  });
});
