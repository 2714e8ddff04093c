import type { Verdict } from "#lib/contracts/verdict.ts";
import { splitSentence } from "#lib/judging/shown-verdict.ts";
import type { SnapshotMetricName } from "#lib/metrics.ts";
import type { KeyPromise, TrustDirection, TrustLevel } from "#lib/names.ts";
import { thingsOf } from "#lib/things-of.ts";
import { formatCount } from "#lib/units.ts";

type Values = Partial<Record<SnapshotMetricName, number | null>>;

export interface VerdictInput {
  tableName: string;
  promise: KeyPromise;
  verdict: Verdict;
  /** Why keys are duplicated, a sentence; null: it is not told. */
  why: string | null;
  trust: { level: TrustLevel; direction: TrustDirection | null; reasons: readonly string[] } | null;
  values: Values;
}

/** Further sentences of a verdict, after its first; empty if there are none. Pure. */
export function sayBecause({ tableName, promise, verdict, why, trust, values }: VerdictInput): string {
  const { rest } = splitSentence(verdict);
  const isDuplicated = verdict.findings.some(({ check }) => check === "duplicates") && promise === "unique";
  const sentences = [...(isDuplicated ? sayPlaces(values, why) : []), ...(rest === "" ? [] : [rest])];
  if (verdict.state === "ok" && values.distinct_keys != null) {
    const counted = trust?.direction === "at least" ? " that were counted" : "";
    const [all, things] = [formatCount(values.distinct_keys), thingsOf(tableName)];
    if (promise === "unique") sentences.push(`Each of the ${all} ${things}${counted} has one row.`);
    else if (typeof values.duplicated_keys === "number")
      sentences.push(`${formatCount(values.duplicated_keys)} of ${all} keys have more than one row.`);
  }
  const [reason] = trust?.reasons ?? [];
  if (trust?.level === "partial") sentences.push(`${sayBound(trust.direction)} ${reason ?? "Something was left out."}`.trim());
  if (trust?.level === "untrusted" && verdict.findings.length > 0)
    sentences.push(`${sayBound(trust.direction)} ${reason ?? "The numbers contradict the manifests."}`.trim());
  sentences.push(...sayBacklog(values));
  return sentences.join(" ");
}

/** Where the rows lie is of interest as long as nothing says why. */
function sayPlaces({ multi_partition_keys: moved, multi_key_bytes_keys: coded }: Values, why: string | null): string[] {
  if (why !== null) return [why];
  return [
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
    `Every read applies ${formatCount(rows)} ${rows === 1 ? "delete" : "deletes"} from ${formatCount(files)} delete ${files === 1 ? "file" : "files"}.`,
  ];
}

function sayBound(direction: TrustDirection | null): string {
  return direction === null ? "" : `The counts are ${direction === "at least" ? "lower" : "upper"} bounds.`;
}
