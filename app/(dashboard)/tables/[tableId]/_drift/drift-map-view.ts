import type { DriftTopic } from "#lib/iceberg/contract-causes.ts";

/** Partitions that have a line of their own each way; of more, so many lie in one. */
const LINES_MAX = 64;
/** Depths of the ordered color; 0 is no key. */
const DEPTHS = 3;

export interface MapCell {
  row: number;
  column: number;
  keys: number;
  /** 1 to 3, by the cell's part of the largest one. */
  depth: number;
  /** For hover and for the table: `4 → 10`, of several partitions `0–15 → 16–31`. */
  name: string;
}

export interface DriftMapView {
  /** Old partitions from the top, new ones from the left; as they are labelled. */
  rows: { label: string; keys: number }[];
  columns: { label: string; isNew: boolean }[];
  cells: MapCell[];
  /** Partitions in a line. */
  bucket: number;
  /** The first column that the lowest count did not have; null: all had been there. */
  newFrom: number | null;
  keys: number;
}

/**
 * The matrix of old and new partitions. null: no key drifted. Of more than 64 partitions equally many neighbours share a line. A partition is new
 * where the topic's first count did not have it. Pure.
 */
export function viewDriftMap({ moves, windows }: Pick<DriftTopic, "moves" | "windows">): DriftMapView | null {
  if (moves.length === 0) return null;
  const counts = windows.flatMap(({ partitioner, partitionCount }) => (partitioner === null ? [] : partitionCount));
  const first = counts.length > 0 ? Math.min(...counts) : null;
  const newMax = Math.max(...counts, ...moves.map(({ from, to }) => 1 + Math.max(from, to)));
  const oldMax = Math.max(...moves.map(({ from }) => from + 1), ...(first === null ? [] : [first]));
  const bucket = Math.ceil(newMax / LINES_MAX);
  const label = (line: number): string => (bucket === 1 ? String(line) : `${line * bucket}–${(line + 1) * bucket - 1}`);
  const cells = addUp(moves, bucket).map((cell) => ({ ...cell, name: `${label(cell.row)} → ${label(cell.column)}` }));
  const isRaised = first !== null && first < newMax;
  return {
    rows: lines(oldMax, bucket).map((line) => ({
      label: label(line),
      keys: cells.filter(({ row }) => row === line).reduce((sum, { keys }) => sum + keys, 0),
    })),
    columns: lines(newMax, bucket).map((line) => ({ label: label(line), isNew: isRaised && line * bucket >= first })),
    cells,
    bucket,
    newFrom: isRaised && first % bucket === 0 ? first / bucket : null,
    keys: moves.reduce((sum, { keys }) => sum + keys, 0),
  };
}

function lines(partitions: number, bucket: number): number[] {
  return Array.from({ length: Math.ceil(partitions / bucket) }, (_, line) => line);
}

function addUp(moves: DriftTopic["moves"], bucket: number): Omit<MapCell, "name">[] {
  const cells = new Map<string, Omit<MapCell, "name">>();
  for (const { from, to, keys } of moves) {
    const [row, column] = [Math.floor(from / bucket), Math.floor(to / bucket)];
    const cell = cells.get(`${row} ${column}`) ?? { row, column, keys: 0, depth: 1 };
    cell.keys += keys;
    cells.set(`${row} ${column}`, cell);
  }
  const most = Math.max(...[...cells.values()].map(({ keys }) => keys));
  return [...cells.values()]
    .map((cell) => ({ ...cell, depth: Math.max(1, Math.ceil((DEPTHS * cell.keys) / most)) }))
    .toSorted((a, b) => a.row - b.row || a.column - b.column);
}
