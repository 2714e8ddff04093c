import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { CauseShare } from "#lib/iceberg/contract-causes.ts";

/** The causes of one snapshot, or of the one with most surplus rows in its stretch of time. */
export interface CausePoint {
  at: Date;
  snapshotId: string;
  /** null: they were not counted. */
  duplicatedKeys: number | null;
  /** No snapshot that was read lies between it and the one before it here. */
  follows: boolean;
  /** In the order of the causes, none where no key is duplicated; null: they were not told apart. */
  shares: Pick<CauseShare, "cause" | "keys">[] | null;
}

interface Row extends Record<string, unknown> {
  snapshot_id: string;
  at: string;
  nth: string;
  duplicated_keys: string | null;
  shares: CauseShare[] | null;
}

/**
 * The causes of a key version over the commits in `[from, to)`, oldest first, `pointsMax` and one at most: of each equal stretch of time the
 * snapshot with most surplus rows, so that a spike is seen, and always the last one. The documents of the others are not read.
 */
export async function listCauseSeries(
  db: Db,
  { keyVersionId, engine, from, to, pointsMax }: { keyVersionId: number; engine: string; from: Date; to: Date; pointsMax: number },
): Promise<CausePoint[]> {
  const seconds = (at: Date) => sql`${at.getTime() / 1000}::float8`;
  const { rows } = await db.execute<Row>(sql`
    with placed as (
      select snapshot_id, committed_at, duplicated_keys,
        row_number() over (
          partition by width_bucket(extract(epoch from committed_at)::float8, ${seconds(from)}, ${seconds(to)}, ${pointsMax}::int)
          order by surplus_rows desc nulls last, committed_at desc, snapshot_id) as place,
        row_number() over (order by committed_at desc, snapshot_id desc) as from_end,
        row_number() over (order by committed_at, snapshot_id) as nth
      from snapshot_facts
      where key_version_id = ${keyVersionId} and engine = ${engine}
        and committed_at >= ${from.toISOString()}::timestamptz and committed_at < ${to.toISOString()}::timestamptz
    )
    select placed.snapshot_id, nth, to_json(placed.committed_at)#>>'{}' as at, placed.duplicated_keys, found.causes->'shares' as shares
    from placed left join cause_facts found on found.key_version_id = ${keyVersionId} and found.snapshot_id = placed.snapshot_id
    where place = 1 or from_end = 1
    order by placed.committed_at, placed.snapshot_id`);
  return rows.map(({ snapshot_id: snapshotId, at, nth, duplicated_keys: keys, shares }, place) => {
    const duplicatedKeys = keys === null ? null : Number(keys);
    return {
      at: new Date(at),
      snapshotId,
      duplicatedKeys,
      follows: Number(nth) - Number(rows[place - 1]?.nth ?? 0) === 1,
      shares: duplicatedKeys === 0 ? [] : (shares?.map(({ cause, keys: counted }) => ({ cause, keys: counted })) ?? null),
    };
  });
}
