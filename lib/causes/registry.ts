import type { CauseAdvice } from "#lib/causes/advice.ts";
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
import { repeatedInCommit } from "#lib/causes/repeated-in-commit.ts";
import { rewriteSourcesLive } from "#lib/causes/rewrite-sources-live.ts";
import { severalTopics } from "#lib/causes/several-topics.ts";
import { snapshotOverlap } from "#lib/causes/snapshot-overlap.ts";
import { softDelete } from "#lib/causes/soft-delete.ts";
import { unkeyed } from "#lib/causes/unkeyed.ts";
import { upsertOff } from "#lib/causes/upsert-off.ts";
import type { CauseDeclaration } from "#lib/causes/define-cause.ts";
import type { CauseLook } from "#lib/contracts/cause-look.ts";
import type { CauseName } from "#lib/names.ts";

/** In the order in which they are asked: of one key, the first that holds. `unknown` is none of these. */
export const CAUSES: readonly CauseDeclaration<Exclude<CauseName, "unknown">>[] = [
  fileRegisteredTwice,
  rewriteSourcesLive,
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
  repeatedInCommit,
  upsertOff,
  appendedWithoutDelete,
];

/** What is said where no cause holds. */
export const UNKNOWN = {
  name: "unknown",
  label: "Unknown",
  look: { hue: "grey", pattern: "hatched" } satisfies CauseLook,
  because: "the table no longer shows enough to tell",
  plain: "The table no longer shows enough to tell why these keys have more than one row.",
  technical:
    "No cause applies by the available evidence. If a column is missing, or a compaction erased what a commit wrote, the key's page says what would decide it.",
  advice: {
    steps: () => [{ changes: "nothing", says: "Open one key, and configure the columns that it says are missing." }],
    view: null,
    checklist: "Keep the evidence",
  } satisfies CauseAdvice,
  docs: [
    "Applies when none of the causes before it does, or when what would decide them is missing.",
    "Happens when the table has no Kafka or CDC columns, when a compaction gave rows its own sequence number, when snapshots expired, or through a fault that Bergwatch does not know.",
    "Says what is known; it is not a cause of its own. A watched table keeps the cause that a key had when it became duplicated, and shows it beside this.",
    "Look at what each key's page lists as undecided, at the rows side by side, and at the commits that added them.",
  ] as readonly string[],
} as const;
