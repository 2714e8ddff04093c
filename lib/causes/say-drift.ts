import { isApart, isGiven } from "#lib/causes/drift/unexplained.ts";
import { PARTITIONER_DECLARATIONS } from "#lib/causes/partitioners/registry.ts";
import type { DriftTopic, DriftWindow } from "#lib/iceberg/contract-causes.ts";
import type { DriftLabel, Partitioner } from "#lib/drift-names.ts";
import { formatInstant } from "#lib/time.ts";
import { formatCount } from "#lib/units.ts";
import { capital, joinWords } from "#lib/words.ts";

/** Of one key, a sentence. */
export const DRIFT_LABEL_SENTENCES: Readonly<Record<DriftLabel, string>> = {
  topic_recreated:
    "One client explains all of its partitions, by the numbers of partitions that the topic had before and after it was created again.",
  count_raised: "One client explains all of its partitions, by the numbers of partitions that the topic had at the times of the rows.",
  another_client: "Two clients that choose partitions in different ways sent it.",
  explicit:
    "A row is in a partition that no known partitioner would choose, like many of the topic's rows at that time: the producer set the partition, or the client uses a rule of its own.",
  unexplained: "A row is in a partition that none of the partitioners found would choose at that time.",
};

type Explaining = DriftWindow & { partitioner: Partitioner };

const isExplaining = (window: DriftWindow): window is Explaining => window.partitioner !== null;
const labelOf = (partitioner: Partitioner): string => PARTITIONER_DECLARATIONS[partitioner].label;

/** A share in per cent, as exact as the rows of a sample allow: `23 %`, `0.4 %`. */
function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (100 * part) / whole;
  if (part < whole && share > 99.5) return "almost 100 %";
  return share < 1 ? `${Math.max(0.1, share).toFixed(1)} %` : `${Math.round(share)} %`;
}

/** What a topic's windows say, each a sentence. In: the reader's zone. Pure. */
export function sayDriftTopic(topic: DriftTopic, zone: string): string[] {
  const explaining = topic.windows.filter(isExplaining);
  const rowsOf = Map.groupBy(explaining, ({ partitioner }) => partitioner);
  const [main, ...others] = [...rowsOf].toSorted(([, a], [, b]) => sumRows(b) - sumRows(a));
  return [
    ...(main ? [sayCounts(main[0], main[1], topic, zone)] : []),
    ...others.flatMap(([partitioner, windows]) => sayClient(partitioner, windows, topic, zone)),
    ...topic.windows.filter((window) => !isExplaining(window)).map((window) => sayUnexplained(window, topic, zone)),
    ...sayAlone(topic),
  ];
}

function sumRows(windows: readonly DriftWindow[]): number {
  return windows.reduce((sum, { rows }) => sum + rows, 0);
}

/** With the year, whatever the year is now: a topic may have changed long before. */
const instant = (at: string, zone: string): string => formatInstant(new Date(at), zone, new Date(0));

/** `Until Thu 12 Mar 2026, 09:14 murmur2 over 6, since then over 12.` */
function sayCounts(
  partitioner: Partitioner,
  windows: readonly DriftWindow[],
  { sampledRows, labels }: Pick<DriftTopic, "sampledRows" | "labels">,
  zone: string,
): string {
  const name = labelOf(partitioner);
  const [first, ...later] = windows;
  if (later.length === 0)
    return `${begin(name)} over ${sayPartitions(first)} explains ${formatCount(first?.rows ?? 0)} of the ${formatCount(sampledRows)} rows sampled.`;
  if (first?.firstAt === null && new Set(windows.map(({ firstSnapshotId }) => firstSnapshotId)).size < windows.length) {
    const counts = [...new Set(windows.map(({ partitionCount }) => partitionCount))].toSorted((a, b) => a - b);
    return `${begin(name)} over ${joinWords(counts.map(String))} partitions, in an order that the rows' commits do not tell.`;
  }
  const last = later.at(-1);
  const until = windows.slice(0, -1).map((window, index) => {
    const when = window.lastAt === null ? (index === 0 ? "first" : "then") : `until ${instant(window.lastAt, zone)}`;
    return `${when} ${index === 0 ? `${name} over` : "over"} ${window.partitionCount}`;
  });
  const since = `${last?.lastAt === null ? "then" : "since then"} over ${last?.partitionCount}`;
  const lower = windows.some((window, index) => window.partitionCount < (windows[index - 1]?.partitionCount ?? 0));
  const why = labels.includes("topic_recreated")
    ? ": offsets start again at 0, so the topic was recreated"
    : lower
      ? ": the count fell, so the topic was created again, or times are not those of sending"
      : "";
  return `${begin([...until, since].join(", "))}${why}.`;
}

function sayPartitions(window: DriftWindow | undefined): string {
  return `${window?.partitionCount} ${window?.partitionCount === 1 ? "partition" : "partitions"}`;
}

/** `23 % of rows by CRC32: a librdkafka producer.` */
function sayClient(partitioner: Partitioner, windows: readonly DriftWindow[], topic: DriftTopic, zone: string): string {
  const { label, client } = PARTITIONER_DECLARATIONS[partitioner];
  const inTime = windows.reduce((sum, { rowsInTime }) => sum + rowsInTime, 0);
  const throughout = inTime >= 0.95 * topic.sampledRows;
  const [from, to] = [windows[0]?.firstAt ?? null, windows.at(-1)?.lastAt ?? null];
  const when = throughout || from === null || to === null ? "" : ` between ${instant(from, zone)} and ${instant(to, zone)}`;
  return `${percent(sumRows(windows), throughout ? topic.sampledRows : inTime)} of rows${when} by ${label}: a ${client} producer.`;
}

/** `No partitioner explains 27 rows between … and …: partitions were given explicitly.` */
function sayUnexplained(window: DriftWindow, topic: DriftTopic, zone: string): string {
  const { firstAt, lastAt, rows, rowsInTime } = window;
  const when =
    firstAt === null || lastAt === null
      ? ""
      : firstAt === lastAt
        ? ` at ${instant(firstAt, zone)}`
        : ` between ${instant(firstAt, zone)} and ${instant(lastAt, zone)}`;
  const many = isGiven(rows, window.partitionCount, isApart(rows, { rowsInTime, rowsInAll: topic.sampledRows }));
  const given = topic.labels.includes("explicit") || !topic.labels.includes("unexplained");
  const why = !many
    ? "they are too few to tell why"
    : given
      ? "partitions were given explicitly, or by a rule of the client's own"
      : "they are of too few keys to tell why, or the column of Kafka keys holds decoded keys and not the bytes that were sent";
  return `No partitioner explains ${formatCount(rows)} ${rows === 1 ? "row" : "rows"}${when}: ${why}.`;
}

/** Rows that lie alone, in no window. */
function sayAlone({ strip, windows, labels }: DriftTopic): string[] {
  const alone = strip.reduce((sum, { rows }) => sum + (rows[windows.length] ?? 0), 0);
  if (alone === 0 || labels.length === 0) return [];
  return [
    `${formatCount(alone)} ${alone === 1 ? "row is" : "rows are"} where no partitioner puts ${alone === 1 ? "its key" : "their keys"}.`,
  ];
}

/** What the sentences rest on. Pure. */
export function sayDriftSample({ sampledRows, rows }: DriftTopic): string {
  if (rows === null) return `From a sample of ${formatCount(sampledRows)} rows of its data files, from all over its commits.`;
  const looked = sampledRows === rows ? `all ${formatCount(rows)} rows` : `${formatCount(sampledRows)} of the ${formatCount(rows)} rows`;
  return `From ${looked} with key bytes and a partition in its data files.`;
}

/** Fewer keys may go the same way by chance. */
const MOVED_MIN = 5;

/** Where the drifted keys went, where one rule tells it; null: none does, or too few drifted. Pure. */
export function sayMoves(moves: DriftTopic["moves"]): string | null {
  const keys = moves.reduce((sum, move) => sum + move.keys, 0);
  const byStep = Map.groupBy(moves, ({ from, to }) => to - from);
  const steps = [...byStep].map(([step, own]) => ({ step, keys: own.reduce((sum, move) => sum + move.keys, 0) }));
  const [most] = steps.toSorted((a, b) => b.keys - a.keys);
  if (most === undefined || keys < MOVED_MIN || most.step <= 0 || most.keys < keys * 0.9) return null;
  const rule = `from partition p to p + ${most.step}`;
  return most.keys === keys
    ? `Every one of the ${formatCount(keys)} went ${rule}, and none elsewhere.`
    : `${formatCount(most.keys)} of ${formatCount(keys)} went ${rule}.`;
}

/** How well a window fits: when, which client over how many partitions, and its share of the rows of its time. Pure. */
export function viewFit(window: DriftWindow): { client: string; share: string; from: string | null; to: string | null } {
  const { partitioner, partitionCount, rows, rowsInTime, firstAt, lastAt } = window;
  const client = partitioner === null ? "no partitioner" : `${labelOf(partitioner)} mod ${partitionCount}`;
  return { client, share: percent(rows, rowsInTime), from: firstAt, to: lastAt };
}

function begin(sentence: string): string {
  // The name of a partitioner stays as it is.
  return sentence.startsWith("murmur2") ? sentence : capital(sentence);
}
