import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** A key of a table, with a mark that is another one as soon as anything that its overview shows was written. */
interface KeyMark {
  tableId: string;
  keyId: string;
  /** Opaque; equal marks mean that nothing has changed. */
  mark: string;
}

/**
 * A mark of each key of every table that is not archived, in the order of `listTableOverview`. It is made of the transactions that wrote the rows of the
 * table, the key, its version and its newest verdict last: a run that observes a table writes its row in the same transaction. Facts that are added to or
 * taken from the past (by filling history, by thinning it out) change no mark.
 */
export async function listKeyMarks(db: Db): Promise<KeyMark[]> {
  const { rows } = await db.execute<{ tableId: string; keyId: string; mark: string }>(sql`
    select tables.id as "tableId", table_keys.id as "keyId", concat_ws(' ', tables.xmin, table_keys.xmin, key_versions.id, key_versions.xmin, judged.mark) as mark
    from tables
    join table_keys on table_keys.table_id = tables.id and table_keys.archived_at is null
    left join key_versions on key_versions.table_key_id = table_keys.id and key_versions.superseded_at is null
    left join lateral (
      select verdicts.xmin as mark from verdicts where key_version_id = key_versions.id order by observed_at desc limit 1
    ) as judged on true
    where tables.archived_at is null
    order by tables.name, table_keys.position`);
  return rows;
}
