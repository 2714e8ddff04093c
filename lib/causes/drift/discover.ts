import { bestSegment } from "#lib/causes/drift/best-segment.ts";
import type { OrderedRows } from "#lib/causes/drift/drift-rows.ts";
import { PARTITIONERS, type Partitioner } from "#lib/drift-names.ts";

/** A partitioner over a number of partitions. */
export interface Client {
  partitioner: Partitioner;
  partitionCount: number;
}

/** A client that explains rows better than chance, and the first and last of these. */
export interface FoundClient extends Client {
  from: number;
  to: number;
}

/** At most this is the probability that anything is found in a topic whose partitions have nothing to do with the hashes of its keys. */
const CHANCE_MAX = 0.01;
/** The same for a partitioner that the topic, or another of the table, is known to have: only its count is asked. */
const CHANCE_MAX_KNOWN = 0.05;
/** The same where it is certain that the count was raised, and the rows only say to what. */
const CHANCE_MAX_RAISED = 0.15;
const CLIENTS_MAX = 10;
/** Some thousand keys prove what can be proven; with thousands of partitions fewer, for the sake of time. */
const PROVING_MAX = 6000;
const REMAINDERS_MAX = 30_000_000;

/** Beyond the greatest partition seen: counts that are looked at. */
const countsMax = (partitionMax: number): number => 2 * partitionMax + 64;

interface Candidate extends Client {
  /** Rows that it explains, ascending. */
  matching: Int32Array;
}

/** Every partitioner over every count, with the rows of `proving` that it explains. */
function candidatesOf(rows: OrderedRows, proving: Int32Array): Candidate[] {
  return PARTITIONERS.flatMap((partitioner, index) => {
    const hashes = rows.hashes[index] ?? new Uint32Array();
    return Array.from({ length: countsMax(rows.partitionMax) - 1 }, (_, at) => {
      const partitionCount = at + 2;
      const matching: number[] = [];
      for (const row of proving) if ((hashes[row] ?? 0) % partitionCount === rows.partition[row]) matching.push(row);
      return { partitioner, partitionCount, matching: Int32Array.from(matching) };
    });
  });
}

/** Rows by which clients are found: the first of a key in a partition, since others prove nothing, and of very many only some, evenly. */
function provingRows(rows: OrderedRows): Int32Array {
  const proving = Int32Array.from({ length: rows.count }, (_, row) => row).filter((row) => rows.first[row] === 1);
  const max = Math.min(PROVING_MAX, Math.floor(REMAINDERS_MAX / (PARTITIONERS.length * countsMax(rows.partitionMax))));
  const stride = Math.ceil(proving.length / max);
  return stride <= 1 ? proving : proving.filter((_, place) => place % stride === 0);
}

/**
 * What a count costs that is believed beforehand with the probability 1/(d(d + 1)), where d is how far it lies beyond the greatest partition
 * of the stretch: 1 is the least count that there can be. One below it cannot be, unless times are not those of sending.
 */
function countCost(partitionCount: number, partitionMax: number): number {
  const beyond = partitionCount - partitionMax;
  return beyond >= 1 ? Math.log((beyond * (beyond + 1)) / 0.9) : Math.log(Math.max(1, partitionMax) / 0.1);
}

/** Sees no rows but those that no client explains yet, renumbered. */
class Unexplained {
  readonly #rows: OrderedRows;
  readonly #open: Uint8Array;
  #numbers: Int32Array;
  #places: Int32Array;

  constructor(rows: OrderedRows, proving: Int32Array) {
    this.#rows = rows;
    this.#open = new Uint8Array(rows.count);
    for (const row of proving) this.#open[row] = 1;
    [this.#numbers, this.#places] = this.#renumber();
  }

  /** The least number of partitions that the topic has. */
  get partitions(): number {
    return this.#rows.partitionMax + 1;
  }

  get count(): number {
    return this.#numbers.length;
  }

  /** The rows as they are numbered here. */
  renumbered(matching: Int32Array): number[] {
    const numbers: number[] = [];
    for (const row of matching) if (this.#open[row] === 1) numbers.push(this.#places[row] ?? 0);
    return numbers;
  }

  rowAt(number: number): number {
    return this.#numbers[number] ?? 0;
  }

  partitionMax(from: number, to: number): number {
    let max = 0;
    for (let number = from; number <= to; number++) max = Math.max(max, this.#rows.partition[this.#numbers[number] ?? 0] ?? 0);
    return max;
  }

  explain({ matching }: Candidate, from: number, to: number): void {
    for (const row of matching) if (row >= from && row <= to) this.#open[row] = 0;
    [this.#numbers, this.#places] = this.#renumber();
  }

  #renumber(): [Int32Array, Int32Array] {
    const places = new Int32Array(this.#rows.count);
    const numbers: number[] = [];
    for (let row = 0; row < this.#rows.count; row++) {
      if (this.#open[row] !== 1) continue;
      places[row] = numbers.length;
      numbers.push(row);
    }
    return [Int32Array.from(numbers), places];
  }
}

interface Judged {
  candidate: Candidate;
  from: number;
  to: number;
  /** Above 0: less likely by chance than the criterion allows. */
  margin: number;
  /**
   * By what candidates are ranked: how likely the partitions are under each, against one and the same chance. Where rows fit over 6 partitions
   * and over 12 alike, the least count is the likelier one, though it fits by chance more often.
   */
  rank: number;
}

/**
 * Clients that explain rows of one topic better than chance, the best first; each sees only rows that those before it do not explain.
 *
 * The criterion. Were the partitions given without regard to the hashes of the keys, each of K keys would lie where a candidate over N partitions
 * says with a probability of 1/N. A candidate is believed when the likelihood of its rows under it, over that by chance, is above 1/CHANCE_MAX
 * times the weight of all that was chosen among: partitioners, counts (least first), stretches of time, shares of the rows. By Markov's inequality
 * a topic of random partitions has a client found in it with a probability of at most CHANCE_MAX, 1 %; in simulations it is far rarer.
 * Each key counts once for a partition, so that one key with many rows proves nothing. `known`: partitioners that other topics are known to have.
 * A partitioner that the topic has is asked for its count alone, at 5 %; where later rows lie in partitions that it could not have given, that the
 * count was raised is certain, and to what is asked at 15 %. Pure.
 */
export function discoverClients(rows: OrderedRows, known: readonly Partitioner[] = []): FoundClient[] {
  const proving = provingRows(rows);
  const candidates = candidatesOf(rows, proving);
  const open = new Unexplained(rows, proving);
  const found: FoundClient[] = [];
  while (found.length < CLIENTS_MAX && open.count > 0) {
    const best = bestCandidate(candidates, open, found, known);
    if (best === null) break;
    const [from, to] = [open.rowAt(best.from), open.rowAt(best.to)];
    const { partitioner, partitionCount } = best.candidate;
    found.push({ partitioner, partitionCount, from, to });
    open.explain(best.candidate, from, to);
  }
  return [...onePartition(rows, found), ...found];
}

const ONE_PARTITION_ROWS_MIN = 3;

/** Over one partition all partitioners say the same, and chance too: a topic began with one where all rows before its first client lie in the first. */
function onePartition(rows: OrderedRows, found: readonly FoundClient[]): FoundClient[] {
  const [first] = found.toSorted((a, b) => a.from - b.from);
  if (first === undefined) return [];
  const other = rows.partition.findIndex((partition) => partition > 0);
  const keys = new Set(rows.rows.slice(0, Math.max(0, other)).map(({ keyBytesHex }) => keyBytesHex));
  const { partitioner, partitionCount } = first;
  // As many rows may well lie there by the count of the client itself.
  if (keys.size < ONE_PARTITION_ROWS_MIN || keys.size * Math.log(partitionCount) < -Math.log(CHANCE_MAX)) return [];
  return [{ partitioner, partitionCount: 1, from: 0, to: other - 1 }];
}

function bestCandidate(
  candidates: readonly Candidate[],
  open: Unexplained,
  found: readonly FoundClient[],
  known: readonly Partitioner[],
): Judged | null {
  let best: Judged | null = null;
  for (const candidate of candidates) {
    const judged = judge(candidate, open, found, known);
    if (judged !== null && judged.margin > 0 && (best === null || judged.rank > best.rank)) best = judged;
  }
  return best;
}

function judge(candidate: Candidate, open: Unexplained, found: readonly FoundClient[], known: readonly Partitioner[]): Judged | null {
  const matching = open.renumbered(candidate.matching);
  if (matching.length < 2) return null;
  const { partitioner, partitionCount } = candidate;
  const here = found.filter((client) => client.partitioner === partitioner);
  const segment = bestSegment(matching, open.count, partitionCount);
  if (segment === null) return null;
  const gain = segment.gain - countCost(partitionCount, open.partitionMax(segment.from, segment.to));
  const isKnown = here.length > 0 || known.includes(partitioner);
  const margin = gain + Math.log(isKnown ? CHANCE_MAX_KNOWN / 2 : CHANCE_MAX / 2) - (isKnown ? 0 : Math.log(PARTITIONERS.length));
  const judged = {
    candidate,
    from: segment.from,
    to: segment.to,
    margin,
    rank: gain - segment.matches * Math.log(partitionCount / open.partitions),
  };
  return margin > 0 ? judged : (raised(candidate, matching, open, here) ?? judged);
}

/**
 * The count of a known partitioner was raised beyond doubt where the rows after its last lie in partitions that it could not have given. Then
 * the stretch is not chosen: all of them, and each has to match.
 */
function raised(
  { partitionCount, ...candidate }: Candidate,
  matching: readonly number[],
  open: Unexplained,
  here: readonly FoundClient[],
): Judged | null {
  const last = here.toSorted((a, b) => b.partitionCount - a.partitionCount)[0];
  if (last === undefined || partitionCount <= last.partitionCount) return null;
  let from = open.count;
  while (from > 0 && open.rowAt(from - 1) > last.to) from--;
  const length = open.count - from;
  if (length < 2 || matching.filter((number) => number >= from).length < length) return null;
  const max = open.partitionMax(from, open.count - 1);
  if (max < last.partitionCount) return null;
  const gain = length * Math.log(partitionCount) - countCost(partitionCount, max);
  return {
    candidate: { ...candidate, partitionCount },
    from,
    to: open.count - 1,
    margin: gain + Math.log(CHANCE_MAX_RAISED),
    rank: gain - length * Math.log(partitionCount / open.partitions),
  };
}
