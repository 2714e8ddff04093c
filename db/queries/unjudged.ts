import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** A reading of an older snapshot, which a person asked for, is never judged. */
const JUDGEABLE = sql.raw(`not exists (select from runs where runs.id = observations.run_id and runs.asked_snapshot_id is not null)`);

/** Watched tables with a key that was observed and never judged. */
export async function listUnjudgedTables(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct tables.id from tables
      join table_keys on table_keys.table_id = tables.id and table_keys.archived_at is null
      join key_versions on key_versions.table_key_id = table_keys.id and key_versions.superseded_at is null
    where tables.archived_at is null
      and not exists (select from verdicts where verdicts.key_version_id = key_versions.id)
      and exists (select from observations where observations.key_version_id = key_versions.id and ${JUDGEABLE})`);
  return rows.map(({ id }) => id);
}

/** A key version of which an observation is older than its oldest verdict; null: there is none left to judge. */
export async function findUnjudgedVersion(db: Db): Promise<{ tableId: string; tableKeyId: string; keyVersionId: number } | null> {
  const { rows } = await db.execute<{ table_id: string; key_id: string; version_id: number }>(sql`
    select table_keys.table_id, table_keys.id as key_id, key_versions.id as version_id
    from key_versions
      join table_keys on table_keys.id = key_versions.table_key_id and table_keys.archived_at is null
      join tables on tables.id = table_keys.table_id and tables.archived_at is null
    where key_versions.superseded_at is null and exists (
      select from observations where observations.key_version_id = key_versions.id and ${JUDGEABLE}
        and observations.observed_at < (select min(verdicts.observed_at) from verdicts where verdicts.key_version_id = key_versions.id))
    limit 1`);
  const [row] = rows;
  return row === undefined ? null : { tableId: row.table_id, tableKeyId: row.key_id, keyVersionId: row.version_id };
}
