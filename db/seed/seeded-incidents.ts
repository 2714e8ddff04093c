import { sql } from "drizzle-orm";
import type { Db, Tx } from "../client.ts";
import { addDated, applyObservedEvent } from "../queries/incident-changes.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import type { IncidentSince } from "#lib/contracts/since.ts";
import { incidentSettings } from "#lib/incidents/incident.ts";
import { sayFinding } from "#lib/judging/say-finding.ts";
import { METRICS } from "#lib/metrics.ts";
import { ENGINE } from "#lib/names.ts";
import { formatInstant } from "#lib/time.ts";
import type { BadTable } from "./seeded-causes.ts";
import { seededDefinition } from "./seeded-definition.ts";

const LIMIT = 1;

interface Seen extends Record<string, unknown> {
  table_id: string;
  key_id: string;
  key_name: string;
  version_id: number;
  snapshot_id: string;
  at: string;
  operation: string | null;
  keys: string;
  good_at: string | null;
}

/** An incident for each table with duplicates: opened by the run that saw the first, seen by the last one, and its date found. Nobody is told. */
export async function seedIncidents(db: Db, prefix: string, bad: readonly BadTable[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { number } of bad) await seedIncident(tx, seededDefinition(prefix, number - 1).name);
  });
}

async function seedIncident(tx: Tx, name: string): Promise<void> {
  const [first, last] = await readEnds(tx, name);
  if (first === undefined || last === undefined) return;
  const since: IncidentSince = {
    snapshotId: first.snapshot_id,
    committedAt: new Date(first.at).toISOString(),
    operation: first.operation,
    lastGoodAt: first.good_at && new Date(first.good_at).toISOString(),
    unreadBetween: false,
    isFirst: first.good_at === null,
  };
  const opened = await see(tx, first, since);
  if (last.snapshot_id !== first.snapshot_id) await see(tx, last, since);
  if (opened === null) return;
  const text = `Since ${formatInstant(new Date(first.at), "UTC", new Date(0))} UTC: no snapshot before had a surplus row.`;
  await addDated(tx, { incidentId: opened, now: minutesAfter(first.at, 20), text, snapshotId: first.snapshot_id });
}

/** The first snapshot with duplicates and the last one of all. */
async function readEnds(db: Db, name: string): Promise<[Seen?, Seen?]> {
  const ends = await db.execute<Seen>(sql`
    with of as (
      select tables.id as table_id, table_keys.id as key_id, table_keys.name as key_name, key_versions.id as version_id
      from tables join table_keys on table_id = tables.id join key_versions on table_key_id = table_keys.id where tables.name = ${name}
    ), bad as (
      select of.*, facts.snapshot_id, facts.committed_at, duplicated_keys from of join snapshot_facts facts on key_version_id = version_id
      where duplicated_keys > 0
    ), ends as ((select * from bad order by committed_at limit 1) union (select * from bad order by committed_at desc limit 1))
    select ends.table_id, key_id, key_name, version_id, ends.snapshot_id::text, to_json(ends.committed_at)#>>'{}' as at, operation,
      duplicated_keys::text as keys, (
        select to_json(max(good.committed_at))#>>'{}' from snapshot_facts good
        where good.key_version_id = version_id and good.duplicated_keys = 0 and good.committed_at < ends.committed_at) as good_at
    from ends join snapshots on snapshots.table_id = ends.table_id and snapshots.snapshot_id = ends.snapshot_id
    order by ends.committed_at`);
  return [ends.rows[0], ends.rows.at(-1)];
}

async function see(tx: Tx, seen: Seen, since: IncidentSince): Promise<string | null> {
  const keys = Number(seen.keys);
  const declaration = METRICS.surplus_rows;
  const values = { surplus_rows: keys, duplicated_keys: keys };
  const finding: Finding = {
    check: "duplicates",
    kind: "first_surplus",
    severity: keys < 100 ? "warn" : "alert",
    metric: "surplus_rows",
    key: { id: seen.key_id, name: seen.key_name },
    value: keys,
    bound: null,
    limit: LIMIT,
    expected: null,
    sentence: sayFinding(
      { name: "surplus_rows", declaration },
      { value: keys, limit: LIMIT, expected: null },
      { direction: null, values, accepted: null },
    ),
  };
  const { snapshot_id: snapshotId, version_id: keyVersionId } = seen;
  const applied = await applyObservedEvent(tx, {
    tableId: seen.table_id,
    check: "duplicates",
    event: {
      kind: "finding",
      findings: [finding],
      kept: [],
      seen: {
        runId: null,
        snapshotId,
        keyVersionId,
        keys,
        since,
        datedBy: { metric: "surplus_rows", limit: LIMIT, keyVersionId, engine: ENGINE },
      },
    },
    now: minutesAfter(seen.at, 10),
    settings: incidentSettings("duplicates", "silence"),
  });
  return applied?.incident.id ?? null;
}

function minutesAfter(at: string, minutes: number): Date {
  return new Date(Date.parse(at) + minutes * 60_000);
}
