import { isDelete } from "#lib/causes/ghost-delete.ts";
import { isMasked } from "#lib/masking.ts";
import { sayNanoseconds, sayRows, sayValue } from "#lib/causes/say-values.ts";
import { findWinner } from "#lib/causes/winner.ts";
import type { EvidentRow } from "#lib/causes/table-evidence.ts";
import type { SampledKey, SampleRow } from "#lib/iceberg/contract.ts";
import type { KeyKeep, WinnerRule } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import { capital, joinWords } from "#lib/words.ts";

/** Which row of a key is right and why, for its page; rows are counted from 1 in words, from 0 in places. */
export interface WinnerWords {
  /** One or two sentences. */
  says: string;
  /** Why each other row is stale; empty where that is undecided. */
  stale: { place: number; says: string }[];
}

/** From the stored, perhaps masked rows; null: the key was not explained. Pure. In: which row the key keeps. */
export function sayWinner(
  { rows, rowCount, verdict }: Pick<SampledKey, "rows" | "rowCount" | "verdict">,
  keep: KeyKeep,
): WinnerWords | null {
  if (!verdict) return null;
  const { cause, winner, winnerBy, tied, rowsSeen } = verdict;
  if (cause === "by_design") return { says: "Every row may be right: this key promises nothing, so no row is stale.", stale: [] };
  const among =
    rowsSeen < rowCount ? ` ${formatCount(rowsSeen)} of ${formatCount(rowCount)} rows were read, so it is the winner among these.` : "";
  const right = winner === null ? undefined : rows[winner];
  if (winner === null) return { says: sayTied(rows, tied), stale: [] };
  // More rows were looked at than are kept.
  if (right === undefined) return { says: `The right row is not among those that are kept.${among}`, stale: [] };
  const stale = rows.flatMap((row, place) => (place === winner ? [] : [{ place, says: sayStale({ row, right, winner, winnerBy, keep }) }]));
  return { says: `Row ${winner + 1} is right: ${sayRight(right, winnerBy, keep)}.${sayGone(right, keep)}${among}`, stale };
}

/** That the latest row of a key is the word of its end; empty: it is not, or that is not known. */
function sayGone({ evidence }: SampleRow, keep: KeyKeep): string {
  if (keep !== "last" || evidence === undefined) return "";
  if (isDelete({ evidence }))
    return ` It says that the source deleted the row (op ${sayValue(evidence.op)}), so no row of this key should be left.`;
  return evidence.deleted === true ? " It is marked as deleted at the source, so no row of this key is current." : "";
}

function sayRight(row: SampleRow, by: WinnerRule, keep: KeyKeep): string {
  const { evidence } = row;
  const [late, great] = keep === "last" ? ["latest", "greatest"] : ["earliest", "least"];
  switch (by) {
    case "only_streamed":
      return keep === "last"
        ? `it came from the stream (op ${sayValue(evidence?.op ?? null)}), and a streamed change outranks a snapshot read`
        : "it is the snapshot read, which comes before streamed changes, and this key keeps the first row";
    case "log_position":
      return `its log position, ${sayPosition(row)}, is the ${great}`;
    case "source_time":
      return `its source time, ${sayNanoseconds(evidence?.sourceTime ?? null)}, is the ${late}`;
    case "event_time":
      return `its event time, ${sayNanoseconds(evidence?.eventTime ?? null)}, is the ${late}`;
    case "offset":
      return `its times equal the others', and its offset, ${sayValue(row.offset)}, is the ${great} of its partition`;
    case "partition":
      return `its times and offset equal the others', and its Kafka partition, ${sayValue(row.partition)}, is the ${great}`;
    case "undecided":
      return "nothing contradicts it";
  }
}

/** What the right row has and this one has not, where what they have may be seen. */
function sayStale(of: { row: SampleRow; right: SampleRow; winner: number; winnerBy: WinnerRule; keep: KeyKeep }): string {
  const { row, right, winner, keep } = of;
  const rule = ruleBetween(of);
  const other = `row ${winner + 1}`;
  const [later, greater] = keep === "last" ? ["later", "greater"] : ["earlier", "lesser"];
  switch (rule) {
    case "only_streamed":
      return keep === "last"
        ? `Stale: it is a snapshot read, and ${other} was streamed.`
        : `Stale: it was streamed, and ${other} is the snapshot read before it.`;
    case "log_position":
      return `Stale: its log position is ${sayPosition(row)}, and that of ${other} is ${greater}, ${sayPosition(right)}.`;
    case "source_time":
      return `Stale: its source time is ${sayNanoseconds(row.evidence?.sourceTime ?? null)}, and that of ${other} is ${later}.`;
    case "event_time":
      return `Stale: its event time is ${sayNanoseconds(row.evidence?.eventTime ?? null)}, and that of ${other} is ${later}.`;
    case "offset":
      return `Stale: its offset is ${sayValue(row.offset)}, and that of ${other} in the same partition is ${greater}.`;
    case "partition":
      return `Stale: its Kafka partition is ${sayValue(row.partition)}, and that of ${other} is ${greater}.`;
    case null:
      return `Stale: ${other} goes before it.`;
  }
}

/** By which rule the right row beats this one; null: what would tell is masked. */
function ruleBetween({
  row,
  right,
  winnerBy,
  keep,
}: {
  row: SampleRow;
  right: SampleRow;
  winnerBy: WinnerRule;
  keep: KeyKeep;
}): Exclude<WinnerRule, "undecided"> | null {
  const pair = [row, right].filter((one): one is EvidentRow => one.evidence !== undefined);
  if (pair.length < 2 || pair.some(hidesOrder)) return winnerBy === "undecided" ? null : winnerBy;
  const byLog = winnerBy === "only_streamed" || winnerBy === "log_position" || winnerBy === "source_time";
  const [asLog, asState] = [true, false].map((cdc) => findWinner(pair, { keep, cdc }));
  // Stored rows do not say whether CDC's order was asked for, but where it decided it was.
  const found = byLog || asLog?.winner === 1 ? asLog : asState;
  return found?.winner === 1 && found.winnerBy !== "undecided" ? found.winnerBy : null;
}

function hidesOrder({ offset, partition, topic, evidence }: EvidentRow): boolean {
  const { op, lsn, sourceTime, eventTime } = evidence;
  return [offset, partition, topic, op, ...lsn, sourceTime, eventTime].some((value) => value !== null && isMasked(value));
}

function sayPosition({ evidence }: SampleRow): string {
  return evidence === undefined || evidence.lsn.length === 0 ? "NULL" : evidence.lsn.map(sayValue).join(" / ");
}

function sayTied(rows: readonly SampleRow[], tied: readonly number[]): string {
  const topics = new Set(tied.flatMap((place) => rows[place]?.topic ?? []));
  const between = tied.length === 0 ? "" : ` between ${sayRows(tied)}`;
  const one = sayOne(tied.flatMap((place) => rows[place] ?? []));
  const why =
    one ??
    (topics.size > 1
      ? `They come from topics ${joinWords([...topics].map(sayValue))} with equal times, and offsets of two topics cannot be compared.`
      : "They agree in all that may be compared: times, log position, offset and partition.");
  return capital(`which row is right is undecided${between}. ${why}`);
}

/** That tied rows are one and the same, so that any of them may stay; null: they are not, or that is not known. */
function sayOne(rows: readonly SampleRow[]): string | null {
  type Texts = readonly (string | null | undefined)[];
  const isOne = (read: (row: SampleRow) => Texts): boolean =>
    rows.length > 1 && new Set(rows.map((row) => JSON.stringify(read(row)))).size === 1;
  const isKnown = (texts: Texts): boolean => texts.every((text) => text != null && !isMasked(text));
  const [first] = rows;
  if (isKnown([first?.file, first?.position]) && isOne(({ file, position }) => [file, position]))
    return "They are one stored row, which the table lists more than once: any of them may stay.";
  const record = ({ topic, partition, offset, keyBytesHex, evidence }: SampleRow): Texts => [
    topic,
    partition,
    offset,
    keyBytesHex,
    evidence?.kafkaTimestamp,
  ];
  if (isKnown([first?.partition, first?.offset]) && isOne(record))
    return "They are one Kafka record, written more than once: any of them may stay.";
  return null;
}
