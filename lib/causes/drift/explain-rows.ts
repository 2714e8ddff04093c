import { bestSegment } from "#lib/causes/drift/best-segment.ts";
import type { Client, FoundClient } from "#lib/causes/drift/discover.ts";
import type { OrderedRows } from "#lib/causes/drift/drift-rows.ts";
import type { Era } from "#lib/causes/drift/eras.ts";
import { PARTITIONERS } from "#lib/drift-names.ts";

/** Rows of one client over one count, by their numbers, ascending. */
export interface ExplainedRows extends Client {
  rows: number[];
}

/** What a client of the topic may be found by within an era: it is known, only whether it sent rows in this time is asked. */
const CHANCE_MAX = 0.05;
/** Clients learn of new partitions with their metadata, every five minutes unless told otherwise. */
const METADATA_MICROSECONDS = 15 * 60 * 1_000_000;

/**
 * Says of every row which client explains it, if any does. In: the found clients, and the eras of the topic's counts. Out: one entry a client and
 * era, without those that explain nothing; and the rows that are left. A row that two clients explain at its time goes to them by their shares. Pure.
 */
export function explainRows(
  rows: OrderedRows,
  clients: readonly FoundClient[],
  eras: readonly Era[],
): { explained: ExplainedRows[]; rest: number[] } {
  const taken = new Uint8Array(rows.count);
  const explained = eras.flatMap((era) => explainEra(rows, clients, era, taken));
  for (const client of clients) addOutside(rows, client, explained, taken);
  addLate(rows, explained, taken);
  const rest = Array.from({ length: rows.count }, (_, row) => row).filter((row) => taken[row] === 0);
  return {
    explained: explained.filter((one) => one.rows.length > 0).map((one) => ({ ...one, rows: one.rows.toSorted((a, b) => a - b) })),
    rest,
  };
}

function fits(rows: OrderedRows, { partitioner, partitionCount }: Client, row: number): boolean {
  return (rows.hashes[PARTITIONERS.indexOf(partitioner)]?.[row] ?? 0) % partitionCount === rows.partition[row];
}

function explainEra(rows: OrderedRows, clients: readonly FoundClient[], era: Era, taken: Uint8Array): ExplainedRows[] {
  const numbers = Array.from({ length: era.to - era.from + 1 }, (_, index) => era.from + index);
  const partitioners = [...new Set(clients.map(({ partitioner }) => partitioner))];
  const candidates = partitioners.map((partitioner) => {
    const client = { partitioner, partitionCount: era.partitionCount };
    return { ...client, rows: numbers.filter((row) => fits(rows, client, row)) };
  });
  candidates.sort((a, b) => b.rows.length - a.rows.length);
  const explained: ExplainedRows[] = [];
  for (const candidate of candidates) {
    const open = numbers.filter((row) => taken[row] === 0);
    const own = within(candidate, open, candidate.rows, isFoundIn(clients, candidate, era));
    if (own === null) continue;
    const shared = candidate.rows.filter((row) => taken[row] === 1 && row >= (own[0] ?? 0) && row <= (own.at(-1) ?? -1));
    for (const row of own) taken[row] = 1;
    explained.push({ ...candidate, rows: [...own, ...shareOut(shared, own, explained)] });
  }
  return explained;
}

function isFoundIn(clients: readonly FoundClient[], { partitioner, partitionCount }: Client, { from, to }: Era): boolean {
  return clients.some(
    (one) => one.partitioner === partitioner && one.partitionCount === partitionCount && one.from <= to && one.to >= from,
  );
}

/** The rows of `matching` that are open and lie in the stretch in which they are least by chance; null: chance would do, and it is not `proven`. */
function within(client: Client, open: readonly number[], matching: readonly number[], proven: boolean): number[] | null {
  const places = new Map(open.map((row, place) => [row, place]));
  const renumbered = matching.flatMap((row) => places.get(row) ?? []);
  const segment = renumbered.length === 0 ? null : bestSegment(renumbered, open.length, client.partitionCount);
  if (segment === null || (!proven && segment.gain + Math.log(CHANCE_MAX) <= 0)) return null;
  return renumbered.filter((place) => place >= segment.from && place <= segment.to).flatMap((place) => open[place] ?? []);
}

/** Takes from earlier clients, of the rows that both explain, the part that the client has of the rows of its time: evenly, so that it is the same each time. */
function shareOut(shared: readonly number[], own: readonly number[], earlier: readonly ExplainedRows[]): number[] {
  if (shared.length === 0) return [];
  const [first, last] = [own[0] ?? 0, own.at(-1) ?? 0];
  const mine = new Set<number>();
  const others = earlier.reduce((sum, one) => sum + one.rows.filter((row) => row >= first && row <= last).length, 0) - shared.length;
  const share = own.length / Math.max(1, own.length + others);
  for (const [index, row] of shared.entries()) if (Math.floor((index + 1) * share) > Math.floor(index * share)) mine.add(row);
  for (const one of earlier) one.rows = one.rows.filter((row) => !mine.has(row));
  return [...mine];
}

/** Rows of a found client at a time when the topic had another count: backfills with old times, or several topics taken for one. */
function addOutside(rows: OrderedRows, client: FoundClient, explained: ExplainedRows[], taken: Uint8Array): void {
  const open = Array.from({ length: rows.count }, (_, row) => row).filter((row) => taken[row] === 0);
  const own = within(
    client,
    open,
    open.filter((row) => fits(rows, client, row)),
    false,
  );
  if (own !== null) add(client, own, explained, taken);
}

/** Rows by the count before, while clients had not heard of the new one. */
function addLate(rows: OrderedRows, explained: ExplainedRows[], taken: Uint8Array): void {
  for (const one of explained) {
    const end = (rows.at[Math.max(...one.rows)] ?? 0) + METADATA_MICROSECONDS;
    for (let row = Math.max(...one.rows) + 1; row < rows.count && (rows.at[row] ?? 0) <= end; row++) {
      if (taken[row] === 0 && fits(rows, one, row)) add(one, [row], explained, taken);
    }
  }
}

function add(client: Client, own: readonly number[], explained: ExplainedRows[], taken: Uint8Array): void {
  for (const row of own) taken[row] = 1;
  const same = explained.find((one) => one.partitioner === client.partitioner && one.partitionCount === client.partitionCount);
  if (same) same.rows.push(...own);
  else explained.push({ partitioner: client.partitioner, partitionCount: client.partitionCount, rows: [...own] });
}
