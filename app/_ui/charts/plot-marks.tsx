import { memo } from "react";
import { AXIS_LEFT, AXIS_RIGHT, xOf, type TimeScale } from "./time-axis.ts";
import classes from "./plot-marks.module.css";

export const PLOT_TOP = 8;
export const PLOT_BOTTOM = 6;

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
  first: { at: number; label: string } | null;
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
      {gaps.map(({ from, to, word }) => {
        const [x, end] = [inside(xOf(scale, from)), inside(xOf(scale, to))];
        const width = Math.max(end - x, 2);
        return (
          <g key={from}>
            <rect x={x} y={PLOT_TOP} width={width} height={tall} fill={`url(#${HATCH})`} />
            {width > word.length * 6 + 8 && (
              <text x={x + width / 2} y={PLOT_TOP + 14} textAnchor="middle">
                {word}
              </text>
            )}
          </g>
        );
      })}
      {lines.map((at) => (
        <path key={at} d={`M${xOf(scale, at)} ${PLOT_TOP}V${height - PLOT_BOTTOM}`} stroke="var(--line-2)" strokeDasharray="2 3" />
      ))}
      {first !== null && <First scale={scale} height={height} first={first} />}
    </svg>
  );
});

function First({ scale, height, first }: { scale: TimeScale; height: number; first: { at: number; label: string } }) {
  const x = xOf(scale, first.at);
  if (x < AXIS_LEFT || x > scale.width - AXIS_RIGHT) return null;
  const fitsLeft = x - AXIS_LEFT > first.label.length * 6.4;
  return (
    <>
      <path d={`M${x} 0V${height - PLOT_BOTTOM}`} stroke="var(--wrong-fill)" strokeWidth="1.5" />
      {first.label !== "" && (
        <>
          <circle cx={x} cy={height - PLOT_BOTTOM} r="3.5" fill="var(--wrong-fill)" />
          <text x={fitsLeft ? x - 7 : x + 7} y={PLOT_TOP + 12} textAnchor={fitsLeft ? "end" : "start"} className={classes["wrong"]}>
            {first.label}
          </text>
        </>
      )}
    </>
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
