import { isDeletedElsewhere } from "#lib/causes/delete-in-other-partition.ts";
import { isDeletedInSameCommit } from "#lib/causes/delete-in-same-commit.ts";
import { promisesNothing } from "#lib/causes/by-design.ts";
import { hasDeleteOp } from "#lib/causes/ghost-delete.ts";
import { isNotDeleted } from "#lib/causes/appended-without-delete.ts";
import { isSoftDeleted } from "#lib/causes/soft-delete.ts";
import { hasSameKeyValue } from "#lib/causes/key-encoding.ts";
import { hasSeveralKeyBytes } from "#lib/causes/key-is-not-business-key.ts";
import { hasSeveralPartitions, sharesKeyAcrossPartitions } from "#lib/causes/partition-drift.ts";
import { hasSeveralTopics, sharesKeyAcrossTopics } from "#lib/causes/several-topics.ts";
import { lacksKeyBytes } from "#lib/causes/unkeyed.ts";
import { missingEvidence } from "#lib/causes/missing-evidence.ts";
import { neverDeletes } from "#lib/causes/upsert-off.ts";
import { reusesOffset } from "#lib/causes/offset-reused.ts";
import { isRepeatedInCommit } from "#lib/causes/repeated-in-commit.ts";
import { rewroteLiveSources } from "#lib/causes/rewrite-sources-live.ts";
import { rulingsOf } from "#lib/causes/rulings.ts";
import { sharesOffset } from "#lib/causes/offset-replayed.ts";
import { sharesPlace } from "#lib/causes/file-registered-twice.ts";
import { snapshotOverlaps } from "#lib/causes/snapshot-overlap.ts";
import type { Features, KeySignature } from "#lib/causes/features.ts";
import type { KeyEvidence, TableEvidence } from "#lib/causes/table-evidence.ts";

/** What the evidence of one duplicated key says, and what it lacks: the same as an engine finds for all keys at once. Pure. */
export function signatureOf(key: KeyEvidence, table: TableEvidence): KeySignature {
  const features: Features = {
    shares_place: sharesPlace(key),
    rewrote_live_sources: rewroteLiveSources(key, table),
    shares_offset: sharesOffset(key, table),
    reuses_offset: reusesOffset(key, table),
    promises_nothing: promisesNothing(table),
    has_delete_op: hasDeleteOp(key, table),
    soft_deleted: isSoftDeleted(key, table),
    snapshot_overlaps: snapshotOverlaps(key, table),
    lacks_key_bytes: lacksKeyBytes(key, table),
    several_key_bytes: hasSeveralKeyBytes(key, table),
    same_key_value: hasSameKeyValue(key, table),
    several_topics: hasSeveralTopics(key, table),
    several_partitions: hasSeveralPartitions(key, table),
    shares_key_across_topics: sharesKeyAcrossTopics(key, table),
    shares_key_across_partitions: sharesKeyAcrossPartitions(key, table),
    deleted_in_same_commit: isDeletedInSameCommit(key, table),
    deleted_elsewhere: isDeletedElsewhere(key, table),
    repeated_in_commit: isRepeatedInCommit(key, table),
    never_deletes: neverDeletes(table),
    not_deleted: isNotDeleted(key, table),
  };
  return { features, missing: missingEvidence(key, table, features), rulings: rulingsOf(table) };
}
