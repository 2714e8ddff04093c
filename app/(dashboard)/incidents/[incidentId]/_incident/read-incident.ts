import type { Db } from "#db/client.ts";
import { findCauseFacts } from "#db/queries/cause-facts.ts";
import { findCatalogHealth, type CatalogWithTables } from "#db/queries/catalog-health.ts";
import { getIncident, listIncidents, type IncidentWithEvents, type ListedIncident } from "#db/queries/incidents.ts";
import { listIncidentMarks, listOnIt } from "#db/queries/incident-marks.ts";
import { listRuns, type RunRow } from "#db/queries/runs.ts";
import { findSnapshot } from "#db/queries/series-facts.ts";
import { listSilencesOf, type SilenceRow } from "#db/queries/silences.ts";
import { readTableWriter } from "#db/queries/table-writers.ts";
import { getTable, type TableKeyRow, type TableWithKeys } from "#db/queries/tables.ts";
import { listAcceptedLevels } from "#db/queries/accepted-levels.ts";
import type { AcceptedLevel } from "#lib/contracts/accepted-level.ts";
import { viewAccepted } from "#lib/judging/accepted-words.ts";
import type { FirstSteps } from "#lib/causes/first-steps.ts";
import type { ActiveSilence, OnIt } from "#lib/contracts/on-it.ts";
import { nullWhen } from "#lib/errors.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import { adviseOnIncident } from "#lib/incidents/incident-advice.ts";
import { isExplained } from "#lib/incidents/explained-checks.ts";
import { maskKeyText } from "#lib/incidents/mask-key-text.ts";
import { leadingKey, limitOf } from "#lib/incidents/dating.ts";
import { maskCauses } from "#lib/mask-causes.ts";
import { maskSamples } from "#lib/masking.ts";
import { readSince, type SinceView } from "../../../tables/_since/read-since.ts";
import { readDeliveries, type ToldChannel } from "./read-deliveries.ts";
import type { TimelineDelivery } from "./timeline.ts";
import { readChart, type ReadChart } from "./read-chart.ts";

const RUNS_MAX = 30;
const NEIGHBOURS_MAX = 8;

/** A duplicated key with only its ends shown. */
interface MaskedKey {
  keyHash: string;
  /** A part for each column of the key. */
  parts: string[];
  rowCount: number;
  partitions: string[];
}

/** What the page of any incident shows. */
export interface PageOfIncident {
  incident: IncidentWithEvents;
  /** null: it ended. */
  onIt: OnIt | null;
  /** That of its table; null: notifications are on. */
  silence: ActiveSilence | null;
  /** Newest first. */
  deliveries: TimelineDelivery[];
  /** By channel, those told last first. */
  told: ToldChannel[];
  /** A bot of Slack opened a thread for it, which hears of what follows. */
  toldInThread: boolean;
  /** How many channels the configuration has; null: nobody knows it. */
  channels: number | null;
  now: Date;
}

/** Of a catalog's incident. */
export interface CatalogIncidentPage extends PageOfIncident {
  of: "catalog";
  catalog: string;
  /** null: nobody looks at it any more. */
  health: CatalogWithTables | null;
}

/** A duplicated key, with the columns that its table masks still masked. */
interface ShownExample extends MaskedKey {
  /** With only the ends of each part. */
  printed: string[];
}

/** Of a table's incident. */
export interface IncidentPage extends PageOfIncident {
  of: "table";
  table: TableWithKeys;
  /** The key that it is about, as the table has it now; null: none, or it has it no more. */
  key: Pick<TableKeyRow, "id" | "name" | "columns" | "keep"> | null;
  /** What to do first; null: nothing is known that helps. */
  first: FirstSteps | null;
  began: {
    parentId: string | null;
    expired: boolean;
    committedBy: string | null;
    addedFiles: number | null;
    addedRows: number | null;
  } | null;
  /** Since when the number that leads is so, with all turns; null: nothing dates it, or its key is gone. */
  sinceView: SinceView | null;
  examples: ShownExample[];
  /** Why the keys that were last seen are duplicated; null: it is not about these, or they were not explained. */
  causes: CauseFacts | null;
  /** Ended since it was opened, newest first. */
  runs: RunRow[];
  neighbours: ListedIncident[];
  chart: ReadChart | null;
  /** Those of the table that hold. */
  silences: SilenceRow[];
  /** Accepted levels that ended it. */
  accepted: AcceptedLevel[];
}

/** Everything of one incident's page; null: nobody knows it. */
export async function readIncident(
  db: Db,
  incidentId: string,
  at: { now: Date; zone: string },
): Promise<IncidentPage | CatalogIncidentPage | null> {
  const incident = await nullWhen("unknown_incident", getIncident(db, incidentId));
  if (incident === null) return null;
  const { subject } = incident;
  const onIt = incident.resolvedAt === null ? ((await listOnIt(db, [incidentId])).get(incidentId) ?? null) : null;
  if (subject.of === "table") return await readOfTable(db, { incident, onIt, table: await getTable(db, subject.id) }, at);
  const [health, deliveries] = await Promise.all([findCatalogHealth(db, subject.name), readDeliveries(db, { incidentId, now: at.now })]);
  return { of: "catalog", incident, onIt, silence: null, catalog: subject.name, health, ...deliveries, now: at.now };
}

async function readOfTable(
  db: Db,
  { incident, onIt, table }: { incident: IncidentWithEvents; onIt: OnIt | null; table: TableWithKeys },
  { now, zone }: { now: Date; zone: string },
): Promise<IncidentPage> {
  const named = incident.findings.find((finding) => finding.key !== null)?.key ?? null;
  const key = table.keys.find(({ id }) => id === named?.id) ?? null;
  const { since } = incident.seen;
  const [writer, causes, snapshot, runs, neighbours, chart, deliveries, silences, sinceView, marks, accepted] = await Promise.all([
    readTableWriter(db, table),
    readCauses(db, incident, table),
    since === null ? null : findSnapshot(db, table.id, since.snapshotId),
    listRuns(db, {
      tableId: table.id,
      states: ["succeeded", "failed"],
      reasons: ["person", "schedule", "snapshot"],
      limit: RUNS_MAX,
    }),
    listIncidents(db, { tableId: table.id, limit: NEIGHBOURS_MAX }),
    readChart(db, { incident, table, now, zone }),
    readDeliveries(db, { incidentId: incident.id, now }),
    listSilencesOf(db, table.id, now),
    viewSince(db, incident, table),
    listIncidentMarks(db, [table.id], now),
    readAccepted(db, incident, table.id, now),
  ]);
  return {
    of: "table",
    incident,
    onIt,
    silence: onIt === null ? null : (marks.get(table.id)?.silence ?? null),
    table,
    key,
    first: adviseOnIncident({
      check: incident.check,
      metric: incident.findings[0]?.metric ?? null,
      causes,
      writer,
      keep: key?.keep ?? "last",
    }),
    began: snapshot && {
      parentId: snapshot.parentId,
      expired: snapshot.expiredAt !== null,
      committedBy: snapshot.committedBy,
      addedFiles: snapshot.addedFiles,
      addedRows: snapshot.addedRows,
    },
    sinceView,
    examples: key === null ? [] : maskExamples(incident, table, key.columns),
    causes,
    runs: runs.filter(({ finishedAt }) => finishedAt !== null && isDuring(incident, finishedAt)),
    neighbours: neighbours.filter(({ id }) => id !== incident.id),
    chart,
    ...deliveries,
    silences: silences.filter(({ from }) => from <= now),
    accepted,
    now,
  };
}

/** Of the snapshot of the latest bad observation, masked as the table says now. */
async function readCauses(db: Db, { check, seen }: IncidentWithEvents, { definition }: TableWithKeys): Promise<CauseFacts | null> {
  const { keyVersionId, snapshotId } = seen;
  if (!isExplained(check) || keyVersionId === null || snapshotId === null) return null;
  const found = await findCauseFacts(db, { keyVersionId, snapshotId });
  return found === null || found.causes === null ? null : maskCauses(found.causes, definition.masked, definition.columns);
}

async function viewSince(db: Db, { seen, findings }: IncidentWithEvents, table: TableWithKeys): Promise<SinceView | null> {
  const { datedBy, snapshotId: headId } = seen;
  const key = leadingKey({ findings }, table.keys);
  if (datedBy === null || headId === null || key === undefined) return null;
  return await readSince(db, { tableId: table.id, key, of: datedBy, headId, limit: limitOf(datedBy) });
}

async function readAccepted(db: Db, { state, findings }: IncidentWithEvents, tableId: string, now: Date): Promise<AcceptedLevel[]> {
  if (state !== "accepted") return [];
  const levels = await listAcceptedLevels(db, tableId, now);
  return findings.flatMap(({ metric, key, value }) => {
    const level = levels.find((one) => one.metric === metric && (key === null || one.tableKeyId === key.id));
    return level === undefined || value === null ? [] : [viewAccepted({ ...level, value, until: level.until.toISOString() })];
  });
}

function isDuring({ openedAt, resolvedAt }: IncidentWithEvents, at: Date): boolean {
  return at >= openedAt && (resolvedAt === null || at <= resolvedAt);
}

/** As the table masks them now; `printed`: the ends alone, for paper that others see. */
function maskExamples({ examples }: IncidentWithEvents, { definition }: TableWithKeys, columns: readonly string[]): ShownExample[] {
  const { samples } = maskSamples(examples, definition.masked, { ...definition.columns, key: columns });
  return samples.map(({ key, partitions, rowCount }, at) => ({
    keyHash: examples[at]?.keyHash ?? "",
    parts: key,
    printed: key.map(maskKeyText),
    rowCount,
    partitions,
  }));
}
