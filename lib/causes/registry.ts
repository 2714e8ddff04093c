import { appendedWithoutDelete } from "#lib/causes/appended-without-delete.ts";
import { byDesign } from "#lib/causes/by-design.ts";
import { deleteInOtherPartition } from "#lib/causes/delete-in-other-partition.ts";
import { deleteInSameCommit } from "#lib/causes/delete-in-same-commit.ts";
import { fileRegisteredTwice } from "#lib/causes/file-registered-twice.ts";
import { ghostDelete } from "#lib/causes/ghost-delete.ts";
import { keyEncoding } from "#lib/causes/key-encoding.ts";
import { keyIsNotBusinessKey } from "#lib/causes/key-is-not-business-key.ts";
import { offsetReplayed } from "#lib/causes/offset-replayed.ts";
import { offsetReused } from "#lib/causes/offset-reused.ts";
import { partitionDrift } from "#lib/causes/partition-drift.ts";
import { severalTopics } from "#lib/causes/several-topics.ts";
import { snapshotOverlap } from "#lib/causes/snapshot-overlap.ts";
import { softDelete } from "#lib/causes/soft-delete.ts";
import { unkeyed } from "#lib/causes/unkeyed.ts";
import { upsertOff } from "#lib/causes/upsert-off.ts";
import type { CauseDeclaration, CauseLook } from "#lib/causes/define-cause.ts";
import type { CauseName } from "#lib/names.ts";

/** In the order in which they are asked: of one key, the first that holds. `unknown` is none of these. */
export const CAUSES: readonly CauseDeclaration<Exclude<CauseName, "unknown">>[] = [
  fileRegisteredTwice,
  offsetReplayed,
  offsetReused,
  byDesign,
  ghostDelete,
  softDelete,
  snapshotOverlap,
  unkeyed,
  keyEncoding,
  keyIsNotBusinessKey,
  severalTopics,
  partitionDrift,
  deleteInSameCommit,
  deleteInOtherPartition,
  upsertOff,
  appendedWithoutDelete,
];

/** What is said where no cause holds. */
export const UNKNOWN = {
  name: "unknown",
  label: "Unknown",
  look: { hue: "grey", pattern: "hatched" } satisfies CauseLook,
  plain: "",
  technical: "",
  firstStep: "",
  docs: [] as readonly string[],
} as const;
