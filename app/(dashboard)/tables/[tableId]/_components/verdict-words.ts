import type { VerdictState } from "#lib/contracts/verdict.ts";
import type { KeyVerdict } from "#lib/judging/key-verdict.ts";
import type { KeyPromise, SnapshotMetricName, TrustDirection, TrustLevel } from "#lib/names.ts";
import { thingsOf } from "#lib/things-of.ts";
import { formatCount, formatMetric } from "#lib/units.ts";
import { capital } from "#lib/words.ts";
import type { Passed } from "./passed-limits.ts";

type Values = Partial<Record<SnapshotMetricName, number | null>>;

export interface VerdictInput {
  tableName: string;
  promise: KeyPromise;
  verdict: KeyVerdict;
  passed: readonly Passed[];
  /** Why keys are duplicated, a sentence; null: it is not told. */
  why: string | null;
  trust: { level: TrustLevel; direction: TrustDirection | null; reasons: readonly string[] } | null;
  values: Values;
  since: Omit<SinceFacts, "snapshotId"> | null;
}

interface SinceFacts {
  snapshotId: string;
  committedAt: Date;
  lastBelowAt: Date | null;
  unreadBetween: boolean;
  isFirst: boolean;
}

/** When it began, as far as the stored snapshots say. */
export type Since =
  | { kind: "at" | "first" | "at least"; at: Date }
  /** Snapshots in between were not read. */
  | { kind: "between"; after: Date; at: Date };

export interface VerdictWords {
  state: VerdictState;
  /** Without the full stop: the time of `since` follows. */
  lead: string;
  since: Since | null;
  /** What else is known, in sentences; empty: nothing. */
  because: string;
}

/** What is the matter with one key of a table, for its page. Pure. */
export function sayVerdict(input: VerdictInput): VerdictWords {
  const { verdict, since } = input;
  return { state: verdict.state, lead: sayLead(input).replace(/[.]$/, ""), since: since && toSince(since), because: sayBecause(input) };
}

function sayLead({ tableName, promise, verdict, passed, trust, values }: VerdictInput): string {
  const [worst] = passed;
  const things = thingsOf(tableName);
  const keys = values.duplicated_keys;
  if (worst?.metric === "surplus_rows" && typeof keys === "number") {
    const bound = trust?.direction == null ? "" : `${trust.direction} `;
    return capital(`${bound}${keys === 1 ? `1 of the ${things} has` : `${formatCount(keys)} ${things} have`} more than one row`);
  }
  if (worst !== undefined) {
    const [value, limit] = [worst.value, worst.limit].map((number) => formatMetric(number, worst.unit));
    return `${worst.label}: ${value}, ${worst.value === worst.limit ? "at" : worst.worse === "lower" ? "under" : "over"} the limit of ${limit}`;
  }
  if (verdict.state !== "ok" || values.distinct_keys == null) return verdict.sentence;
  if (promise === "none" && typeof keys === "number") {
    return `Many rows per key are normal here: ${formatCount(keys)} of ${formatCount(values.distinct_keys)} keys have more than one`;
  }
  const counted = trust?.direction === "at least" ? " that were counted" : "";
  return `Each of the ${formatCount(values.distinct_keys)} ${things}${counted} has one row`;
}

function toSince({ committedAt, lastBelowAt, unreadBetween, isFirst }: Omit<SinceFacts, "snapshotId">): Since {
  if (lastBelowAt !== null)
    return unreadBetween ? { kind: "between", after: lastBelowAt, at: committedAt } : { kind: "at", at: committedAt };
  return { kind: isFirst ? "first" : "at least", at: committedAt };
}

function sayBecause({ promise, verdict, passed, why, trust, values }: VerdictInput): string {
  const others = passed.slice(1, 3).map(({ label, value, limit, unit }) => {
    return `${label}: ${formatMetric(value, unit)}, limit ${formatMetric(limit, unit)}.`;
  });
  const sentences = [...(verdict.state === "alert" && promise === "unique" ? sayPlaces(values, why) : []), ...others];
  const [reason] = trust?.reasons ?? [];
  if (trust?.level === "partial") sentences.push(`${sayBound(trust.direction)} ${reason ?? "Something was left out."}`.trim());
  if (trust?.level === "untrusted" && passed.length > 0)
    sentences.push(`${sayBound(trust.direction)} ${reason ?? "The reading contradicts the manifests."}`.trim());
  sentences.push(...sayBacklog(values));
  return sentences.join(" ");
}

/** Where the rows lie is of interest as long as nothing says why. */
function sayPlaces(
  { surplus_rows: surplus, multi_partition_keys: moved, multi_key_bytes_keys: coded }: Values,
  why: string | null,
): string[] {
  const said = surplus ? [`That is ${formatCount(surplus)} surplus ${surplus === 1 ? "row" : "rows"}.`] : [];
  if (why !== null) return [...said, why];
  return [
    ...said,
    ...(moved ? [`${formatCount(moved)} ${moved === 1 ? "key has" : "keys have"} rows from more than one Kafka partition.`] : []),
    ...(coded ? [`${formatCount(coded)} ${coded === 1 ? "key came" : "keys came"} under more than one Kafka key.`] : []),
  ];
}

function sayBacklog(values: Values): string[] {
  const sum = (...names: SnapshotMetricName[]): number => names.reduce((total, name) => total + (values[name] ?? 0), 0);
  const rows = sum("position_delete_rows", "equality_delete_rows", "deletion_vector_rows");
  const files = sum("position_delete_files", "equality_delete_files", "deletion_vectors");
  if (files === 0) return [];
  return [
    `Each scan merges ${formatCount(rows)} delete ${rows === 1 ? "row" : "rows"} of ${formatCount(files)} ${files === 1 ? "file or vector" : "files or vectors"}.`,
  ];
}

function sayBound(direction: TrustDirection | null): string {
  return direction === null ? "" : `The counts hold as "${direction}".`;
}
