import type { GivenColumn, TableEvidence } from "#lib/causes/table-evidence.ts";
import type { Doubt, UndecidedCause } from "#lib/iceberg/contract-causes.ts";
import { CAUSE_NAMES, EVIDENCE_NAMES, type CauseName, type EvidenceName } from "#lib/names.ts";

/** What a table's columns say of causes that could not be decided for a key. */
export interface Rulings {
  /** They do not apply: a column without which they cannot hold is declared absent. */
  ruledOut: ReadonlySet<CauseName>;
  /** They stay undecided, and put no other cause in doubt. */
  unlikely: ReadonlySet<CauseName>;
  /** Evidence that nothing needs, for what it lacks is taken for granted. */
  granted: ReadonlySet<EvidenceName>;
  /** Evidence of columns that are declared absent. */
  absent: ReadonlySet<EvidenceName>;
  /** Of a cause: evidence that would not decide it. */
  beside: Partial<Record<CauseName, readonly EvidenceName[]>>;
}

/** Columns without which a cause cannot hold. */
const REQUIRED: Partial<Record<CauseName, readonly GivenColumn[]>> = {
  offset_replayed: ["kafkaPartition", "kafkaOffset"],
  offset_reused: ["kafkaPartition", "kafkaOffset"],
  ghost_delete: ["op"],
  soft_delete: ["deleted"],
  snapshot_overlap: ["op"],
  unkeyed: ["kafkaKey"],
  key_encoding: ["kafkaKey"],
  key_is_not_business_key: ["kafkaKey"],
  several_topics: ["kafkaKey", "kafkaTopic"],
  partition_drift: ["kafkaKey", "kafkaPartition"],
};

const EVIDENCE_OF: Partial<Record<GivenColumn, EvidenceName>> = {
  deleted: "deleted",
  kafkaKey: "kafka-key",
  kafkaOffset: "kafka-offset",
  kafkaPartition: "kafka-partition",
  kafkaTopic: "kafka-topic",
  lsn: "lsn",
  op: "op",
};

/** Pure. */
export function rulingsOf({ given, absent }: Pick<TableEvidence, "given" | "absent">): Rulings {
  const unlikely = new Set<CauseName>();
  const granted = new Set<EvidenceName>();
  // A table with an op and without a flag deletes by op; one without a topic column is taken for one topic's.
  if (given.has("op") && !given.has("deleted")) unlikely.add("soft_delete");
  if (!given.has("kafkaTopic")) {
    unlikely.add("several_topics");
    granted.add("kafka-topic");
  }
  return {
    ruledOut: new Set(CAUSE_NAMES.filter((cause) => REQUIRED[cause]?.some((column) => absent.has(column)) ?? false)),
    unlikely,
    granted,
    // Without a column for the key bytes nothing else tells; with one, NULL in it is no lack but the very thing.
    beside: { unkeyed: given.has("kafkaKey") ? ["kafka-key"] : ["kafka-offset", "kafka-partition"] },
    absent: new Set([...absent].flatMap((column) => EVIDENCE_OF[column] ?? [])),
  };
}

/** The causes that stay undecided where columns are declared absent, with what would decide each. Pure. */
export function leaveUndecided(undecided: readonly UndecidedCause[], { ruledOut, absent, beside }: Rulings): UndecidedCause[] {
  return undecided.flatMap(({ cause, missing: all }) => {
    const missing = all.filter((name) => beside[cause]?.includes(name) !== true);
    const left = missing.filter((name) => !absent.has(name));
    return ruledOut.has(cause) || (left.length === 0 && missing.length > 0) ? [] : [{ cause, missing: left }];
  });
}

/** Whether a cause is provisional, and why; null: it is certain, or unknown. In: what leaveUndecided left. Pure. */
export function doubtOf(cause: CauseName, undecided: readonly UndecidedCause[], { unlikely, granted }: Rulings): Doubt | null {
  const open = undecided.filter((one) => !unlikely.has(one.cause));
  if (cause === "unknown" || open.length === 0) return null;
  const missing = new Set(open.flatMap((one) => one.missing));
  return { alternatives: open.map((one) => one.cause), missing: EVIDENCE_NAMES.filter((name) => missing.has(name) && !granted.has(name)) };
}
