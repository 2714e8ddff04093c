import { inArray, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { tables } from "../schema/tables.ts";
import type { SnapshotMetricName } from "#lib/metrics.ts";
import type { TrustDirection, TrustLevel } from "#lib/names.ts";

/** What was known of a key some days before its latest observation. */
export interface PastFacts<Name extends SnapshotMetricName> {
  committedAt: Date;
  trustLevel: TrustLevel;
  trustDirection: TrustDirection | null;
  values: Record<Name, number | null>;
}

interface PastRow extends Record<string, unknown> {
  key_id: string;
  committed_at: string;
  trust_level: TrustLevel;
  trust_direction: TrustDirection | null;
}

/**
 * The newest facts that every key had `days` days before its latest observation (a sample table has a clock of its own), by the key's id;
 * keys whose facts do not reach so far back are left out. Of `tableIds` alone when given. One query: two index look-ups for each key.
 */
export async function listPastFacts<Name extends SnapshotMetricName>(
  db: Db,
  { metrics, days, tableIds }: { metrics: readonly Name[]; days: number; tableIds?: readonly string[] },
): Promise<Map<string, PastFacts<Name>>> {
  const columns = metrics.map((name) => sql`, ${sql.identifier(name)}::double precision as ${sql.identifier(name)}`);
  const only = tableIds === undefined ? sql`` : sql`and ${inArray(tables.id, [...tableIds])}`;
  const { rows } = await db.execute<PastRow>(sql`
    select table_keys.id as key_id, facts.*
    from tables
    join table_keys on table_keys.table_id = tables.id and table_keys.archived_at is null
    join key_versions on key_versions.table_key_id = table_keys.id and key_versions.superseded_at is null
    cross join lateral (
      select observed_at from observations where key_version_id = key_versions.id order by observed_at desc limit 1
    ) as latest
    cross join lateral (
      select committed_at, trust_level, trust_direction ${sql.join(columns)} from snapshot_facts
      where key_version_id = key_versions.id and committed_at <= observed_at - make_interval(days => ${days})
      order by committed_at desc limit 1
    ) as facts
    where tables.archived_at is null ${only}`);
  return new Map(
    rows.map(({ key_id, committed_at, trust_level, trust_direction, ...numbers }) => [
      key_id,
      {
        committedAt: new Date(committed_at),
        trustLevel: trust_level,
        trustDirection: trust_direction,
        values: Object.fromEntries(metrics.map((name) => [name, numbers[name] ?? null])) as Record<Name, number | null>,
      },
    ]),
  );
}
