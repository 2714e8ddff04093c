import type { ReviewView } from "#lib/contracts/review.ts";
import { numberOf, shiftWeek } from "#lib/review/iso-week.ts";
import { viewChart, type ChartSize, type ChartView } from "../_review/chart-view.ts";
import classes from "./week-plot.module.css";

/** One number over this week and the one before. `says`: the chart in a sentence. */
export function WeekPlot({
  review,
  chart,
  says,
  size,
}: {
  review: Pick<ReviewView, "week" | "from" | "asOf" | "timeZone">;
  chart: Omit<ReviewView["chart"], "everyHours">;
  says: string;
  size: ChartSize;
}) {
  const { week } = review;
  const bottom = size.height - size.bottom;
  const view = viewChart({ ...review, chart }, size);
  const [previous, present] = [shiftWeek(week, -1), week].map((one) => `week ${numberOf(one).number}`);
  // A page may show several.
  const pattern = `gap-${size.width}`;
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="xMinYMid meet"
      role="img"
      aria-label={says}
      className={classes["plot"]}
      fontSize={size.text}
    >
      <defs>
        <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.2" height="6" fill="var(--line-2)" />
        </pattern>
      </defs>
      <rect
        x={view.weekX}
        y={size.top}
        width={size.width - size.right - view.weekX}
        height={bottom - size.top}
        fill="var(--accent-tint)"
        opacity="0.55"
      />
      {view.levels.map(({ y, label }, at) => (
        <g key={y}>
          <path d={`M${size.left} ${y}H${size.width - size.right}`} stroke={at === 0 ? "var(--zero)" : "var(--grid)"} />
          <text x={size.left - size.text / 2} y={y + size.text / 3} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {view.gaps.map(({ x, width }) => (
        <rect key={x} x={x} y={size.top} width={width} height={bottom - size.top} fill={`url(#${pattern})`}>
          <title>unknown</title>
        </rect>
      ))}
      <Values view={view} />
      <path d={`M${view.weekX} ${size.top}V${bottom}`} stroke="var(--band-line)" strokeDasharray="2 2" />
      <text x={view.weekX - 5} y={size.top - size.text / 3} textAnchor="end" className={classes["halo"]}>
        {previous}
      </text>
      <text x={view.weekX + 5} y={size.top - size.text / 3} className={classes["halo"]}>
        {present}
      </text>
      <Days view={view} size={size} />
    </svg>
  );
}

function Values({ view }: { view: ChartView }) {
  return (
    <>
      {view.areas.map((d) => (
        <path key={d} d={d} fill="var(--series)" fillOpacity="0.08" />
      ))}
      {view.lines.map((d) => (
        <path key={d} d={d} fill="none" stroke="var(--series)" strokeWidth="1.75" strokeLinejoin="round" />
      ))}
      {view.dots.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="2" fill="var(--series)" />
      ))}
    </>
  );
}

function Days({ view, size }: { view: ChartView; size: ChartSize }) {
  const bottom = size.height - size.bottom;
  return (
    <>
      {view.ticks.map(({ x, label, isLabelled }) => (
        <g key={x}>
          <path d={`M${x} ${bottom}v${isLabelled ? 4 : 2}`} stroke="var(--zero)" />
          {isLabelled && (
            <text x={x} y={size.height - size.text / 3} textAnchor={x - size.left < size.text * 2 ? "start" : "middle"}>
              {label}
            </text>
          )}
        </g>
      ))}
    </>
  );
}
