import { compareLogPositions } from "#lib/causes/log-position.ts";
import type { EvidentRow } from "#lib/causes/table-evidence.ts";
import type { KeyKeep, WinnerRule } from "#lib/names.ts";

export interface Winner {
  /** Its place in the rows; null: undecided. */
  winner: number | null;
  /** The rule that left this row alone. */
  winnerBy: WinnerRule;
  /** The rows between which it is undecided, by their places; empty when there is a winner. */
  tied: number[];
}

/**
 * The right row of a key. Rules are asked one after another, each of the rows that the last one left: of a CDC table whether the row was
 * streamed (op is not `r`), the log position, the source time; then of any the event time. Of the rows that are left an offset is compared
 * only within one (topic, partition), then a partition only within one topic: rows of two topics with equal times are tied. Pure.
 * In: whether CDC's own order is asked for. `first` keeps the earliest row by the same rules. A time or log position that is NULL never wins against one that is not;
 * an offset or partition that is NULL, or no whole number, decides nothing.
 */
export function findWinner(rows: readonly EvidentRow[], { keep, cdc }: { keep: KeyKeep; cdc: boolean }): Winner {
  let left = rows.map((row, place) => ({ row, place }));
  let winnerBy: WinnerRule = "undecided";
  for (const { rule, read, compare = compareNumbers, within } of cdc ? [...logRules(rows), ...RULES] : RULES) {
    const beats = (one: EvidentRow, other: EvidentRow): boolean => {
      if (within && !within(one, other)) return false;
      const [a, b] = [read(one), read(other)];
      if (a === null || b === null) return within === undefined && a !== null && b === null;
      const order = compare(a, b) ?? 0;
      return keep === "last" ? order > 0 : order < 0;
    };
    const kept = left.filter(({ row }) => !left.some((other) => beats(other.row, row)));
    if (kept.length < left.length) winnerBy = rule;
    left = kept;
  }
  const [first, ...others] = left;
  if (first === undefined || others.length > 0) return { winner: null, winnerBy: "undecided", tied: left.map(({ place }) => place) };
  return { winner: first.place, winnerBy, tied: [] };
}

/**
 * The place of the row that the other rows are held against where the winner is undecided too: of the tied ones that with the greatest data
 * sequence number, then file path, then position. Pure. At least one row.
 */
export function survivorOf(rows: readonly EvidentRow[], { winner, tied }: Winner): number {
  if (winner !== null) return winner;
  const later = (one: number, other: number): number => (isLaterPlaced(rows[other], rows[one]) ? other : one);
  return tied.length === 0 ? 0 : tied.reduce(later);
}

interface Rule {
  rule: WinnerRule;
  read: (row: EvidentRow) => string | null;
  /** Above 0: the first comes later. null: nothing is said. */
  compare?: (a: string, b: string) => number | null;
  /** Only rows that are so beside each other are compared. */
  within?: (one: EvidentRow, other: EvidentRow) => boolean;
}

const RULES: readonly Rule[] = [
  { rule: "event_time", read: ({ evidence }) => evidence.eventTime },
  {
    rule: "offset",
    read: ({ offset }) => wholeNumber(offset),
    within: (one, other) => {
      const partition = wholeNumber(one.partition);
      return one.topic === other.topic && partition !== null && partition === wholeNumber(other.partition);
    },
  },
  { rule: "partition", read: ({ partition }) => wholeNumber(partition), within: (one, other) => one.topic === other.topic },
];

function logRules(rows: readonly EvidentRow[]): Rule[] {
  const parts = Math.max(0, ...rows.map(({ evidence }) => evidence.lsn.length));
  const positions = Array.from({ length: parts }, (_, at): Rule => ({
    rule: "log_position",
    read: ({ evidence }) => evidence.lsn[at] ?? null,
    compare: compareLogPositions,
  }));
  const streamed: Rule = { rule: "only_streamed", read: ({ evidence }) => (evidence.op === "r" ? "0" : "1") };
  return [streamed, ...positions, { rule: "source_time", read: ({ evidence }) => evidence.sourceTime }];
}

/** Whether a record lies before another one in its partition; false where that is not known. Pure. */
export function isBefore(one: EvidentRow, other: EvidentRow): boolean {
  const partition = wholeNumber(one.partition);
  if (one.topic !== other.topic || partition === null || partition !== wholeNumber(other.partition)) return false;
  const [offset, another] = [wholeNumber(one.offset), wholeNumber(other.offset)];
  return offset !== null && another !== null && compareNumbers(offset, another) < 0;
}

/** A column of any type may be given as offset or partition; what is no whole number decides nothing, as NULL does not. */
function wholeNumber(text: string | null): string | null {
  const digits = text === null ? undefined : /^(-?\d{1,38})(?:\.0+)?$/.exec(text)?.[1];
  return digits === undefined ? null : String(BigInt(digits));
}

/** Whole numbers of any size, as text. */
function compareNumbers(a: string, b: string): number {
  const [one, other] = [BigInt(a), BigInt(b)];
  return one === other ? 0 : one > other ? 1 : -1;
}

function isLaterPlaced(one: EvidentRow | undefined, other: EvidentRow | undefined): boolean {
  const sequence = compareNumbers(one?.sequenceNumber ?? "-1", other?.sequenceNumber ?? "-1");
  if (sequence !== 0) return sequence > 0;
  if (one?.file !== other?.file) return (one?.file ?? "") > (other?.file ?? "");
  return compareNumbers(one?.position ?? "-1", other?.position ?? "-1") > 0;
}
