import { memo } from "react";
import { AXIS_LEFT, AXIS_RIGHT, xOf, type TimeScale } from "./time-axis.ts";
import classes from "./plot-marks.module.css";

export const PLOT_TOP = 8;
export const PLOT_BOTTOM = 6;

const CHAR_WIDTH = 6.2;

export interface Gap {
  from: number;
  to: number;
  word: string;
}

interface PlotMarksProps {
  scale: TimeScale;
  height: number;
  gaps: readonly Gap[];
  /** Times at which something happened. */
  lines: readonly number[];
  /** When the trouble began: a solid line, with words where there is room. */
  first: FirstMark | null;
}

export interface FirstMark {
  at: number;
  /** What it is and, below, when; null: the line alone. */
  words: [string, string] | null;
}

/** The id of the hatch that stands for missing numbers; `GapHatch` defines it once a page. */
const HATCH = "bergwatch-gap";

/** What lies behind a chart: where numbers are missing, what happened, and where the trouble began. */
export const PlotMarks = memo(function PlotMarks({ scale, height, gaps, lines, first }: PlotMarksProps) {
  const [left, right] = [AXIS_LEFT, scale.width - AXIS_RIGHT];
  const tall = height - PLOT_TOP - PLOT_BOTTOM;
  const inside = (x: number): number => Math.min(Math.max(x, left), right);
  return (
    <svg className={classes["marks"]} width={scale.width} height={height} aria-hidden="true">
      {gaps.map(({ from, to }) => {
        const [x, end] = [inside(xOf(scale, from)), inside(xOf(scale, to))];
        return <rect key={from} x={x} y={PLOT_TOP} width={Math.max(end - x, 2)} height={tall} fill={`url(#${HATCH})`} />;
      })}
      {lines.map((at) => (
        <path key={at} d={`M${xOf(scale, at)} ${PLOT_TOP}V${height - PLOT_BOTTOM}`} stroke="var(--line-2)" strokeDasharray="2 3" />
      ))}
      {joinGaps(gaps).map(({ from, to, word }) => {
        const [x, end] = [inside(xOf(scale, from)), inside(xOf(scale, to))];
        if (end - x < word.length * CHAR_WIDTH + 8) return null;
        return (
          <text key={from} x={(x + end) / 2} y={PLOT_TOP + tall * 0.3 + 4} textAnchor="middle">
            {word}
          </text>
        );
      })}
      {first !== null && <First scale={scale} height={height} first={first} />}
    </svg>
  );
});

/** Neighbouring gaps of the same kind share one word. */
function joinGaps(gaps: readonly Gap[]): Gap[] {
  const joined: Gap[] = [];
  for (const gap of gaps) {
    const last = joined.at(-1);
    if (last !== undefined && last.word === gap.word && last.to >= gap.from) last.to = gap.to;
    else joined.push({ ...gap });
  }
  return joined;
}

function First({ scale, height, first: { at, words } }: { scale: TimeScale; height: number; first: FirstMark }) {
  const x = xOf(scale, at);
  if (x < AXIS_LEFT || x > scale.width - AXIS_RIGHT) return null;
  return (
    <>
      <path d={`M${x} 0V${height - PLOT_BOTTOM}`} stroke="var(--alert-fill)" strokeWidth="1.5" />
      {words !== null && <circle cx={x} cy={height - PLOT_BOTTOM} r="3.5" fill="var(--alert-fill)" />}
    </>
  );
}

/** Expected range of a value over a time span. */
export interface Band {
  from: number;
  to: number;
  low: number;
  high: number;
}

/** Behind the line: what was expected, filled between dashed edges. */
export function Bands({
  scale,
  height,
  bands,
  yOf,
}: {
  scale: TimeScale;
  height: number;
  bands: readonly Band[];
  yOf: (value: number) => number;
}) {
  const inside = (x: number): number => Math.min(Math.max(x, AXIS_LEFT), scale.width - AXIS_RIGHT);
  return (
    <svg className={classes["marks"]} width={scale.width} height={height} aria-hidden="true">
      {bands.map(({ from, to, low, high }) => {
        const [x, end] = [inside(xOf(scale, from)), inside(xOf(scale, to))];
        const [top, bottom] = [yOf(high), yOf(Math.max(low, 0))];
        return (
          <g key={from}>
            <rect x={x} y={top} width={Math.max(end - x, 2)} height={Math.max(bottom - top, 1)} fill="var(--band-fill)" />
            <path d={`M${x} ${top}H${end}M${x} ${bottom}H${end}`} stroke="var(--band-line)" strokeDasharray="4 3" fill="none" />
          </g>
        );
      })}
    </svg>
  );
}

/** The words of a first mark. They go over the chart, so that no grid line runs through them. */
export function FirstLabel({ scale, height, first: { at, words } }: { scale: TimeScale; height: number; first: FirstMark }) {
  const x = xOf(scale, at);
  if (words === null || x < AXIS_LEFT || x > scale.width - AXIS_RIGHT) return null;
  const isLeft = x - AXIS_LEFT > Math.max(...words.map((word) => word.length)) * CHAR_WIDTH + 8;
  const place = { x: isLeft ? x - 7 : x + 7, textAnchor: isLeft ? "end" : "start" } as const;
  return (
    <svg className={classes["marks"]} width={scale.width} height={height} aria-hidden="true">
      <text {...place} y={PLOT_TOP + 12} className={classes["alert"]}>
        {words[0]}
      </text>
      <text {...place} y={PLOT_TOP + 26}>
        {words[1]}
      </text>
    </svg>
  );
}

/** Defines the hatch; once on a page that draws charts. */
export function GapHatch() {
  return (
    <svg width="0" height="0" className={classes["defs"]} aria-hidden="true">
      <defs>
        <pattern id={HATCH} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.2" height="6" fill="var(--line-2)" />
        </pattern>
      </defs>
    </svg>
  );
}
