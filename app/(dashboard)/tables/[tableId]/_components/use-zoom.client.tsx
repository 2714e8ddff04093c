"use client";

import { useRef, type KeyboardEvent } from "react";
import type { TimeScale } from "#app/_ui/charts/time-axis.ts";
import { writeSpan } from "#lib/contracts/series-range.ts";
import { useBoardView } from "./board-view.client.tsx";

const SPAN_MS_MIN = 60_000;

export interface Zoom {
  /** Shows the range between two times, in milliseconds. */
  zoomTo: (from: number, to: number) => void;
  /** To the range before; out of a range that came with the address, to the default one. */
  back: () => void;
  /** Zooms by the keys of a chart, around `at`. False: the key is not one of them. */
  press: (event: KeyboardEvent, at: number | null) => boolean;
}

/** The range of the charts, narrowed and widened; each step can be taken back. */
export function useZoom({ from, to }: Pick<TimeScale, "from" | "to">): Zoom {
  const { range, change } = useBoardView();
  const before = useRef<(string | undefined)[]>([]);
  const zoomTo = (begin: number, end: number) => {
    if (end - begin < SPAN_MS_MIN) return;
    before.current.push(range);
    change({ range: writeSpan(new Date(begin), new Date(end)) });
  };
  const back = () => {
    // The browser's own Back has taken these back already.
    while (before.current.length > 0 && before.current.at(-1) === range) before.current.pop();
    if (before.current.length > 0 || range?.includes("~")) change({ range: before.current.pop() });
  };
  const press = ({ key }: KeyboardEvent, at: number | null): boolean => {
    const factor = key === "+" || key === "=" ? 0.5 : key === "-" ? 2 : null;
    if (factor !== null) {
      const middle = Math.min(Math.max(at ?? (from + to) / 2, from), to);
      zoomTo(middle - (middle - from) * factor, middle + (to - middle) * factor);
    } else if (key === "Escape") back();
    else return false;
    return true;
  };
  return { zoomTo, back, press };
}
