import type { CauseFacts, UndecidedCause } from "#lib/iceberg/contract-causes.ts";
import type { CauseName, EvidenceName } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import { joinWords } from "#lib/words.ts";

/** What the option that gives a column, or what else is missing, is called in a sentence. */
const MISSING: Record<EvidenceName, string> = {
  deleted: "a soft-delete flag in each row (`cdc.deleted`)",
  "kafka-key": "the Kafka key's bytes of each row (`kafka.key`)",
  "kafka-offset": "the Kafka offset of each row (`kafka.offset`)",
  "kafka-partition": "the Kafka partition of each row (`kafka.partition`)",
  "kafka-topic": "the Kafka topic of each row (`kafka.topic`)",
  lsn: "log positions that can be compared (`cdc.lsn`)",
  "manifests of older snapshots": "the older snapshots of the table (they expired or cannot be read)",
  op: "the operation of each change (`cdc.op`)",
  payload: "payloads that can be compared",
  "reading of all key bytes": "a reading of all key bytes (only so many are read)",
  "schema registry": "a schema registry that tells what the key bytes say (`schema_registry`)",
  "sequence number before the compaction": "the sequence numbers from before a compaction, which rewrote the rows",
};

/** `the Kafka offset (…) and the Kafka partition (…)`. Pure. */
export function sayMissing(missing: readonly EvidenceName[]): string {
  const names = missing.map((name) => MISSING[name]);
  return names.length === 0 ? "what would tell" : joinWords(names);
}

/** What could not be asked of some keys: causes that lack the same are one line, most keys first. */
export interface UndecidedLine {
  causes: CauseName[];
  missing: string;
  /** Of the cause for which it is most; null: of one key. */
  keys: number | null;
}

/** What could not be decided of a snapshot's keys, by what would decide it. Pure. */
export function viewUndecided(undecided: CauseFacts["undecided"] | readonly UndecidedCause[]): UndecidedLine[] {
  const lines = new Map<string, UndecidedLine>();
  for (const one of undecided) {
    const missing = sayMissing(one.missing);
    const line = lines.get(missing) ?? { causes: [], missing, keys: null };
    lines.set(missing, line);
    if (!line.causes.includes(one.cause)) line.causes.push(one.cause);
    if ("keys" in one) line.keys = Math.max(line.keys ?? 0, one.keys);
  }
  return [...lines.values()].toSorted((a, b) => (b.keys ?? 0) - (a.keys ?? 0));
}

/** `of 1,204 keys`, `of 1 key`. Pure. */
export function sayOfKeys(keys: number): string {
  return `of ${formatCount(keys)} ${keys === 1 ? "key" : "keys"}`;
}
