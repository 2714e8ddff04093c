"use client";

import { memo } from "react";
import { Area, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from "recharts";
import { formatTick } from "#lib/units.ts";
import { PLOT_BOTTOM, PLOT_TOP } from "./plot-marks.tsx";
import { AXIS_LEFT, AXIS_RIGHT, xOf, type Tick, type TimeScale } from "./time-axis.ts";

/** A row of a chart: a time, and by layer a number, a span `[low, high]`, or null where there is none. */
export type ChartRow = { at: number } & Record<string, number | [number, number] | null>;

export interface Layer {
  key: string;
  /** `line`; `area`: a part of a stack, as spans; `band`: between lowest and highest; `dots` and `hollow`: points that no line joins. */
  kind: "line" | "area" | "band" | "dots" | "hollow";
  color: string;
  dashed?: boolean;
}

interface SeriesChartProps {
  scale: TimeScale;
  height: number;
  rows: readonly ChartRow[];
  layers: readonly Layer[];
  ticks: readonly Tick[];
  /** The top of the axis, which begins at 0. */
  top: number;
  /** The numbers that the axis names. */
  levels: readonly number[];
}

const MARGIN = { top: PLOT_TOP, right: AXIS_RIGHT, bottom: PLOT_BOTTOM, left: 0 };
const TEXT = { fontSize: 11, fill: "var(--text-2)" } as const;

/** One chart over the shared time axis. It draws numbers alone: cursor, marks and words lie around it, so that moving them draws nothing anew. */
export const SeriesChart = memo(function SeriesChart({ scale, height, rows, layers, ticks, top, levels }: SeriesChartProps) {
  return (
    <ComposedChart width={scale.width} height={height} data={[...rows]} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid stroke="var(--grid)" verticalPoints={ticks.map(({ at }) => xOf(scale, at))} />
      <XAxis dataKey="at" type="number" domain={[scale.from, scale.to]} allowDataOverflow hide />
      <YAxis
        width={AXIS_LEFT}
        domain={[0, top]}
        ticks={[...levels]}
        tickFormatter={formatTick}
        tick={TEXT}
        tickLine={false}
        axisLine={false}
        interval={0}
        allowDataOverflow
      />
      {layers.map(drawLayer)}
    </ComposedChart>
  );
});

const SHARED = { type: "linear", isAnimationActive: false, connectNulls: false, activeDot: false } as const;

function drawLayer({ key, kind, color, dashed = false }: Layer) {
  switch (kind) {
    case "area":
      return <Area key={key} {...SHARED} dataKey={key} stroke="none" fill={color} fillOpacity={0.75} dot={false} />;
    case "band":
      return <Area key={key} {...SHARED} dataKey={key} stroke="none" fill={color} fillOpacity={0.25} dot={false} />;
    case "line":
      return (
        <Line
          key={key}
          {...SHARED}
          dataKey={key}
          stroke={color}
          strokeWidth={1.75}
          dot={false}
          {...(dashed && { strokeDasharray: "4 3" })}
        />
      );
    case "dots":
      return <Line key={key} {...SHARED} dataKey={key} stroke="none" dot={{ clipDot: false, r: 2.5, fill: color, stroke: "none" }} />;
    case "hollow":
      return (
        <Line
          key={key}
          {...SHARED}
          dataKey={key}
          stroke="none"
          dot={{ clipDot: false, r: 3, fill: "var(--surface)", stroke: color, strokeWidth: 1.5 }}
        />
      );
  }
}
