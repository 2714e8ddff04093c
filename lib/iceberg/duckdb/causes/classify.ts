import { z } from "zod";
import type { TableEvidence } from "#lib/causes/table-evidence.ts";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import { unknownBitsSql } from "#lib/causes/decide.ts";
import { READING_BOUNDS } from "#lib/iceberg/duckdb/causes/choose-readings.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { DELETE_FEATURES, findDeleteFeatures, LEFT, type RewriteEvidence } from "#lib/iceberg/duckdb/causes/delete-features.ts";
import { EVIDENCE, type EvidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { FEATURES_TABLE, gatherFeatures } from "#lib/iceberg/duckdb/causes/key-features.ts";
import { createKeyValues, KEY_VALUES, readKeyValues } from "#lib/iceberg/duckdb/causes/key-values.ts";
import { countOverlaps, OVERLAPS, readOverlaps } from "#lib/iceberg/duckdb/causes/overlaps.ts";
import { registeredTwice } from "#lib/iceberg/duckdb/causes/registered-twice.ts";
import { findShared, SHARED } from "#lib/iceberg/duckdb/causes/shared-features.ts";
import { NO_CAUSE, placedSql, placeOf, type SignatureRequest } from "#lib/iceberg/duckdb/causes/signatures.ts";
import { createRepeated, findRepeated, REPEATED } from "#lib/iceberg/duckdb/causes/repeated.ts";
import { compactionsOf, filesOfKeys, readCompactions } from "#lib/iceberg/duckdb/causes/read-compactions.ts";
import { findRewritten, REWRITTEN } from "#lib/iceberg/duckdb/causes/rewritten.ts";
import { rankWinners } from "#lib/iceberg/duckdb/causes/winners.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import type { IsCompacted } from "#lib/iceberg/plan/compaction-finder.ts";
import type { DataFile } from "#lib/iceberg/plan/entries.ts";
import { neverHadEqualityDeletes } from "#lib/iceberg/plan/equality-history.ts";
import { ofKind } from "#lib/iceberg/plan/file-totals.ts";
import { readNeverDeletes, type NeverDeletes } from "#lib/iceberg/plan/never-deletes.ts";

/**
 * Table of the duplicated keys, each under its cause: `id`, `n`, `first_file`, `last_file`, `place` of the first cause that holds, `unknown` (bits
 * of the causes before it that could not be decided) and `missing` (bits of what would decide these).
 */
export const CAUSED = "own_caused";

const WANTED = "own_wanted_keys";

export interface Gathered {
  evidence: EvidenceColumns;
  /** SUSPECTS holds all rows of all duplicated keys. */
  allKeys: boolean;
  /** About how many keys are duplicated. */
  keys: number;
  /** WINNERS holds the right rows of all of them (rankWinners). */
  ranked: boolean;
}

/** What manifests say of the whole table. `neverDeletes` null: not known, or no key needed it. */
export interface ManifestEvidence extends Pick<TableEvidence, "neverDeletes" | "nothingErased" | "rewrites"> {
  isCompacted: IsCompacted;
}

/** What is found for the whole table on the way. */
export interface Classified {
  /** Keys that a snapshot and a stream both brought, whatever their cause; null: there is no op. */
  overlapKeys: Fact<number> | null;
  manifests: ManifestEvidence;
  /** Sentences on what could not be read. */
  notes: string[];
}

/** Fills CAUSED from EVIDENCE. Reads key bytes, payloads and deletes only for keys that still need them. Throws as GatherFacts says. */
export async function classifyKeys(reading: CauseReading, gathered: Gathered, bounds = READING_BOUNDS): Promise<Classified> {
  const { database, planned, live, explain } = reading;
  const { keys, evidence } = gathered;
  const hasOp = planned.columns.op !== null;
  const asked = { evidence, explain, places: registeredTwice(live.files) };
  await gatherFeatures(database, asked, keys);
  await findShared(database, asked, keys);
  const rewritten = await findRewritten(reading);
  await readOverlaps(reading);
  const overlapKeys = hasOp ? await countOverlaps(reading) : null;
  await createKeyValues(database);
  await createDeleteFeatures(reading);
  await createRepeated(database);
  const known: SignatureRequest = { explain, hasOp };
  const notes: string[] = [];
  const severalBytes = `place >= ${placeOf("key_encoding")} AND several_key_bytes IS DISTINCT FROM false`;
  const wanted = planned.rows.keyBytes === null ? 0 : await want(reading, placedSql(known), severalBytes);
  if (wanted > 0) notes.push(...(await readKeyValues(database, { ...planned, live, bounds, allKeys: gathered.allKeys }, WANTED)));
  const left = await want(reading, placedSql(known), `place = ${NO_CAUSE}`);
  const { neverDeletes, isCompacted, nothingErased } =
    left > 0
      ? await lookAtDeletes(reading, gathered.ranked)
      : { neverDeletes: null, isCompacted: compactionsOf(reading), nothingErased: false };
  await findRepeated(reading, { isCompacted, wanted: WANTED, keys: left });
  await database.run(`CREATE OR REPLACE TABLE ${CAUSED} AS
    SELECT id, n, first_file, last_file, place::UTINYINT AS place, unknown::UINTEGER AS unknown, (CASE WHEN unknown = 0 THEN 0 ELSE missing END)::USMALLINT AS missing
    FROM (SELECT id, n, first_file, last_file, place, ${unknownBitsSql("p")}::BIGINT & ((1 << place::INTEGER) - 1) AS unknown, missing
      FROM (${placedSql({ ...known, neverDeletes: neverDeletes?.value })}) p)`);
  for (const table of [FEATURES_TABLE, SHARED, REWRITTEN, OVERLAPS, KEY_VALUES, DELETE_FEATURES, REPEATED, WANTED])
    await database.drop(table);
  const manifests = { neverDeletes: neverDeletes?.value ?? null, nothingErased, rewrites: rewritten.rewrites, isCompacted };
  return { overlapKeys, manifests, notes: [...notes, ...rewritten.notes, ...(neverDeletes?.notes ?? [])] };
}

/** Fills WANTED with the keys for which a condition holds. Out: how many they are. */
async function want({ database }: CauseReading, signatures: string, condition: string): Promise<number> {
  await database.run(`CREATE OR REPLACE TABLE ${WANTED} AS SELECT id FROM (${signatures}) WHERE ${condition}`);
  const { wanted } = await database.row(`SELECT count(*) AS wanted FROM ${WANTED}`, z.object({ wanted: count }));
  return wanted;
}

async function createDeleteFeatures({ database }: CauseReading): Promise<void> {
  await database.run(
    `CREATE OR REPLACE TABLE ${DELETE_FEATURES} (id UHUGEINT, deleted_in_same_commit BOOLEAN, deleted_elsewhere BOOLEAN, not_deleted BOOLEAN, erased BOOLEAN, expired BOOLEAN)`,
  );
}

/**
 * True: no commit expired or rewrote rows in a way that could hide a delete. Then it does not matter which row is right, and nothing has to be
 * read of the keys that are left, which may be all of a table that was only appended to. In: the files with their rows. Pure.
 */
function wereAppended(files: readonly DataFile[], { isCompacted, neverDeletes }: RewriteEvidence): boolean {
  const isAppended = (file: DataFile) => (neverDeletes === true ? isCompacted(file) !== true : isCompacted(file) === false);
  return files.every((file) => file.sequenceNumber > 0n && isAppended(file));
}

/** Causes 12 to 16, for the keys of WANTED alone. In: whether WINNERS has them already. */
async function lookAtDeletes(
  reading: CauseReading,
  ranked: boolean,
): Promise<{ neverDeletes: NeverDeletes; isCompacted: IsCompacted; nothingErased: boolean }> {
  const { database, planned } = reading;
  const snapshot = planned.pinned?.snapshot ?? null;
  const neverDeletes = await readNeverDeletes(database, planned.table, { snapshot, files: planned.files });
  const files = await filesOfKeys(reading, WANTED);
  const isCompacted = neverDeletes.value === true ? compactionsOf(reading) : await readCompactions(reading, files);
  const rewrites: RewriteEvidence = { isCompacted, neverDeletes: neverDeletes.value };
  const hasDeletes = ofKind(planned.files.deletes, "equality").length > 0;
  const appended = !hasDeletes && wereAppended(files, rewrites);
  const nothingErased = !hasDeletes && !appended && (await neverHadEqualityDeletes(database, planned.table, snapshot));
  if (appended || nothingErased) {
    await createDeleteFeatures(reading);
    await database.run(`INSERT INTO ${DELETE_FEATURES} SELECT id, false, false, true, false, false FROM ${WANTED}`);
  } else {
    await database.run(
      `CREATE OR REPLACE TABLE ${LEFT} AS SELECT e.id, e.file, e.position FROM ${EVIDENCE} e SEMI JOIN ${WANTED} w ON w.id = e.id`,
    );
    if (!ranked) await rankWinners(reading, LEFT);
    await findDeleteFeatures(reading, rewrites);
    await database.drop(LEFT);
  }
  return { neverDeletes, isCompacted, nothingErased };
}
