import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { listTablesOfCatalogs } from "./catalog-tables.ts";
import type { RoutedIncident } from "#lib/incidents/route-incident.ts";
import type { IncidentCheck, IncidentState, Severity } from "#lib/names.ts";

/** An unresolved incident that is neither snoozed nor silenced, with the channels that were told of it. */
export interface OpenIncident extends RoutedIncident {
  id: string;
  location: string;
  /** Of a sample table. */
  isSample: boolean;
  /** The entry of its timeline that says that it opened, the latest time. */
  eventId: number;
  /** The entry still waits to be routed, so that channels get it without being asked. */
  isPending: boolean;
  /** Names of channels. Messages that failed or were withheld do not count, nor those to a channel of the same name that was removed. */
  toldTo: ReadonlySet<string>;
}

const UNHANDLED: readonly IncidentState[] = ["open", "acknowledged"];

interface Row extends Record<string, unknown> {
  id: string;
  check: IncidentCheck;
  severity: Severity;
  catalog: string | null;
  name: string | null;
  owner: string | null;
  tags: string[] | null;
  location: string;
  is_sample: boolean;
  event_id: string;
  is_pending: boolean;
  told_to: string[];
}

/** Every open or acknowledged incident of a watched table or catalog, without those of tables that a silence covers at `now`; oldest first. */
export async function listOpenIncidents(db: Db, now: Date): Promise<OpenIncident[]> {
  const { rows } = await db.execute<Row>(sql`
    select i.id, i.check_id as check, i.severity, i.catalog, t.name, t.owner, t.tags, coalesce(t.definition ->> 'location', '') as location,
      coalesce(t.source = 'sample', false) as is_sample, opening.id as event_id,
      opening.tells and opening.routed_at is null as is_pending,
      array(
        select distinct d.channel from incident_events e join deliveries d on d.event_ids @> array[e.id]
        left join settings_entries added on added.kind = 'channel' and lower(added.name) = lower(d.channel)
        where e.incident_id = i.id and d.state not in ('failed', 'withheld')
          and (added.created_at is null or d.created_at >= added.created_at)
      ) as told_to
    from incidents i
    left join tables t on t.id = i.table_id
    join lateral (
      select e.id, e.tells, e.routed_at from incident_events e
      where e.incident_id = i.id and e.kind in ('opened', 'reopened') order by e.id desc limit 1
    ) opening on true
    where i.state = any (${sql.param([...UNHANDLED])}::text[]) and t.archived_at is null
      and not exists (
        select from silences s
        where s.ended_at is null and s."from" <= ${now.toISOString()}::timestamptz and s.until > ${now.toISOString()}::timestamptz
          and (s.table_id = t.id or s.owner = t.owner or s.tag = any (t.tags))
      )
    order by i.opened_at, i.id`);
  const byCatalog = await listTablesOfCatalogs(
    db,
    rows.flatMap(({ catalog }) => catalog ?? []),
  );
  return rows.map(({ id, check, severity, catalog, name, owner, tags, location, ...row }): OpenIncident => ({
    id,
    check,
    severity,
    location,
    tables: catalog !== null ? (byCatalog.get(catalog.toLowerCase()) ?? []) : name === null ? [] : [{ name, owner, tags: tags ?? [] }],
    isSample: row.is_sample,
    eventId: Number(row.event_id),
    isPending: row.is_pending,
    toldTo: new Set(row.told_to),
  }));
}
