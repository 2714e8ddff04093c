import type { DataFile } from "#lib/iceberg/plan/entries.ts";

/** Rows of a file that are looked at in one go; reading fewer costs no less. */
export const BAND_ROWS = 4096;

/** A stretch of a file's rows: positions from `from` to below `to`. */
export interface Band {
  file: number;
  from: number;
  to: number;
}

/** What is opened: a file costs what its first million rows cost, however few of them are read. */
const LIMITS = { rows: 8_000_000, fileRows: 1_000_000, files: 64, bands: 16 } as const;
/** A table of so few rows is read whole. */
const WHOLE_ROWS = 200_000;

/**
 * Which rows a drift sample reads: of a small table all; else stretches of files that lie all over its commits, one in two of a file that has
 * rows of drifted keys, there where it has most of them. The same for the same table. In: files as FILE counts them; stretches of drifted rows,
 * those with the most of each file first. Pure.
 */
export function chooseDriftBands(
  files: readonly DataFile[],
  drifted: readonly { file: number; band: number }[],
): { bands: Band[]; whole: boolean } {
  const rows = files.reduce((sum, { recordCount }) => sum + recordCount, 0);
  if (rows <= WHOLE_ROWS) return { bands: files.map(({ recordCount }, file) => ({ file, from: 0, to: recordCount })), whole: true };
  const byCommit = [...files.keys()].filter((file) => (files[file]?.recordCount ?? 0) > 0).toSorted((a, b) => compare(files[a], files[b]));
  const bandsOf = Map.groupBy(drifted, ({ file }) => file);
  const chosen = new Set(choose(files, scattered(byCommit), scattered(byCommit.filter((file) => bandsOf.has(file)))));
  const each = Math.max(1, Math.min(8, Math.floor(LIMITS.bands / chosen.size)));
  const bands = [...chosen]
    .toSorted((a, b) => a - b)
    .flatMap((file) => {
      const own = (bandsOf.get(file) ?? []).slice(0, Math.ceil(each / 2)).map(({ band }) => band);
      const all = Math.ceil((files[file]?.recordCount ?? 0) / BAND_ROWS);
      const spread = Array.from({ length: each }, (_, at) => Math.floor((at * all) / each));
      const distinct = [...new Set([...own, ...spread])].slice(0, each).toSorted((a, b) => a - b);
      return distinct.map((band) => ({ file, from: band * BAND_ROWS, to: (band + 1) * BAND_ROWS }));
    });
  return { bands, whole: false };
}

/** From both lists in turn, until enough is opened. */
function choose(files: readonly DataFile[], all: readonly number[], drifted: readonly number[]): number[] {
  const chosen = new Set<number>();
  let rows = 0;
  for (let at = 0; at < all.length && chosen.size < LIMITS.files && rows < LIMITS.rows; at++) {
    for (const file of [drifted[at], all[at]]) {
      if (file === undefined || chosen.has(file)) continue;
      chosen.add(file);
      rows += Math.min(files[file]?.recordCount ?? 0, LIMITS.fileRows);
    }
  }
  return [...chosen];
}

function compare(a: DataFile | undefined, b: DataFile | undefined): number {
  if (!a || !b) return 0;
  if (a.sequenceNumber !== b.sequenceNumber) return a.sequenceNumber < b.sequenceNumber ? -1 : 1;
  return a.path < b.path ? -1 : 1;
}

/** The middle of the list, then the middles of its halves, and so on: however few are taken, they lie all over it. */
function scattered(items: readonly number[]): number[] {
  const out: number[] = [];
  let spans: [number, number][] = [[0, items.length]];
  while (spans.length > 0) {
    const next: [number, number][] = [];
    for (const [from, to] of spans) {
      if (from >= to) continue;
      const middle = (from + to) >> 1;
      out.push(items[middle] ?? 0);
      next.push([from, middle], [middle + 1, to]);
    }
    spans = next;
  }
  return out;
}
