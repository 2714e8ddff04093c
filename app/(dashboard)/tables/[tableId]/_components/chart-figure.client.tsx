"use client";

import { memo, useMemo } from "react";
import { PLOT_BOTTOM, PLOT_TOP, PlotMarks, type FirstMark, type Gap } from "#app/_ui/charts/plot-marks.tsx";
import type { SeriesChart } from "#app/_ui/charts/series-chart.client.tsx";
import { StaticChart } from "#app/_ui/charts/static-chart.tsx";
import { niceTop, xOf, type Tick, type TimeScale } from "#app/_ui/charts/time-axis.ts";
import type { ChartPoint } from "#lib/contracts/series.ts";
import { formatCount, formatRatio } from "#lib/units.ts";
import { chartData, type BoardChart } from "./board-data.ts";
import { sayChart, sayValue } from "./board-words.ts";
import type { ChartLimits } from "./chart-limits.ts";
import classes from "./board.module.css";

interface ChartFigureProps {
  chart: BoardChart;
  points: readonly ChartPoint[];
  /** Width 0: not measured yet, so the plain picture stands for the chart. */
  scale: TimeScale;
  ticks: readonly Tick[];
  gaps: readonly Gap[];
  lines: readonly number[];
  first: FirstMark | null;
  limits: ChartLimits;
  index: number;
  showsCursor: boolean;
  /** The drawing part; null: its script is on its way. */
  Chart: typeof SeriesChart | null;
  children?: React.ReactNode;
}

/** One chart with its title, what it means in words, and its legend with the values at the cursor. */
export function ChartFigure({
  chart,
  points,
  scale,
  ticks,
  gaps,
  lines,
  first,
  limits,
  index,
  showsCursor,
  Chart,
  children,
}: ChartFigureProps) {
  const data = useMemo(() => chartData(chart, points, gaps, limits), [chart, points, gaps, limits]);
  const said = useMemo(() => sayChart(chart, points), [chart, points]);
  const top = niceTop(data.max);
  const point = points[index];
  const yOf = (value: number) => PLOT_TOP + (1 - value / top) * (chart.height - PLOT_TOP - PLOT_BOTTOM);
  const limit = lastLimit(data.rows);
  return (
    <figure style={{ margin: 0 }}>
      <figcaption className={classes["head"]}>
        <h2>{chart.title}</h2>
        {children}
        <span className={classes["say"]}>{said}</span>
        <Legend chart={chart} point={point} />
      </figcaption>
      <div className={classes["plot"]} data-plot="" style={{ height: chart.height }}>
        {scale.width > 0 && <PlotMarks scale={scale} height={chart.height} gaps={gaps} lines={lines} first={first} />}
        <div role="img" aria-label={`${chart.title}. ${said}`}>
          {Chart === null || scale.width === 0 ? (
            <StaticChart from={scale.from} to={scale.to} height={chart.height} rows={data.rows} layers={data.layers} top={top} />
          ) : (
            <Chart scale={scale} height={chart.height} rows={data.rows} layers={data.layers} ticks={ticks} top={top} />
          )}
        </div>
        {limit !== null && limit <= top && (
          <span className={classes["limit"]} style={{ top: Math.max(0, yOf(limit) - 15) }}>
            {sayLimit(chart, limit, limits)}
          </span>
        )}
        {showsCursor && point !== undefined && scale.width > 0 && (
          <Dots x={xOf(scale, point.at)} ys={(data.dots[index] ?? []).flatMap((value) => (value === null ? [] : [yOf(value)]))} />
        )}
      </div>
    </figure>
  );
}

function lastLimit(rows: ReturnType<typeof chartData>["rows"]): number | null {
  const found = rows.findLast((row) => typeof row["limit"] === "number")?.["limit"];
  return typeof found === "number" ? found : null;
}

function sayLimit({ counts }: BoardChart, limit: number, { deleteRatio, equalityDeleteFiles }: ChartLimits): string {
  if (counts === "files") return `limit: ${formatCount(equalityDeleteFiles ?? limit)} equality-delete files`;
  return `limit: delete ratio ${formatRatio(deleteRatio ?? 0)} = ${formatCount(limit)} rows`;
}

function Dots({ x, ys }: { x: number; ys: readonly number[] }) {
  return [...new Set(ys)].map((y) => <span key={y} className={classes["dot"]} style={{ left: x, top: y }} />);
}

const Legend = memo(function Legend({ chart, point }: { chart: BoardChart; point: ChartPoint | undefined }) {
  return (
    <span className={classes["legend"]}>
      {chart.parts.map((part) => (
        <span key={part.label}>
          <svg width="14" height="10" aria-hidden="true">
            {chart.stacked ? (
              <rect x="2" width="10" height="10" rx="2" fill={part.colour} />
            ) : (
              <path d="M0 5H14" stroke={part.colour} strokeWidth="2" strokeDasharray={part.dashed ? "4 3" : undefined} />
            )}
          </svg>
          {part.label} <b>{point === undefined ? "–" : sayValue(part, point, chart)}</b>
        </span>
      ))}
    </span>
  );
});
