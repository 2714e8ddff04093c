import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import type { ActiveSilence } from "#lib/contracts/on-it.ts";
import { markSince } from "#lib/contracts/since-mark.ts";
import { TAKING_KINDS, takenAfter, type TakingEntry } from "#lib/incidents/taken-at.ts";
import { sayIncidentWhy } from "#lib/incidents/say-incident-why.ts";
import type { IncidentCheck, MetricName, Severity } from "#lib/names.ts";
import type { ReviewIncident, Turns, WeekIncidents } from "#lib/review/review-facts.ts";
import { activeSilence } from "./incident-marks.ts";
import { at } from "./review-keys.ts";

// Spelled out, as the index of these entries has it.
const TURNS = sql.raw("('opened', 'reopened', 'resolved')");

const TAKING = sql.raw(`(${TAKING_KINDS.map((kind) => `'${kind}'`).join(", ")})`);

interface IncidentRow extends Record<string, unknown> {
  id: string;
  number: number;
  check_id: IncidentCheck;
  severity: Severity;
  sentence: string;
  table_id: string | null;
  table_name: string | null;
  catalog: string | null;
  owner: string | null;
  key_name: string | null;
  metric: MetricName | null;
  snapshot: string | null;
  since: string | null;
  reopened: boolean;
  resolved_at: string | null;
  last_good: string | null;
  unread: boolean | null;
  is_first: boolean | null;
  taken: TakingEntry[] | null;
  silence: ActiveSilence | null;
  causes: CauseFacts | null;
  masked: TableDefinition["masked"] | null;
  columns: TableDefinition["columns"] | null;
}

interface WeekTimes {
  from: Date;
  asOf: Date;
  /** When the week before began. */
  previous: Date;
  /** The same hour of the week before. */
  before: Date;
}

/**
 * What became of incidents in `[from, asOf)`, and how many there were in `[previous, before)`. What stands is told
 * by the timeline and not by the incident's present state, so an old week is told as it was; the sentences are the latest ones.
 */
export async function readWeekIncidents(db: Db, { from, asOf, before, previous }: WeekTimes): Promise<WeekIncidents> {
  const [turns, rows, stood] = await Promise.all([
    countTurns(db, { from, asOf, previous, before }),
    db.execute<IncidentRow>(sql`
      with chosen as materialized (
        ${stoodAt(asOf)}
        union select incident_id from incident_events where kind in ${TURNS} and at >= ${at(from)} and at < ${at(asOf)}
      )
      select incidents.id, number, check_id, severity, sentence, table_id, tables.name as table_name, catalog, tables.owner,
        findings -> 0 -> 'key' ->> 'name' as key_name, findings -> 0 ->> 'metric' as metric, seen ->> 'snapshotId' as snapshot,
        (seen -> 'since' ->> 'committedAt')::timestamptz as since, seen -> 'since' ->> 'lastGoodAt' as last_good,
        (seen -> 'since' ->> 'unreadBetween')::boolean as unread, (seen -> 'since' ->> 'isFirst')::boolean as is_first,
        (
          select json_agg(json_build_object('kind', kind, 'at', at, 'by', by, 'until', detail ->> 'until', 'assignee', detail ->> 'assignee') order by id)
          from incident_events where incident_id = incidents.id and kind in ${TAKING} and at < ${at(asOf)}
        ) as taken,
        case when silence.kind is null then null
          else json_build_object('kind', silence.kind, 'until', silence.until, 'by', silence.by) end as silence,
        exists (
          select from incident_events
          where incident_id = incidents.id and kind = 'reopened' and at >= ${at(from)} and at < ${at(asOf)}
        ) as reopened,
        case when last.kind = 'resolved' then last.at end as resolved_at,
        cause_facts.causes, tables.definition -> 'masked' as masked, tables.definition -> 'columns' as columns
      from chosen
      join incidents on incidents.id = chosen.id
      left join tables on tables.id = table_id
      left join cause_facts on key_version_id = (seen ->> 'keyVersionId')::int and snapshot_id = (seen ->> 'snapshotId')::bigint
      cross join lateral (${lastTurn(asOf)}) as last
      left join lateral ${activeSilence(db, asOf)} on true
      where (last.kind <> 'resolved' and (tables.archived_at is null or tables.archived_at >= ${at(asOf)})) or last.at >= ${at(from)} and last.kind = 'resolved'
      order by severity, number`),
    db.execute<{ count: number }>(sql`
      with chosen as materialized (${stoodAt(before)})
      select count(*)::int as count
      from chosen
      join incidents on incidents.id = chosen.id
      left join tables on tables.id = table_id
      cross join lateral (${lastTurn(before)}) as last
      where last.kind <> 'resolved' and (tables.archived_at is null or tables.archived_at >= ${at(before)})`),
  ]);
  const listed = rows.rows.map(toIncident);
  return {
    turns,
    standing: listed.filter(({ resolvedAt }) => resolvedAt === null),
    resolved: listed.filter(({ resolvedAt }) => resolvedAt !== null),
    stoodBefore: stood.rows[0]?.count ?? 0,
  };
}

/** All that may have stood at a moment: those that stand now, and those that turned since. */
function stoodAt(moment: Date): SQL {
  return sql`
    select id from incidents where state <> 'resolved'
    union select incident_id from incident_events where kind in ${TURNS} and at >= ${at(moment)}`;
}

function lastTurn(moment: Date): SQL {
  return sql`
    select kind, at from incident_events
    where incident_id = incidents.id and kind in ${TURNS} and at < ${at(moment)} order by id desc limit 1`;
}

async function countTurns(db: Db, { from, asOf, previous, before }: WeekTimes): Promise<Turns> {
  const { rows } = await db.execute<{ kind: keyof Turns; now: number; was: number }>(sql`
    select kind, (count(*) filter (where at >= ${at(from)}))::int as now, (count(*) filter (where at < ${at(before)}))::int as was
    from incident_events
    where kind in ${TURNS} and at >= ${at(previous)} and at < ${at(asOf)}
    group by kind`);
  const turns: Turns = { opened: { now: 0, was: 0 }, reopened: { now: 0, was: 0 }, resolved: { now: 0, was: 0 } };
  for (const { kind, now, was } of rows) turns[kind] = { now, was };
  return turns;
}

function toIncident(row: IncidentRow): ReviewIncident {
  return {
    id: row.id,
    number: row.number,
    check: row.check_id,
    severity: row.severity,
    sentence: row.sentence,
    why:
      row.masked === null || row.columns === null
        ? null
        : sayIncidentWhy(row.check_id, row.causes, { masked: row.masked, columns: row.columns }),
    table: row.table_id === null || row.table_name === null ? null : { id: row.table_id, name: row.table_name },
    catalog: row.catalog,
    owner: row.owner,
    key: row.key_name,
    metric: row.metric,
    snapshot: row.snapshot,
    since:
      row.since === null
        ? null
        : markSince({
            committedAt: new Date(row.since).toISOString(),
            lastGoodAt: row.last_good,
            unreadBetween: row.unread === true,
            isFirst: row.is_first === true,
          }),
    onIt: row.resolved_at === null ? takenAfter(row.taken ?? []) : null,
    silence: row.resolved_at === null ? row.silence && { ...row.silence, until: new Date(row.silence.until).toISOString() } : null,
    reopened: row.reopened,
    resolvedAt: row.resolved_at === null ? null : new Date(row.resolved_at),
  };
}
