"use client";

import { useMemo, useState, type KeyboardEvent } from "react";
import type { ChartPoint } from "#lib/contracts/series.ts";
import { useBoardView } from "./board-view.client.tsx";

const DAY_MS = 24 * 3600 * 1000;

export interface Cursor {
  /** The place of the point that the read-out tells of; -1: there is none. */
  index: number;
  /** Somebody chose it; at rest it is the newest. */
  isChosen: boolean;
  hover: (at: number | null) => void;
  /** Pins it to the point nearest to a time in milliseconds. */
  pinAt: (at: number) => void;
  /** Moves by the keys of a chart. False: the key is not the cursor's. */
  press: (event: KeyboardEvent) => boolean;
}

/**
 * Which point the charts tell of: under the pointer, else where it was pinned, else the newest. A pinned one is in the address. `chosenAt`: where
 * it is at first when the address says nothing, ISO 8601.
 */
export function useCursor(points: readonly ChartPoint[], chosenAt: string | null): Cursor {
  const { at, change } = useBoardView();
  const [hovered, setHovered] = useState<number | null>(null);
  // Its own state, and only written to the address: that is read again after a while, and keys come faster.
  const [pinnedAt, setPinnedAt] = useState(() => Date.parse(at ?? chosenAt ?? ""));
  const pinned = useMemo(() => (Number.isNaN(pinnedAt) ? null : nearest(points, pinnedAt)), [points, pinnedAt]);
  const under = hovered === null ? null : nearest(points, hovered);
  const index = under ?? pinned ?? points.length - 1;
  const pin = (to: number | null) => {
    const point = to === null ? undefined : points[to];
    if (point === undefined) return;
    setPinnedAt(point.at);
    change({ at: new Date(point.at).toISOString() });
  };
  const press = (event: KeyboardEvent): boolean => {
    const to = target(event, points, index);
    if (to === null) return false;
    setHovered(null);
    pin(to);
    return true;
  };
  return { index, isChosen: under !== null || pinned !== null, hover: setHovered, pinAt: (to) => pin(nearest(points, to)), press };
}

function target({ key, shiftKey }: KeyboardEvent, points: readonly ChartPoint[], index: number): number | null {
  const last = points.length - 1;
  if (last < 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return last;
  const way = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (way === 0) return null;
  const step = Math.min(Math.max(index + way, 0), last);
  if (!shiftKey) return step;
  const there = nearest(points, (points[index]?.at ?? 0) + way * DAY_MS) ?? step;
  return there === index ? step : there;
}

/** The place of the point whose time is nearest; null when there is none. */
function nearest(points: readonly ChartPoint[], at: number): number | null {
  let best: number | null = null;
  let least = Infinity;
  for (const [place, point] of points.entries()) {
    const away = Math.abs(point.at - at);
    if (away <= least) [best, least] = [place, away];
  }
  return best;
}
