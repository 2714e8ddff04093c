import { routeEvents } from "#db/change-incident.ts";
import type { Tx } from "#db/client.ts";
import type { JobSender } from "#db/queue.ts";
import type { CompletedRun } from "#db/queries/complete-run.ts";
import { applyObservedEvent } from "#db/queries/incident-changes.ts";
import { listIncidentSpans, listUnresolved } from "#db/queries/incidents.ts";
import type { RunRow } from "#db/queries/runs.ts";
import { findSilence } from "#db/queries/silences.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { askSince } from "#jobs/run/ask-since.ts";
import { dateSighting, redateIncidents } from "#jobs/run/date-incident.ts";
import { listObservedKeys, type ObservedResult } from "#jobs/run/observed-keys.ts";
import { CHECKS, findMetric } from "#lib/checks/registry.ts";
import { incidentSettings, type IncidentEvent, type Sighting } from "#lib/incidents/incident.ts";
import type { Finding } from "#lib/judging/finding.ts";
import { judgeCheck, type CheckJudgement } from "#lib/judging/judge-check.ts";
import { lowestLimit } from "#lib/judging/judge-metric.ts";
import { OBSERVATION_METRIC_NAMES, type IncidentCheck, type MetricName, type SnapshotMetricName } from "#lib/names.ts";

export interface JudgedRun {
  table: TableWithKeys;
  run: RunRow;
  completed: CompletedRun;
  now: Date;
  queue: JobSender;
}

const OF_RUN = new Set<MetricName>(OBSERVATION_METRIC_NAMES);

/**
 * Judges what a run saw and moves its table's incidents, in the transaction that stores it. A run that fills history opens and resolves
 * nothing: it dates what is there. One for an older snapshot, which says nothing of the table as it is, neither.
 */
export async function judgeRun(tx: Tx, judged: JudgedRun): Promise<void> {
  if (await moveIncidents(tx, judged)) await routeEvents(judged.queue, tx);
}

/** True when a timeline has a new entry. */
async function moveIncidents(tx: Tx, { table, run, completed, now, queue }: JudgedRun): Promise<boolean> {
  if (!completed.observes || run.askedSnapshotId !== null) {
    await redateIncidents(tx, table.id);
    return false;
  }
  // The sample tables show what incidents are; nobody is to be woken for them.
  const silence = (await findSilence(tx, table.id, now)) ?? (table.source === "sample" ? "silence" : null);
  const keys = await listObservedKeys(tx, { table, completed, runId: run.id, now });
  const unresolved = new Map((await listUnresolved(tx, table.id)).map((incident) => [incident.check, incident]));
  const spans = await listIncidentSpans(tx, table.id);
  let isNews = false;
  const apply = async (check: IncidentCheck, event: IncidentEvent): Promise<void> => {
    const settings = incidentSettings(check, silence);
    const applied = await applyObservedEvent(tx, { tableId: table.id, check, event, now, settings });
    isNews ||= applied !== null && applied.eventId !== null;
    if (applied !== null && applied.incident.lastOpenedAt.getTime() === now.getTime())
      await askSince(tx, { queue, table, incident: applied.incident });
  };
  for (const check of CHECKS) {
    const held = unresolved.get(check.id)?.findings ?? [];
    const judgement = judgeCheck(check, { keys, held, leftOut: spans.filter((span) => span.check === check.id) });
    const event = await toEvent(tx, judgement, { table, run, completed, keys });
    // Most observations of most tables: nothing is wrong and nothing was.
    if (event.kind !== "finding" && !unresolved.has(check.id)) continue;
    await apply(check.id, event);
  }
  if (unresolved.has("runs")) await apply("runs", { kind: "good", runId: run.id });
  return isNews;
}

type Context = Omit<JudgedRun, "now" | "queue"> & { keys: readonly ObservedResult[] };

async function toEvent(tx: Tx, judgement: CheckJudgement, context: Context): Promise<IncidentEvent> {
  if (judgement.outcome !== "finding") return { kind: judgement.outcome, runId: context.run.id };
  const { findings, kept } = judgement;
  return { kind: "finding", findings, kept, seen: await see(tx, findings[0], context) };
}

/** What the worst finding was seen at. */
async function see(tx: Tx, finding: Finding, { table, run, completed, keys }: Context): Promise<Sighting> {
  const leads = keys.find(({ key }) => key.id === finding.key?.id);
  const datedBy = dating(finding, leads ?? keys[0]);
  return {
    runId: run.id,
    snapshotId: completed.snapshot?.id ?? null,
    keyVersionId: leads?.keyVersionId ?? null,
    keys: leads === undefined ? null : affectedKeys(finding, leads),
    datedBy,
    since: await dateSighting(tx, { tableId: table.id, datedBy, snapshot: completed.snapshot }),
  };
}

function affectedKeys({ check, metric, value }: Finding, { values }: ObservedResult): number | null {
  if (check === "duplicates") return values.duplicated_keys ?? null;
  return metric !== null && findMetric(metric)?.unit === "keys" ? value : null;
}

function dating({ metric: name, expected }: Finding, observed: ObservedResult | undefined): Sighting["datedBy"] {
  const declaration = name === null ? undefined : findMetric(name);
  // The search knows what is worse when higher, which all limits of snapshots are.
  if (name === null || declaration === undefined || observed === undefined || OF_RUN.has(name) || declaration.worse === "lower")
    return null;
  const limit = expected?.high ?? lowestLimit({ name, declaration }, observed);
  if (limit === null) return null;
  return { metric: name as SnapshotMetricName, limit, keyVersionId: observed.keyVersionId, engine: observed.engine };
}
