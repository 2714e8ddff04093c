import fc from "fast-check";
import { expect, test } from "vitest";
import { INCIDENT_SETTINGS, type Incident, type IncidentEvent } from "#lib/incidents/incident.ts";
import { transition } from "#lib/incidents/transition.ts";
import { someFinding, someIncident, someSighting } from "#lib/testing/incidents.ts";
import { takenAfter, type TakingEntry } from "./taken-at.ts";

const people = fc.constantFrom("Ana", "Ben");
const hour = 3_600_000;
const START = Date.parse("2026-03-01T10:00:00Z");

type Act =
  | { kind: "acknowledge" | "unsnooze" | "resolve"; by: string }
  | { kind: "snooze"; by: string; hours: number }
  | { kind: "assign"; by: string; assignee: string | null }
  | { kind: "finding" };

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("acknowledge" as const), by: people }),
    fc.record({ kind: fc.constant("snooze" as const), by: people, hours: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant("unsnooze" as const), by: people }),
    fc.record({ kind: fc.constant("resolve" as const), by: people }),
    fc.record({ kind: fc.constant("assign" as const), by: people, assignee: fc.option(people) }),
    fc.constant({ kind: "finding" as const }),
  ),
  { maxLength: 20 },
);

/** As the store tells it. */
function stored({ state, acknowledgedBy, acknowledgedAt, assignee, snoozedUntil }: Incident) {
  return {
    acknowledged: state === "acknowledged" ? { by: acknowledgedBy, at: acknowledgedAt?.toISOString() } : null,
    assignee,
    until: state === "snoozed" ? snoozedUntil?.toISOString() : null,
  };
}

test("the timeline alone says who works on an incident as its row does, whatever people and observations do", () => {
  fc.assert(
    fc.property(acts, (all) => {
      let incident = someIncident();
      const entries: TakingEntry[] = [{ kind: "opened", at: incident.openedAt.toISOString(), by: null, until: null, assignee: null }];
      for (const [place, act] of all.entries()) {
        const now = new Date(START + (place + 1) * hour);
        const moved = transition(incident, toEvent(act, now), now, INCIDENT_SETTINGS);
        if (moved === null || moved.isNew) continue;
        incident = moved.incident;
        if (moved.entry === null) continue;
        const { kind, by, detail } = moved.entry;
        entries.push({ kind, at: now.toISOString(), by, until: detail.until ?? null, assignee: detail.assignee ?? null });
      }
      fc.pre(incident.state !== "resolved");
      const { acknowledged, assignee, snoozed } = takenAfter(entries);
      expect({ acknowledged, assignee, until: snoozed?.until ?? null }).toEqual(stored(incident));
    }),
    { numRuns: 300 },
  );
});

function toEvent(act: Act, now: Date): IncidentEvent {
  if (act.kind === "finding") return { kind: "finding", findings: [someFinding()], kept: [], seen: someSighting() };
  if (act.kind === "snooze") return { kind: "snooze", by: act.by, until: new Date(now.getTime() + act.hours * hour) };
  return act;
}
