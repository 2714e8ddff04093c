import { changeIncident as changeForPerson } from "#db/change-incident.ts";
import type { Db } from "#db/client.ts";
import { findIncidentName, getIncident, listIncidents, unknownIncident, type ListedIncident } from "#db/queries/incidents.ts";
import { listIncidentMarks, listOnIt } from "#db/queries/incident-marks.ts";
import { getTableByName } from "#db/queries/tables.ts";
import type { CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { UNRESOLVED_STATES } from "#lib/contracts/incident-state.ts";
import { incidentName, readIncidentName } from "#lib/contracts/incident-number.ts";
import { subjectOwner, subjectTags } from "#lib/contracts/incident-subject.ts";
import { IncidentDocument, IncidentsDocument, type ListedIncidentDocument } from "#lib/contracts/incident-documents.ts";
import type { ActiveSilence, OnIt } from "#lib/contracts/on-it.ts";
import type { PersonEvent } from "#lib/incidents/incident.ts";
import type { IncidentState } from "#lib/names.ts";

export interface ListIncidentsInput {
  table?: string;
  state?: IncidentState[];
  limit: number;
  now: Date;
}

/** Incidents, the gravest first; unresolved ones unless states are given: one JSON document. Throws AppError unknown_table. */
export async function listForPerson({ database }: Service, { table, state, limit, now }: ListIncidentsInput): Promise<CommandResult> {
  const { db } = database;
  const tableId = table === undefined ? undefined : (await getTableByName(db, table)).id;
  const states = state ?? UNRESOLVED_STATES;
  const listed = await listIncidents(db, { tableId, states, limit });
  const taken = await readTaken(db, listed, now);
  return { output: printed(IncidentsDocument.parse({ incidents: listed.map((one) => toDocument(one, taken(one))) })), exitCode: 0 };
}

/** One incident with its timeline and examples, by its id or its name. Throws AppError unknown_incident. */
export async function showIncident({ database: { db } }: Service, given: string, now: Date): Promise<CommandResult> {
  const incident = await getIncident(db, await readGiven(db, given));
  const taken = await readTaken(db, [incident], now);
  const document: IncidentDocument = {
    ...toDocument(incident, taken(incident)),
    examples: incident.examples.map(({ key, keyHash, rowCount, partitions }) => ({ key, keyHash, rowCount, partitions })),
    events: incident.events.map(({ at, kind, by, runId, detail }) => ({
      at: at.toISOString(),
      kind,
      by,
      runId,
      text: detail.text ?? detail.until ?? detail.assignee ?? null,
    })),
  };
  return { output: printed(IncidentDocument.parse(document)), exitCode: 0 };
}

/** Does what a person wants and prints the incident as it is then. Throws AppError unknown_incident, and usage when its state leaves nothing to do. */
export async function changeIncident(
  service: Service,
  { id: given, event, now }: { id: string; event: PersonEvent; now: Date },
): Promise<CommandResult> {
  const id = await readGiven(service.database.db, given);
  await changeForPerson(service.database.db, await service.queue(), { incidentId: id, event, now });
  return await showIncident(service, id, now);
}

async function readGiven(db: Db, given: string): Promise<string> {
  const number = readIncidentName(given);
  if (number === null) return given;
  const found = await findIncidentName(db, { number });
  if (found === null) throw unknownIncident(given);
  return found.id;
}

interface Taken {
  onIt: OnIt | null;
  silence: ActiveSilence | null;
}

/** Who works on these incidents and what mutes them; of those that ended nobody does. */
async function readTaken(db: Db, listed: readonly ListedIncident[], now: Date): Promise<(incident: ListedIncident) => Taken> {
  const unresolved = listed.filter(({ resolvedAt }) => resolvedAt === null);
  const [onIt, marks] = await Promise.all([
    listOnIt(
      db,
      unresolved.map(({ id }) => id),
    ),
    listIncidentMarks(
      db,
      unresolved.flatMap(({ tableId }) => tableId ?? []),
      now,
    ),
  ]);
  return ({ id, tableId }) => {
    const found = onIt.get(id) ?? null;
    return { onIt: found, silence: found === null ? null : (marks.get(tableId ?? "")?.silence ?? null) };
  };
}

function toDocument({ subject, seen, findings, ...incident }: ListedIncident, { onIt, silence }: Taken): ListedIncidentDocument {
  return {
    id: incident.id,
    name: incidentName(incident.number),
    table: subject.of === "table" ? subject.name : null,
    catalog: subject.of === "catalog" ? subject.name : null,
    owner: subjectOwner(subject),
    tags: [...subjectTags(subject)],
    check: incident.check,
    state: incident.state,
    severity: incident.severity,
    sentence: incident.sentence,
    findings: findings.map(({ kind, severity, metric, key, value, bound, limit, expected, sentence }) => ({
      kind,
      severity,
      metric,
      key: key?.name ?? null,
      value,
      bound,
      limit,
      expected,
      sentence,
    })),
    keys: seen.keys,
    snapshotId: seen.snapshotId,
    since: seen.since,
    assignee: incident.assignee,
    goodRuns: incident.goodRuns,
    timesOpened: incident.timesOpened,
    openedAt: incident.openedAt.toISOString(),
    lastOpenedAt: incident.lastOpenedAt.toISOString(),
    lastSeenAt: incident.lastSeenAt.toISOString(),
    acknowledgedBy: incident.acknowledgedBy,
    snoozedUntil: incident.snoozedUntil?.toISOString() ?? null,
    onIt,
    silence,
    resolvedAt: incident.resolvedAt?.toISOString() ?? null,
    resolvedBy: incident.resolvedBy,
  };
}
