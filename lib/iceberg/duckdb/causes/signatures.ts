import { causePlaceSql } from "#lib/causes/decide.ts";
import { CAUSES } from "#lib/causes/registry.ts";
import { DELETE_FEATURES } from "#lib/iceberg/duckdb/causes/delete-features.ts";
import { FEATURES_TABLE } from "#lib/iceberg/duckdb/causes/key-features.ts";
import { KEY_VALUES } from "#lib/iceberg/duckdb/causes/key-values.ts";
import { missingBit } from "#lib/iceberg/duckdb/causes/missing-bits.ts";
import { OVERLAPS } from "#lib/iceberg/duckdb/causes/overlaps.ts";
import { REPEATED } from "#lib/iceberg/duckdb/causes/repeated.ts";
import { REWRITTEN } from "#lib/iceberg/duckdb/causes/rewritten.ts";
import { SHARED, SHARED_FEATURES } from "#lib/iceberg/duckdb/causes/shared-features.ts";
import type { ExplainRequest } from "#lib/iceberg/contract-causes.ts";
import type { CauseName } from "#lib/names.ts";

/** The place of a key for which no cause holds. */
export const NO_CAUSE = CAUSES.length;

/** The place of a cause, from 0. Pure. */
export function placeOf(cause: Exclude<CauseName, "unknown">): number {
  return CAUSES.findIndex(({ name }) => name === cause);
}

export interface SignatureRequest {
  explain: ExplainRequest;
  /** The op column is given. */
  hasOp: boolean;
  /** Whether no retained snapshot deletes; null: not known. Not given: not asked for yet. */
  neverDeletes?: boolean | null | undefined;
}

/**
 * SQL for every duplicated key: `id`, `n`, `first_file`, `last_file`, its features, and `missing`. In: the tables of the steps before, each
 * with rows for the keys that it was made for; a feature whose table lacks the key is not known. Pure.
 */
function signaturesSql({ explain, hasOp, neverDeletes }: SignatureRequest): string {
  const shared = (name: (typeof SHARED_FEATURES)[number]) => `CASE WHEN s.${name} THEN true ELSE f.${name} END AS ${name}`;
  const opKnown = `(f.missing & ${missingBit("op")}) = 0`;
  const compared = "f.reads = 1 AND f.changes > 0";
  const overlaps = hasOp
    ? `CASE WHEN f.reads > 1 OR o.overlapping THEN true WHEN ${compared} AND o.overlapping IS NULL THEN NULL WHEN ${opKnown} THEN false END`
    : explain.kind === "cdc"
      ? "NULL::BOOLEAN"
      : "false";
  const more = [
    `CASE WHEN o.lacks_payload THEN ${missingBit("payload")} ELSE 0 END`,
    `CASE WHEN o.lacks_position THEN ${missingBit("lsn")} ELSE 0 END`,
    `CASE WHEN v.registry THEN ${missingBit("schema registry")} ELSE 0 END`,
    `CASE WHEN v.unread THEN ${missingBit("reading of all key bytes")} ELSE 0 END`,
    `CASE WHEN d.erased THEN ${missingBit("sequence number before the compaction")} ELSE 0 END`,
    `CASE WHEN ${neverDeletes === null} OR d.expired OR (r.id IS NOT NULL AND r.repeated IS NULL) THEN ${missingBit("manifests of older snapshots")} ELSE 0 END`,
  ];
  return `SELECT f.id, f.n, f.first_file, f.last_file, ${shared("shares_place")}, (w.id IS NOT NULL) AS rewrote_live_sources, ${shared("shares_offset")}, ${shared("reuses_offset")},
      f.promises_nothing, f.has_delete_op, f.soft_deleted, ${overlaps} AS snapshot_overlaps, f.lacks_key_bytes, f.several_key_bytes,
      CASE WHEN f.several_key_bytes IS NULL AND v.same THEN NULL ELSE v.same END AS same_key_value, f.several_topics, ${shared("several_partitions")}, ${shared("shares_key_across_topics")},
      ${shared("shares_key_across_partitions")}, d.deleted_in_same_commit, d.deleted_elsewhere,
      CASE WHEN r.id IS NULL THEN false ELSE r.repeated END AS repeated_in_commit,
      ${neverDeletes == null ? "NULL::BOOLEAN" : String(neverDeletes)} AS never_deletes, d.not_deleted,
      (f.missing + ${more.join(" + ")})::USMALLINT AS missing
    FROM ${FEATURES_TABLE} f
    LEFT JOIN (SELECT id, ${SHARED_FEATURES.map((name) => `bool_or(feature = '${name}') AS ${name}`).join(", ")} FROM ${SHARED} GROUP BY id) s ON s.id = f.id
    LEFT JOIN ${OVERLAPS} o ON o.id = f.id
    LEFT JOIN ${KEY_VALUES} v ON v.id = f.id
    LEFT JOIN ${REWRITTEN} w ON w.id = f.id
    LEFT JOIN ${REPEATED} r ON r.id = f.id
    LEFT JOIN ${DELETE_FEATURES} d ON d.id = f.id`;
}

/** Signatures with the place of the first cause that holds. Pure. */
export function placedSql(request: SignatureRequest): string {
  return `SELECT s.*, ${causePlaceSql("s")} AS place FROM (${signaturesSql(request)}) s`;
}
