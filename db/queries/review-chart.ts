import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { ChartPointRead } from "#lib/review/review-facts.ts";
import { at, reviewedKeys } from "./review-keys.ts";

interface PointRow extends Record<string, unknown> {
  moment: string;
  value: number | null;
}

/**
 * Surplus rows over all keys that promise uniqueness, every `everyHours` hours from `from` and at `to`: of each key the number of its newest
 * snapshot by then. null where no key's is known, and where it is not known of one that had surplus rows within the time: a sum without that
 * one would look like a recovery. One query, which reads only the index of the series; keys that never had any are looked through once.
 */
export async function listFleetSurplus(
  db: Db,
  { from, to, asOf, everyHours }: { from: Date; to: Date; asOf: Date; everyHours: number },
): Promise<ChartPointRead[]> {
  const { rows } = await db.execute<PointRow>(sql`
    with keys as materialized (
      select version, shift from (${reviewedKeys(asOf)}) as reviewed where promise = 'unique'
    ), moved as materialized (
      select version, shift, coalesce(began.bad, false) or within.bad as bad, coalesce(began.known, false) as known
      from keys
      left join lateral (
        select surplus_rows > 0 as bad, surplus_rows is not null and trust_level <> 'untrusted' as known from snapshot_facts
        where key_version_id = version and committed_at <= ${at(from)} - shift order by committed_at desc limit 1
      ) as began on true
      cross join lateral (
        select coalesce(bool_or(surplus_rows > 0), false) as bad from snapshot_facts
        where key_version_id = version and committed_at > ${at(from)} - shift and committed_at <= ${at(to)} - shift
      ) as within
    ), clean as (
      -- One that is known at the beginning is enough to know that the sum of those without any is 0.
      select bool_or(known) as known from moved where not bad
    ), moments as (
      select generate_series(${at(from)}, ${at(to)} - interval '1 minute', make_interval(hours => ${everyHours})) as moment
      union all select ${at(to)}
    )
    select moment,
      case when bool_or(version is not null and unknown) then null
        when count(surplus) = 0 and not coalesce((select known from clean), false)
          and not exists (
            select from moved cross join lateral (
              select 1 from snapshot_facts where key_version_id = moved.version and committed_at <= moment - moved.shift
                and surplus_rows is not null and trust_level <> 'untrusted' limit 1) as any_known
            where not moved.bad)
          then null
        else coalesce(sum(surplus), 0)::double precision end as value
    from moments
    left join lateral (
      select version, surplus_rows as surplus, surplus_rows is null or trust_level = 'untrusted' as unknown
      from moved
      cross join lateral (
        select surplus_rows, trust_level from snapshot_facts
        where key_version_id = version and committed_at <= moment - shift order by committed_at desc limit 1
      ) as newest
      where moved.bad
    ) as bad_keys on true
    group by moment order by moment`);
  return rows.map(({ moment, value }) => ({ at: new Date(moment), value }));
}
