import type { SampledKey, SampleRow } from "#lib/iceberg/contract.ts";
import { isDelete } from "#lib/causes/ghost-delete.ts";
import { isMasked } from "#lib/masking.ts";
import type { KeyKeep, KeyPromise, WinnerRule } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import { capital } from "#lib/words.ts";
import { countRows, listNames, sayPartitions } from "../../sample-words.ts";

/** `Two rows, should be one. The row in partition 4 is stale.` Pure. */
export function sayVerdict(sample: Pick<SampledKey, "rowCount" | "rows" | "verdict">, promise: KeyPromise): string {
  const { rowCount } = sample;
  const rows = rowCount < 10 ? countRows(rowCount) : `${formatCount(rowCount)} rows`;
  if (rowCount === 1) return "One row: this key is not duplicated.";
  if (promise !== "unique") return `${rows}, as this key may have: it promises nothing.`;
  if (isGone(sample)) return `${rows}, should be none: the latest change deletes this key.`;
  return [`${rows}, should be one.`, sayStale(sample)].filter((sentence) => sentence !== "").join(" ");
}

/** Whether the right row of a key is itself a delete that became a row. */
function isGone({ rows, verdict }: Pick<SampledKey, "rows" | "verdict">): boolean {
  const evidence = verdict?.cause === "ghost_delete" && verdict.winner !== null ? rows[verdict.winner]?.evidence : undefined;
  return evidence !== undefined && isDelete({ evidence });
}

/** Which row is stale, or right where several are stale; that it is undecided. Empty without a verdict. Pure. */
function sayStale({ rowCount, rows, verdict }: Pick<SampledKey, "rowCount" | "rows" | "verdict">): string {
  if (verdict == null) return "";
  const among = verdict.rowsSeen < rowCount ? `Among the ${formatCount(verdict.rowsSeen)} that were read, ` : "";
  if (verdict.winner === null) {
    const what =
      verdict.tied.length > 1 && verdict.tied.length < rowCount
        ? `which of ${verdict.tied.length} is the right one`
        : "which is the right one";
    return capital(`${among}${what} is undecided.`);
  }
  const [stale] = rows.length === 2 && rowCount === 2 ? rows.map((_, place) => place).filter((place) => place !== verdict.winner) : [];
  if (stale !== undefined) return `The row ${sayPlace(rows, stale)} is stale.`;
  const others = rowCount - 1;
  return capital(
    `${among}the row ${sayPlace(rows, verdict.winner)} is the right one${among === "" ? `, and the other ${formatCount(others)} are stale` : ""}.`,
  );
}

/** Where a row lies, by what tells it from the others: its topic, its partition, its offset, or its place in its file. */
function sayPlace(rows: readonly SampleRow[], place: number): string {
  const row = rows[place];
  const tells = (read: (one: SampleRow) => string | null): boolean =>
    row !== undefined && !isMasked(read(row) ?? "masked") && rows.every((one, at) => at === place || read(one) !== read(row));
  if (tells(({ topic }) => topic)) return `from topic ${row?.topic}`;
  if (tells(({ partition }) => partition)) return `in partition ${row?.partition}`;
  if (tells(({ offset }) => offset)) return `with offset ${row?.offset}`;
  if (tells(({ sequenceNumber }) => sequenceNumber)) return `with sequence number ${row?.sequenceNumber}`;
  if (tells(({ position }) => position)) return `at position ${row?.position} of its file`;
  return "that is marked so";
}

const LATEST: Record<WinnerRule, string> = {
  only_streamed: "the only one that was streamed",
  log_position: "latest in the source's log",
  source_time: "newest at the source",
  event_time: "newest event",
  offset: "greatest offset",
  partition: "greatest partition",
  undecided: "",
};
const EARLIEST: Record<WinnerRule, string> = {
  only_streamed: "the only one that was streamed",
  log_position: "earliest in the source's log",
  source_time: "oldest at the source",
  event_time: "earliest event",
  offset: "smallest offset",
  partition: "smallest partition",
  undecided: "",
};

/** By what the right row was found, as words beside its pill. Pure. */
export function sayWinnerBy(rule: WinnerRule, keep: KeyKeep): string {
  return (keep === "last" ? LATEST : EARLIEST)[rule];
}

/** In what the rows differ and where they came from. Pure. */
export function sayEvidence({ rowCount, rows, partitions, keyBytesHex }: SampledKey, differing: readonly string[]): string {
  if (rowCount < 2) return "";
  const kept = rows.length < rowCount ? ` The ${formatCount(rows.length)} rows shown are those that were kept.` : "";
  const differ =
    differing.length > 0
      ? `They differ in ${listNames(differing)}.`
      : rows.length < rowCount
        ? "The rows shown are equal in all business columns."
        : "They are equal in all business columns.";
  const bytes = keyBytesHex.length > 1 ? ` They were sent with ${keyBytesHex.length} different keys.` : "";
  const where = partitions.length > 1 ? ` They are in Kafka partitions ${sayPartitions(partitions)}.` : "";
  return `${differ}${where}${bytes}${kept}`;
}
