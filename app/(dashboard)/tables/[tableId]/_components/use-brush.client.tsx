"use client";

import { useRef, useState, type PointerEvent } from "react";
import { AXIS_LEFT, AXIS_RIGHT, timeAt, type TimeScale } from "#app/_ui/charts/time-axis.ts";
import type { Cursor } from "./use-cursor.client.tsx";

/** A shorter drag is a click. */
const DRAG_MIN = 8;

interface BrushInput {
  scale: TimeScale;
  cursor: Cursor;
  zoomTo: (from: number, to: number) => void;
  focus: () => void;
}

/** The pointer over the charts: it moves the cursor, a click pins it, a drag over a plot with a mouse or pen chooses a range. */
export function useBrush({ scale, cursor, zoomTo, focus }: BrushInput) {
  const start = useRef<number | null>(null);
  const [span, setSpan] = useState<[number, number] | null>(null);
  const xIn = (event: PointerEvent<HTMLElement>): number => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const inside = (x: number): number => Math.min(Math.max(x, AXIS_LEFT), scale.width - AXIS_RIGHT);
  const end = () => {
    start.current = null;
    setSpan(null);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isPlot = event.target instanceof Element && event.target.closest("[data-plot]") !== null;
      if (!isPlot || event.button !== 0) return;
      focus();
      event.preventDefault();
      start.current = xIn(event);
      if (event.pointerType !== "touch") event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const x = xIn(event);
      if (start.current === null || event.pointerType === "touch") {
        cursor.hover(x < AXIS_LEFT - 12 ? null : timeAt(scale, x));
        return;
      }
      const [low, high] = [Math.min(start.current, x), Math.max(start.current, x)].map(inside);
      setSpan(high !== undefined && low !== undefined && high - low > DRAG_MIN ? [low, high] : null);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isClick = start.current !== null && span === null;
      if (span !== null) zoomTo(timeAt(scale, span[0]), timeAt(scale, span[1]));
      else if (isClick) {
        cursor.hover(timeAt(scale, xIn(event)));
        cursor.pinAt(timeAt(scale, xIn(event)));
      }
      end();
    },
    onPointerLeave: () => {
      if (start.current === null) cursor.hover(null);
    },
    onPointerCancel: () => {
      end();
      cursor.hover(null);
    },
  };
  return { span, handlers };
}
