import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { keyHashLevel, type KeyHashes } from "#lib/key-hash.ts";

const BATCH_ROWS = 1000;
const EXPORT_OUTDATED = "This export was deleted, because it held hashes of keys in a form that is no longer used. Export the keys again.";

type Column = readonly [table: string, column: string];

/** Text or JSON that people write. They can paste a link from an earlier version at any time. */
const PEOPLES_TEXTS: readonly Column[] = [
  ["review_entries", "text"],
  ["notes", "text"],
  ["incident_events", "detail"],
  ["silences", "why"],
  ["accepted_levels", "why"],
];
/** Text or JSON that Bergwatch and other systems write. Some of these tables have millions of rows. */
const OTHER_TEXTS: readonly Column[] = [
  ["reviews", "frozen"],
  ["incidents", "sentence"],
  ["incidents", "findings"],
  ["deliveries", "detail"],
  ["deliveries", "last_answer"],
  ["delivery_attempts", "answer"],
  ["run_logs", "message"],
  ["key_requests", "error_message"],
];
const HASH_IN_TEXT = `(?:/keys/|"keyHash": ?")(k[0-9]+x[0-9a-f]{60,61}|[0-9a-f]{64})(?![0-9a-f])`;

/**
 * Replaces stored hashes of keys by their current form, in batches. `all`: also in texts that only Bergwatch and other systems write, which is
 * needed once for each version of the secret. A second call changes nothing. Returns how many rows changed.
 */
export async function sealStoredKeys(db: Db, hashes: KeyHashes, { all }: { all: boolean }): Promise<number> {
  const former = sql`!~ ${`^k${hashes.level}x`}`;
  let changed = await inBatches(
    db,
    (after) => sql`select key_hash as old, key_version_id, snapshot_id::text, rank
      from samples where key_hash ${former} and (key_version_id, snapshot_id, rank) > (${after?.["key_version_id"] ?? 0},
        ${after?.["snapshot_id"] ?? "-9223372036854775808"}::bigint, ${after?.["rank"] ?? 0})
      order by key_version_id, snapshot_id, rank limit ${BATCH_ROWS}`,
    async (rows) => {
      const sealed = rows.map((row) => ({ ...row, hash: hashes.advance(String(row["old"])) }));
      await db.execute(sql`update samples set key_hash = new.hash
        from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as new (key_version_id int, snapshot_id bigint, rank int, old text, hash text)
        where samples.key_version_id = new.key_version_id and samples.snapshot_id = new.snapshot_id and samples.rank = new.rank
          and samples.key_hash = new.old`);
    },
  );
  changed += await inBatches(
    db,
    (after) => sql`select key_hash as old, id::text from key_requests where key_hash ${former}
      and id > ${after?.["id"] ?? "00000000-0000-0000-0000-000000000000"}::uuid order by id limit ${BATCH_ROWS}`,
    async (rows) => {
      const sealed = rows.map((row) => ({ ...row, hash: hashes.advance(String(row["old"])) }));
      await db.execute(sql`update key_requests set key_hash = new.hash
        from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as new (id uuid, old text, hash text)
        where key_requests.id = new.id and key_requests.key_hash = new.old`);
    },
  );
  for (const [table, column] of all ? [...PEOPLES_TEXTS, ...OTHER_TEXTS] : PEOPLES_TEXTS)
    changed += await sealTexts(db, { table, column }, hashes);
  return changed;
}

/** Makes Postgres verify that the hash columns have no plain hash. */
export async function vouchForSealedKeys(db: Db): Promise<void> {
  await db.execute(sql`alter table samples validate constraint samples_key_hash_sealed`);
  await db.execute(sql`alter table key_requests validate constraint key_requests_key_hash_sealed`);
}

type Row = Record<string, unknown>;

async function inBatches(db: Db, next: (after: Row | undefined) => SQL, change: (rows: Row[]) => Promise<void>): Promise<number> {
  let changed = 0;
  for (let after: Row | undefined; ;) {
    const { rows } = await db.execute<Row>(next(after));
    if (rows.length === 0) return changed;
    await change(rows);
    changed += rows.length;
    after = rows.at(-1);
  }
}

async function sealTexts(db: Db, { table, column }: { table: string; column: string }, hashes: KeyHashes): Promise<number> {
  const [from, text] = [sql.identifier(table), sql.identifier(column)];
  const { rows } = await db.execute<{ hash: string; type: string }>(
    sql`select distinct (regexp_matches(${text}::text, ${HASH_IN_TEXT}, 'g'))[1] as hash, pg_typeof(${text})::text as type from ${from}`,
  );
  let changed = 0;
  for (const { hash, type } of rows) {
    if ((keyHashLevel(hash) ?? hashes.level) >= hashes.level) continue;
    const done =
      await db.execute(sql`update ${from} set ${text} = replace(${text}::text, ${hash}, ${hashes.advance(hash)})::${sql.raw(type)}
      where strpos(${text}::text, ${hash}) > 0`);
    changed += done.rowCount ?? 0;
  }
  return changed;
}

/** Ends all exports, because their files have old hashes. The next sweep of each machine deletes the files. Returns how many. */
export async function endFormerExports(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`update key_requests set state = 'failed', file_name = null, file_bytes = null,
      error_code = 'unknown_request', error_message = ${EXPORT_OUTDATED}
    where kind = 'export' and state = 'succeeded'`);
  return rowCount ?? 0;
}
