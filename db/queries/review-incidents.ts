import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { UNRESOLVED } from "../schema/incidents.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import type { ActiveSilence } from "#lib/contracts/on-it.ts";
import { markSince } from "#lib/contracts/since-mark.ts";
import { adviseOnIncident } from "#lib/incidents/incident-advice.ts";
import { TAKING_KINDS, takenAfter, type TakingEntry } from "#lib/incidents/taken-at.ts";
import { sayIncidentWhy } from "#lib/incidents/say-incident-why.ts";
import type { TableWriter } from "#lib/layouts/table-writer.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { IncidentCheck, Severity } from "#lib/names.ts";
import type { ReviewIncident, Turns, WeekIncidents } from "#lib/review/review-facts.ts";
import { activeSilence } from "./incident-marks.ts";
import { at } from "./review-keys.ts";
import { listTableWriters } from "./table-writers.ts";

// Spelled out, as the index of these entries has it.
const TURNS = sql.raw("('opened', 'reopened', 'resolved', 'accepted')");
const ENDS = sql.raw("('resolved', 'accepted')");
/** What happens to an incident after its table was removed belongs to no week. */
const BEFORE_REMOVAL = sql`incident_events.at <= coalesce(tables.archived_at, 'infinity')`;

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
  last_good: string | null;
  unread: boolean | null;
  is_first: boolean | null;
  taken: TakingEntry[] | null;
  silence: ActiveSilence | null;
  ended_at: string | null;
  ended_as: "resolved" | "accepted" | null;
  causes: CauseFacts | null;
  definition: TableDefinition | null;
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
 * What became of incidents in `[from, asOf)`, and the same counts for `[previous, before)`. Which incidents were open follows from the timeline,
 * not from their state today, so an old week reads as it was; sentences are the latest ones. The counts add up:
 * openBefore + opened + reopened - resolved - accepted - removed = open at `asOf`.
 */
export async function readWeekIncidents(db: Db, { from, asOf, before, previous }: WeekTimes): Promise<WeekIncidents> {
  const [turns, removed, openBefore, stoodBefore, rows] = await Promise.all([
    countTurns(db, { from, asOf, previous, before }),
    countRemoved(db, { from, asOf, previous, before }),
    countOpen(db, from),
    countOpen(db, before),
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
        case when last.kind in ${ENDS} then last.at end as ended_at, case when last.kind in ${ENDS} then last.kind end as ended_as,
        cause_facts.causes, tables.definition
      from chosen
      join incidents on incidents.id = chosen.id
      left join tables on tables.id = table_id
      left join cause_facts on key_version_id = (seen ->> 'keyVersionId')::int and snapshot_id = (seen ->> 'snapshotId')::bigint
      cross join lateral (${lastTurn(asOf)}) as last
      left join lateral ${activeSilence(db, asOf)} on true
      where (last.kind not in ${ENDS} and (tables.archived_at is null or tables.archived_at >= ${at(asOf)}))
        or (last.kind in ${ENDS} and last.at >= ${at(from)} and last.at <= coalesce(tables.archived_at, 'infinity'))
      order by severity, number`),
  ]);
  const writers = await listTableWriters(
    db,
    rows.rows.flatMap(({ table_id: id, definition }) => (id === null || definition === null ? [] : [{ id, definition }])),
  );
  const listed = rows.rows.map((row) => toIncident(row, writers.get(row.table_id ?? "") ?? null));
  return {
    turns: { ...turns, removed },
    standing: listed.filter(({ ended }) => ended === null),
    ended: listed.filter(({ ended }) => ended !== null),
    openBefore,
    stoodBefore,
  };
}

/** All that may have been open at a moment: those that are open now, and those that turned since. */
function stoodAt(moment: Date): SQL {
  return sql`
    select id from incidents where ${UNRESOLVED}
    union select incident_id from incident_events where kind in ${TURNS} and at >= ${at(moment)}`;
}

function lastTurn(moment: Date): SQL {
  return sql`
    select kind, at from incident_events
    where incident_id = incidents.id and kind in ${TURNS} and at < ${at(moment)} order by id desc limit 1`;
}

async function countOpen(db: Db, moment: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with chosen as materialized (${stoodAt(moment)})
    select count(*)::int as count
    from chosen
    join incidents on incidents.id = chosen.id
    left join tables on tables.id = table_id
    cross join lateral (${lastTurn(moment)}) as last
    where last.kind not in ${ENDS} and (tables.archived_at is null or tables.archived_at >= ${at(moment)})`);
  return rows[0]?.count ?? 0;
}

async function countTurns(db: Db, { from, asOf, previous, before }: WeekTimes): Promise<Omit<Turns, "removed">> {
  const { rows } = await db.execute<{ kind: keyof Omit<Turns, "removed">; now: number; was: number }>(sql`
    select incident_events.kind, (count(*) filter (where at >= ${at(from)}))::int as now, (count(*) filter (where at < ${at(before)}))::int as was
    from incident_events
    join incidents on incidents.id = incident_id
    left join tables on tables.id = table_id
    where incident_events.kind in ${TURNS} and at >= ${at(previous)} and at < ${at(asOf)} and ${BEFORE_REMOVAL}
    group by incident_events.kind`);
  const none = { now: 0, was: 0 };
  const turns = { opened: none, reopened: none, resolved: none, accepted: none };
  for (const { kind, now, was } of rows) turns[kind] = { now, was };
  return turns;
}

/** Incidents that were open when their table was removed. */
async function countRemoved(db: Db, { from, asOf, previous, before }: WeekTimes): Promise<Turns["removed"]> {
  const { rows } = await db.execute<Turns["removed"]>(sql`
    select (count(*) filter (where archived_at >= ${at(from)}))::int as now, (count(*) filter (where archived_at < ${at(before)}))::int as was
    from tables
    join incidents on table_id = tables.id
    cross join lateral (
      select kind from incident_events
      where incident_id = incidents.id and kind in ${TURNS} and ${BEFORE_REMOVAL} order by incident_events.id desc limit 1
    ) as last
    where archived_at >= ${at(previous)} and archived_at < ${at(asOf)} and last.kind not in ${ENDS}`);
  return rows[0] ?? { now: 0, was: 0 };
}

function toIncident(row: IncidentRow, writer: TableWriter | null): ReviewIncident {
  return {
    id: row.id,
    number: row.number,
    check: row.check_id,
    severity: row.severity,
    sentence: row.sentence,
    why: row.definition && sayIncidentWhy(row.check_id, row.causes, row.definition),
    proposal: proposeFor(row, writer),
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
    onIt: row.ended_at === null ? takenAfter(row.taken ?? []) : null,
    silence: row.ended_at === null ? row.silence && { ...row.silence, until: new Date(row.silence.until).toISOString() } : null,
    reopened: row.reopened,
    ended: row.ended_at === null || row.ended_as === null ? null : { at: new Date(row.ended_at), as: row.ended_as },
  };
}

/** The first of the steps that every page advises; null: nothing is known to help. */
function proposeFor(
  { check_id: check, metric, causes, definition, key_name: keyName }: IncidentRow,
  writer: TableWriter | null,
): string | null {
  if (definition === null || writer === null) return null;
  const keep = definition.keys.find(({ name }) => name === keyName)?.keep ?? "last";
  return adviseOnIncident({ check, metric, causes, writer, keep })?.steps[0]?.says ?? null;
}
