import { isOver } from "#lib/contracts/incident-state.ts";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import { incidentSettings, type Incident, type IncidentEvent } from "#lib/incidents/incident.ts";
import { transition } from "#lib/incidents/transition.ts";
import { expect, PAST_DAYS, type LeftOut } from "#lib/judging/expectation.ts";
import { judgeCheck, type CheckJudgment } from "#lib/judging/judge-check.ts";
import { lowestLimit } from "#lib/judging/judge-metric.ts";
import { hasLimits } from "#lib/checks/with-limits.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";
import type { LimitOverride } from "#lib/contracts/table-definition.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { KeyPromise, Severity } from "#lib/names.ts";

const HOUR_MS = 3_600_000;

/** What is stored of a snapshot, or of a run where the number belongs to runs. */
export interface ReplayPoint {
  at: Date;
  /** null: the table was never written. */
  snapshotId: string | null;
  engine: string;
  trust: ObservedKey["trust"];
  values: ObservedKey["values"];
}

export interface ReplayAsked {
  metric: MetricName;
  key: { id: string; name: string };
  promise: KeyPromise;
  /** In the place of the table's own; undefined: the check alone decides. */
  limits: LimitOverride | undefined;
  /** What a person accepted of the metric in `[from, to)`; empty: as if nobody had. */
  accepted: readonly { level: number; from: Date; to: Date }[];
  /** Earlier ones, which tell what is usual and are not judged; oldest first. */
  before: readonly ReplayPoint[];
  /** All of one version of the key, oldest first. */
  points: readonly ReplayPoint[];
}

/** A time at which an incident would have opened, or opened again. */
export interface ReplayedOpening {
  openedAt: Date;
  /** null: to the end of what is replayed. */
  resolvedAt: Date | null;
  snapshotId: string | null;
  /** The gravest of it. */
  severity: Severity;
  /** The worst number while it was open. */
  worst: number;
  bound: "at least" | null;
  /** Of the number that opened it. */
  sentence: string;
  /** The first point was beyond already: it began earlier. */
  fromStart: boolean;
}

export interface ReplayedPoint {
  point: ReplayPoint;
  /** null: not computed. */
  value: number | null;
  /** From where on it would have been wrong; null: nothing judges it there. Worked out when it is asked for. */
  edge: () => number | null;
  outcome: CheckJudgment["outcome"];
}

/**
 * What the judging of runs would have made of one metric's stored numbers under other limits: each point is one run, this metric is all that
 * its check has, and an incident opens, resolves and opens again by the rules of `transition`. Pure.
 */
export function previewLimits(asked: ReplayAsked): { openings: ReplayedOpening[]; points: ReplayedPoint[] } {
  const { check, metric } = findCheck(asked.metric);
  const settings = incidentSettings(check.id);
  const lower = metric.declaration.worse === "lower";
  const past = new Pasts(asked.before);
  const incidents: Incident[] = [];
  const openings: ReplayedOpening[] = [];
  const points = asked.points.map((point, place): ReplayedPoint => {
    const observed = observe(asked, point, past.of(point));
    const incident = incidents.at(-1) ?? null;
    const isOpen = incident !== null && !isOver(incident.state);
    const leftOut = incidents.map(({ openedAt, resolvedAt }) => ({ from: openedAt, to: resolvedAt }));
    const judgment = judgeCheck(check, { keys: [observed], held: isOpen ? incident.findings : [], leftOut });
    const moved = transition(incident, toEvent(judgment, point), point.at, settings);
    if (moved !== null) {
      if (moved.isNew) incidents.push(moved.incident);
      else incidents.splice(-1, 1, moved.incident);
      note(openings, { judgment, incident: moved.incident, kind: moved.entry?.kind ?? null, point, isFirst: place === 0, lower });
    }
    past.add(point);
    return {
      point,
      value: observed.values[asked.metric] ?? null,
      edge: () => edgeOf(metric, observed, leftOut),
      outcome: judgment.outcome,
    };
  });
  return { openings, points };
}

function findCheck(name: MetricName) {
  const check = CHECKS.find((one) => Object.hasOwn(one.metrics, name));
  const metric = check && listMetrics(check).find((one) => one.name === name);
  if (check === undefined || metric === undefined) throw new Error(`no check has the metric ${name}`);
  return { check: { ...check, metrics: { [name]: metric.declaration } }, metric };
}

function observe({ metric, key, promise, limits, accepted }: ReplayAsked, point: ReplayPoint, past: ObservedKey["past"]): ObservedKey {
  const held = accepted.findLast(({ from, to }) => from <= point.at && point.at < to);
  return {
    key,
    observedAt: point.at,
    promise,
    trust: point.trust,
    values: point.values,
    limits: limits === undefined ? {} : { [metric]: limits },
    accepted: held === undefined ? {} : { [metric]: { level: held.level, by: "", why: "", until: held.to.toISOString() } },
    past,
  };
}

function toEvent(judgment: CheckJudgment, { snapshotId }: ReplayPoint): IncidentEvent {
  if (judgment.outcome === "accepted") return { kind: "accepted", runId: null, acceptance: { by: "", why: "", until: "" } };
  if (judgment.outcome !== "finding")
    return { kind: judgment.outcome, runId: null, kept: judgment.outcome === "good" ? [] : judgment.kept };
  const { findings, kept } = judgment;
  return { kind: "finding", findings, kept, seen: { runId: null, snapshotId, keyVersionId: null, keys: null, since: null, datedBy: null } };
}

interface Moved {
  judgment: CheckJudgment;
  incident: Incident;
  kind: string | null;
  point: ReplayPoint;
  isFirst: boolean;
  lower: boolean;
}

function note(openings: ReplayedOpening[], { judgment, incident, kind, point, isFirst, lower }: Moved): void {
  const finding = judgment.outcome === "finding" ? judgment.findings[0] : null;
  if ((kind === "opened" || kind === "reopened") && finding !== null) {
    const { severity, sentence, bound, value } = finding;
    const begun = { openedAt: point.at, resolvedAt: null, snapshotId: point.snapshotId, fromStart: isFirst };
    openings.push({ ...begun, severity, sentence, bound, worst: value ?? 0 });
    return;
  }
  const last = openings.at(-1);
  if (last === undefined) return;
  last.resolvedAt = isOver(incident.state) ? incident.resolvedAt : null;
  if (finding === null || finding.value === null) return;
  if (finding.severity === "alert") last.severity = "alert";
  if (lower ? finding.value < last.worst : finding.value > last.worst) {
    last.worst = finding.value;
    last.bound = finding.bound;
  }
}

/** What the number is held against at a point: a limit, raised by what is accepted, or else what its past lets expect. */
function edgeOf(metric: ReturnType<typeof findCheck>["metric"], observed: ObservedKey, leftOut: LeftOut): number | null {
  const { declaration } = metric;
  if (!hasLimits(declaration, observed.promise)) return null;
  const limit = lowestLimit(metric, observed);
  if (limit !== null) return limit;
  const expected = expect(metric, observed, leftOut);
  return expected && (declaration.worse === "lower" ? expected.low : expected.high);
}

/** What earlier points of each engine saw, as a run is given it: newest first, the last of each hour of some weeks, none that is untrusted. */
class Pasts {
  readonly #byEngine = new Map<string, ObservedKey["past"]>();

  constructor(before: readonly ReplayPoint[]) {
    for (const point of before) this.add(point);
  }

  of({ engine, at }: Pick<ReplayPoint, "engine" | "at">): ObservedKey["past"] {
    const oldest = at.getTime() - PAST_DAYS * 24 * HOUR_MS;
    return (this.#byEngine.get(engine) ?? []).filter(({ observedAt }) => observedAt.getTime() >= oldest);
  }

  add({ at, engine, trust, values }: ReplayPoint): void {
    if (trust.level === "untrusted") return;
    const hourOf = (time: Date): number => Math.floor(time.getTime() / HOUR_MS);
    const kept = this.of({ engine, at });
    const isAnew = kept[0] !== undefined && hourOf(kept[0].observedAt) === hourOf(at);
    this.#byEngine.set(engine, [{ observedAt: at, values }, ...(isAnew ? kept.slice(1) : kept)]);
  }
}
