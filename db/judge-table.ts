import { askSince } from "./ask-since.ts";
import { routeEvents } from "./change-incident.ts";
import type { Tx } from "./client.ts";
import { Dates } from "./date-findings.ts";
import type { JobSender } from "./queue.ts";
import { applyObservedEvent } from "./queries/incident-changes.ts";
import { listEndedByPeople, listIncidentSpans, listUnresolved, type IncidentRow } from "./queries/incidents.ts";
import { listObservedKeys, type StoredObservedKey } from "./queries/observed-keys.ts";
import { findSilence } from "./queries/silences.ts";
import { lockTable, type TableWithKeys } from "./queries/tables.ts";
import { storeVerdicts, type StoredVerdict } from "./queries/verdicts.ts";
import { CHECKS } from "#lib/checks/registry.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import { datingOf } from "#lib/incidents/dating.ts";
import { incidentSettings, type Acceptance, type IncidentEvent, type Sighting } from "#lib/incidents/incident.ts";
import { movesIncident, type JudgedBecause } from "#lib/incidents/moves-incident.ts";
import type { LeftOut } from "#lib/judging/expectation.ts";
import type { CheckJudgment } from "#lib/judging/judge-check.ts";
import { judgeTable } from "#lib/judging/judge-table.ts";
import { METRICS, type MetricName } from "#lib/metrics.ts";
import type { CheckId, IncidentCheck } from "#lib/names.ts";

export interface JudgedNow {
  table: TableWithKeys;
  now: Date;
  queue: JobSender;
  because: JudgedBecause;
}

/**
 * Judges the newest observation of each key of a table, stores its verdict and moves the table's incidents by the same judgment, in the
 * transaction that stores an observation, or changes its limits or accepted levels. Two at once judge one after the other, each by all that the other committed.
 */
export async function judgeNewest(tx: Tx, judged: JudgedNow): Promise<void> {
  const stored = await storeJudgment(tx, judged);
  if (stored === null) return;
  const { checks, ...context } = stored;
  if (await moveIncidents(tx, { ...judged, ...context }, checks)) await routeEvents(judged.queue, tx);
}

/** Judges the newest observation of each key of a table and stores its verdict; incidents stay as they are. null: nothing was observed yet. */
export async function storeJudgment(tx: Tx, { table, now }: Pick<JudgedNow, "table" | "now">) {
  await lockTable(tx, table.id);
  const keys = await listObservedKeys(tx, table, now);
  if (keys.length === 0) return null;
  const unresolved = new Map((await listUnresolved(tx, table.id)).map((incident) => [incident.check, incident]));
  const { verdicts, checks } = judgeTable({ keys, ...(await listHeld(tx, table.id, unresolved)) });
  const dates = new Dates(tx, table.id);
  const stored: StoredVerdict[] = [];
  for (const [at, verdict] of verdicts.entries()) {
    const observed = keys[at];
    if (observed === undefined) continue;
    const { runId, keyVersionId, observedAt } = observed;
    const findings = await dates.dateAll(verdict.findings, observed);
    stored.push({
      ...verdict,
      runId,
      keyVersionId,
      observedAt,
      judgedAt: now,
      findings,
      since: findings[0]?.since ?? null,
      judgedAfterwards: false,
    });
  }
  await storeVerdicts(tx, stored);
  return { keys, unresolved, dates, checks };
}

interface Context extends JudgedNow {
  keys: readonly StoredObservedKey[];
  unresolved: ReadonlyMap<IncidentCheck, IncidentRow>;
  dates: Dates;
}

/** True when a timeline has a new entry. */
async function moveIncidents(tx: Tx, context: Context, checks: readonly { check: CheckId; judgment: CheckJudgment }[]): Promise<boolean> {
  const { table, now, queue, because, keys, unresolved } = context;
  // The sample tables show what incidents are; nobody is to be woken for them.
  const silence = (await findSilence(tx, table.id, now)) ?? (table.source === "sample" ? "silence" : null);
  let isNews = false;
  const apply = async (check: IncidentCheck, event: IncidentEvent): Promise<void> => {
    const settings = incidentSettings(check, silence);
    const applied = await applyObservedEvent(tx, { tableId: table.id, check, event, now, settings });
    isNews ||= applied !== null && applied.eventId !== null;
    if (applied !== null && applied.incident.lastOpenedAt.getTime() === now.getTime())
      await askSince(tx, { queue, table, incident: applied.incident });
  };
  const ended = await listEndedByPeople(tx, table.id);
  const observedAt = new Date(Math.max(...keys.map((key) => key.observedAt.getTime())));
  for (const { check, judgment } of checks) {
    const known = { because, isOpen: unresolved.has(check), ended: ended.get(check) ?? null, observedAt };
    if (movesIncident(judgment, known)) await apply(check, await toEvent(judgment, context));
  }
  if (because === "run" && unresolved.has("runs")) await apply("runs", { kind: "good", runId: keys[0]?.runId ?? null });
  return isNews;
}

async function toEvent(judgment: CheckJudgment, context: Context): Promise<IncidentEvent> {
  const runId = context.keys[0]?.runId ?? null;
  switch (judgment.outcome) {
    case "finding": {
      const { findings, kept } = judgment;
      return { kind: "finding", findings, kept, seen: await see(findings[0], context) };
    }
    case "accepted":
      return { kind: "accepted", runId, acceptance: acceptanceOf(judgment.metrics, context.keys) };
    case "near":
      return { kind: "near", runId, kept: judgment.kept };
    case "good":
      return context.because === "limits" ? { kind: "good", runId: null, limitsChanged: true } : { kind: "good", runId };
    case "unjudgeable":
      return { kind: "unjudgeable", runId };
  }
}

/** Of the levels that count the one that ends first: then the incident opens again. */
function acceptanceOf(metrics: readonly { keyId: string; metric: MetricName }[], keys: readonly StoredObservedKey[]): Acceptance {
  const levels = metrics.flatMap(({ keyId, metric }) => keys.find(({ key }) => key.id === keyId)?.accepted[metric] ?? []);
  const [first] = levels.toSorted((a, b) => a.until.localeCompare(b.until));
  if (first === undefined) throw new Error("what is accepted has a level");
  return { by: first.by, why: first.why, until: first.until };
}

/** What the worst finding was seen at. */
async function see(finding: Finding, { keys, dates }: Context): Promise<Sighting> {
  const leads = keys.find(({ key }) => key.id === finding.key?.id);
  const of = leads ?? keys[0];
  return {
    runId: of?.runId ?? null,
    snapshotId: of?.snapshot?.id ?? null,
    keyVersionId: leads?.keyVersionId ?? null,
    keys: leads === undefined ? null : affectedKeys(finding, leads),
    datedBy: of === undefined ? null : datingOf(finding, of),
    since: of === undefined ? null : await dates.date(finding, of),
  };
}

function affectedKeys({ check, metric, value }: Finding, { values }: StoredObservedKey): number | null {
  if (check === "duplicates") return values.duplicated_keys ?? null;
  return metric !== null && METRICS[metric].unit === "keys" ? value : null;
}

async function listHeld(tx: Tx, tableId: string, unresolved: Context["unresolved"]) {
  const spans = await listIncidentSpans(tx, tableId);
  const held: Partial<Record<CheckId, readonly Finding[]>> = {};
  const leftOut: Partial<Record<CheckId, LeftOut>> = {};
  for (const { id } of CHECKS) {
    held[id] = unresolved.get(id)?.findings ?? [];
    leftOut[id] = spans.filter(({ check }) => check === id);
  }
  return { held, leftOut };
}
