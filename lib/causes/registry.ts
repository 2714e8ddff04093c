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
  because: "what the table still says does not tell it",
  plain: "What the table still says does not tell why these keys have more than one row.",
  technical:
    "No cause holds by the evidence that there is. Where a column is not given, or a compaction erased what a commit had written, the page of the key names what would decide it.",
  advice: {
    steps: () => [{ changes: "nothing", says: "Open one key, and configure the columns that it says are missing." }],
    view: null,
    checklist: "Keep the evidence",
  } satisfies CauseAdvice,
  docs: [
    "It holds when none of the causes before it does, or when what would decide them is missing.",
    "It comes about when the table has no Kafka or CDC columns, when a compaction gave rows the compaction's own sequence number, when snapshots expired, or by a fault that Bergwatch does not know.",
    "It is a statement on what is known, and no cause of its own. A cause that was found before a compaction is kept and shown beside it.",
    "Look at what each key's page lists as undecided, at the rows side by side, and at the commits that added them.",
  ] as readonly string[],
} as const;
