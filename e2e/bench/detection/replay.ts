import type { MadePoint, MadeSeries } from "#e2e/bench/detection/made-series.ts";
import { CHECKS } from "#lib/checks/registry.ts";
import { incidentSettings, type Incident, type IncidentEvent } from "#lib/incidents/incident.ts";
import { transition } from "#lib/incidents/transition.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import { judgeCheck, type CheckJudgment } from "#lib/judging/judge-check.ts";
import { keepPast } from "#lib/judging/keep-past.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";

/** An incident that was opened or opened again. Milliseconds since 1970. */
export interface Alarm {
  openedAt: number;
  /** null: to the end of the series. */
  resolvedAt: number | null;
}

/** What a way of judging makes of one observation after the other. */
type Judge = (point: MadePoint) => CheckJudgment;

/** The series' incidents so far: how long each lasted, and what the unresolved one is about. */
interface Told {
  /** As the store tells them: one for an incident however often it opened, from its first opening to its last end. */
  spans: { from: Date; to: Date | null }[];
  held: readonly Finding[];
}

/** Makes a judge for a series. */
export type MakeJudge = (series: MadeSeries, told: Readonly<Told>) => Judge;

const SEEN = { runId: null, snapshotId: null, keyVersionId: 1, keys: null, since: null, datedBy: null } as const;

/** What is opened and resolved in a series, by the transitions that the service makes. */
export function replay(series: MadeSeries, makeJudge: MakeJudge): Alarm[] {
  const check = checkOf(series).id;
  const settings = incidentSettings(check);
  const alarms: Alarm[] = [];
  const told: Told = { spans: [], held: [] };
  let incident: Incident | null = null;
  const judge = makeJudge(series, told);
  for (const point of series.points) {
    const judgment = judge(point);
    if (judgment.outcome !== "finding" && told.held.length === 0) continue;
    const moved = transition(incident, toEvent(judgment), point.at, settings);
    if (moved === null) continue;
    incident = moved.incident;
    told.held = incident.state === "resolved" || incident.state === "accepted" ? [] : incident.findings;
    told.spans.splice(moved.isNew ? told.spans.length : -1, 1, { from: incident.openedAt, to: incident.resolvedAt });
    if (moved.entry?.kind === "opened" || moved.entry?.kind === "reopened") alarms.push({ openedAt: point.at.getTime(), resolvedAt: null });
    const last = alarms.at(-1);
    if ((moved.entry?.kind === "resolved" || moved.entry?.kind === "accepted") && last) last.resolvedAt = point.at.getTime();
  }
  return alarms;
}

function toEvent(judgment: CheckJudgment): IncidentEvent {
  if (judgment.outcome === "accepted") return { kind: "accepted", runId: null, acceptance: { by: "bench", why: "bench", until: "" } };
  if (judgment.outcome !== "finding")
    return { kind: judgment.outcome, runId: null, kept: judgment.outcome === "good" ? [] : judgment.kept };
  return { kind: "finding", findings: judgment.findings, kept: judgment.kept, seen: SEEN };
}

export function checkOf({ metric }: MadeSeries): (typeof CHECKS)[number] {
  const check = CHECKS.find(({ metrics }) => metric in metrics);
  if (check === undefined) throw new Error(`no check has ${metric}`);
  return check;
}

function acceptedOf({ accepted }: MadeSeries): ObservedKey["accepted"] {
  const by = { by: "bench", why: "bench", until: "9999-12-31T00:00:00.000Z" };
  return Object.fromEntries(Object.entries(accepted).map(([metric, level]) => [metric, { level, ...by }]));
}

/** As a run is judged: against the last comparable observation of each hour of four weeks, those of incidents left out. */
export const ours: MakeJudge = (series, told) => {
  const check = checkOf(series);
  let past: ObservedKey["past"] = [];
  let version = 0;
  return ({ at, values, trust, keyVersion }) => {
    if (keyVersion !== version) past = [];
    version = keyVersion;
    const { promise } = series;
    const accepted = acceptedOf(series);
    const key = { key: { id: "key", name: "id" }, observedAt: at, promise, trust, values, limits: {}, accepted, past };
    const judgment = judgeCheck(check, { keys: [key], held: told.held, leftOut: told.spans });
    if (trust.level !== "untrusted") past = keepPast({ observedAt: at, values }, past);
    return judgment;
  };
};
