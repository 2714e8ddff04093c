"use client";

import { memo, useMemo } from "react";
import { Bands, FirstLabel, PLOT_BOTTOM, PLOT_TOP, PlotMarks, type Band, type FirstMark, type Gap } from "#app/_ui/charts/plot-marks.tsx";
import type { SeriesChart } from "#app/_ui/charts/series-chart.client.tsx";
import { StaticChart } from "#app/_ui/charts/static-chart.tsx";
import { AXIS_LEFT, AXIS_RIGHT, levelsOf, niceTop, xOf, type Tick, type TimeScale } from "#app/_ui/charts/time-axis.ts";
import type { ChartPoint } from "#lib/contracts/series.ts";
import { formatCount } from "#lib/units.ts";
import type { PictureOf } from "#app/_ui/charts/draw-picture.ts";
import type { SeriesAsked } from "#app/_queries/series.ts";
import { anchorOf, ChartMenu } from "./chart-menu.client.tsx";
import { chartData, type BoardChart, type Edges } from "./board-data.ts";
import { sayChart, sayValue } from "./board-words.ts";
import { limitLines, type ChartLimits, type LimitLine } from "./chart-limits.ts";
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
  /** Expected ranges, where known. */
  bands: readonly Band[];
  edges: Edges;
  index: number;
  showsCursor: boolean;
  /** The drawing part; null: its script is on its way. */
  Chart: typeof SeriesChart | null;
  /** Text for its link and its PNG. */
  share: { tableName: string; asked: SeriesAsked; facts: string };
  children?: React.ReactNode;
}

/** One chart with its title, what it means in words, and its legend with the values at the cursor. */
export function ChartFigure(props: ChartFigureProps) {
  const { chart, points, scale, ticks, gaps, lines, first, limits, bands, edges, index, showsCursor, Chart, share, children } = props;
  const data = useMemo(() => chartData(chart, points, gaps, edges), [chart, points, gaps, edges]);
  const said = useMemo(() => sayChart(chart, points), [chart, points]);
  const limitsShown = useMemo(() => limitLines(chart, limits, data.max), [chart, limits, data.max]);
  const max = Math.max(data.max, ...limitsShown.map(({ at }) => at), ...bands.map(({ high }) => high));
  const top = niceTop(max, chart.counts === "ratio");
  const levels = levelsOf(max, top);
  const lastValue = data.dots.at(-1)?.[0] ?? null;
  const point = points[index];
  const yOf = (value: number) => PLOT_TOP + (1 - value / top) * (chart.height - PLOT_TOP - PLOT_BOTTOM);
  const band = bands.findLast(({ from }) => point !== undefined && from <= point.at) ?? bands[0] ?? null;
  const picture = (): PictureOf => ({
    title: chart.title,
    says: said,
    facts: share.facts,
    legend: legendOf(chart, point, band),
    scale,
    height: chart.height,
    rows: data.rows,
    layers: data.layers,
    top,
    levels,
    ticks,
    gaps,
    bands,
    limits: limitsShown,
    first,
  });
  return (
    <figure id={anchorOf(chart.id)} className={classes["figure"]}>
      <figcaption className={classes["head"]}>
        <h2>{chart.title}</h2>
        {children}
        <span className={classes["say"]}>{said}</span>
        <Legend chart={chart} point={point} band={band} />
        <ChartMenu chartId={chart.id} title={chart.title} {...share} picture={picture} />
      </figcaption>
      <div className={classes["plot"]} data-plot="" style={{ height: chart.height }}>
        {scale.width > 0 && <PlotMarks scale={scale} height={chart.height} gaps={gaps} lines={lines} first={first} />}
        {scale.width > 0 && bands.length > 0 && <Bands scale={scale} height={chart.height} bands={bands} yOf={yOf} />}
        <div role="img" aria-label={`${chart.title}. ${said}`}>
          {Chart === null || scale.width === 0 ? (
            <StaticChart
              from={scale.from}
              to={scale.to}
              height={chart.height}
              rows={data.rows}
              layers={data.layers}
              top={top}
              levels={levels}
            />
          ) : (
            <Chart scale={scale} height={chart.height} rows={data.rows} layers={data.layers} ticks={ticks} top={top} levels={levels} />
          )}
        </div>
        {limitsShown.map((line) => (
          <Limit key={line.severity} line={line} y={yOf(line.at)} lastY={lastValue === null ? null : yOf(lastValue)} />
        ))}
        {first !== null && scale.width > 0 && <FirstLabel scale={scale} height={chart.height} first={first} />}
        {showsCursor && point !== undefined && scale.width > 0 && (
          <Dots x={xOf(scale, point.at)} ys={(data.dots[index] ?? []).flatMap((value) => (value === null ? [] : [yOf(value)]))} />
        )}
      </div>
    </figure>
  );
}

/** A level line with its words above it, or below where the top or the newest number is in the way. */
function Limit({ line: { severity, text }, y, lastY }: { line: LimitLine; y: number; lastY: number | null }) {
  const isBelow = y < PLOT_TOP + 10 || (lastY !== null && lastY <= y && lastY > y - 20);
  return (
    <>
      <span className={classes["limitLine"]} data-severity={severity} style={{ top: y, left: AXIS_LEFT, right: AXIS_RIGHT }} />
      <span className={classes["limit"]} data-severity={severity} style={{ top: isBelow ? y + 3 : y - 17 }}>
        {text}
      </span>
    </>
  );
}

function Dots({ x, ys }: { x: number; ys: readonly number[] }) {
  return [...new Set(ys)].map((y) => <span key={y} className={classes["dot"]} style={{ left: x, top: y }} />);
}

const Legend = memo(function Legend({ chart, point, band }: { chart: BoardChart; point: ChartPoint | undefined; band: Band | null }) {
  return (
    <span className={classes["legend"]}>
      {chart.parts.map((part) => (
        <span key={part.label}>
          <svg width="14" height="10" aria-hidden="true">
            {chart.stacked ? (
              <rect x="2" width="10" height="10" rx="2" fill={part.color} />
            ) : (
              <path d="M0 5H14" stroke={part.color} strokeWidth="2" strokeDasharray={part.dashed ? "4 3" : undefined} />
            )}
          </svg>
          {part.label} <b>{point === undefined ? "–" : sayValue(part, point, chart)}</b>
        </span>
      ))}
      {band !== null && (
        <span>
          <svg width="14" height="10" aria-hidden="true">
            <rect width="14" height="10" fill="var(--band)" stroke="var(--band-line)" strokeDasharray="3 2" />
          </svg>
          expected <b>{sayBand(band)}</b>
        </span>
      )}
    </span>
  );
});

/** The legend in words, for a picture. */
function legendOf(chart: BoardChart, point: ChartPoint | undefined, band: Band | null): PictureOf["legend"] {
  const parts = chart.parts.map((part) => ({
    label: `${part.label} ${point === undefined ? "–" : sayValue(part, point, chart)}`,
    color: part.color,
    isLine: !chart.stacked,
    isDashed: part.dashed === true,
  }));
  if (band === null) return parts;
  return [...parts, { label: `expected ${sayBand(band)}`, color: "var(--band)", isLine: false, isDashed: false }];
}

/** In whole numbers, since only charts of counts have one. */
function sayBand({ low, high }: Band): string {
  const [least, most] = [Math.ceil(Math.max(low, 0)), Math.floor(high)];
  return least >= most ? formatCount(most) : `${formatCount(least)}–${formatCount(most)}`;
}
