/** What is to be named on a lane above charts. `x` in pixels. */
export interface LaneItem {
  id: string;
  x: number;
  label: string;
  /** Lower goes first where there is not room for all. */
  rank: number;
}

export interface PlacedLabel {
  id: string;
  x: number;
  /** From 0, the top. */
  row: number;
  side: "left" | "right";
}

/** Items that got no room, under one number each; near ones share one. */
export interface LaneNumber {
  /** From 1, left to right. */
  number: number;
  x: number;
  ids: string[];
}

const CHAR_WIDTH = 6.1;
const GAP = 5;
const NUMBER_WIDTH = 20;

/**
 * Places labels right or left of their lines on up to `rows` rows, so that none covers another or leaves the lane; what has no room becomes a number.
 * `rows` 0: all are numbers. The same input gives the same places. Pure.
 */
export function placeLabels(
  items: readonly LaneItem[],
  { width, left, rows }: { width: number; left: number; rows: number },
): { labels: PlacedLabel[]; numbers: LaneNumber[] } {
  const taken: [number, number][][] = Array.from({ length: rows }, () => []);
  const labels: PlacedLabel[] = [];
  const rest: LaneItem[] = [];
  for (const item of items.toSorted((a, b) => a.rank - b.rank || b.x - a.x)) {
    const length = item.label.length * CHAR_WIDTH + GAP;
    const place = findPlace(
      taken,
      [
        { side: "right", from: item.x, to: item.x + length },
        { side: "left", from: item.x - length, to: item.x },
      ],
      { left, width },
    );
    if (place === null) rest.push(item);
    else {
      taken[place.row]?.push([place.from, place.to]);
      labels.push({ id: item.id, x: item.x, row: place.row, side: place.side });
    }
  }
  return { labels, numbers: numberOff(rest) };
}

interface Place {
  side: "left" | "right";
  from: number;
  to: number;
}

function findPlace(
  taken: readonly (readonly [number, number][])[],
  places: readonly Place[],
  { left, width }: { left: number; width: number },
): (Place & { row: number }) | null {
  for (const [row, spans] of taken.entries()) {
    for (const place of places) {
      if (place.from < left || place.to > width) continue;
      if (spans.every(([from, to]) => place.to + GAP <= from || place.from - GAP >= to)) return { ...place, row };
    }
  }
  return null;
}

function numberOff(items: readonly LaneItem[]): LaneNumber[] {
  const numbers: LaneNumber[] = [];
  for (const { id, x } of items.toSorted((a, b) => a.x - b.x)) {
    const last = numbers.at(-1);
    if (last !== undefined && x - last.x < NUMBER_WIDTH) last.ids.push(id);
    else numbers.push({ number: numbers.length + 1, x, ids: [id] });
  }
  return numbers;
}
