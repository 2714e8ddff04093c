import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import type { ReviewView } from "#lib/contracts/review.ts";
import { numberOf, shiftWeek } from "#lib/review/iso-week.ts";
import { formatInstant } from "#lib/time.ts";
import { formatCount } from "#lib/units.ts";
import { SIZE, viewChart } from "../_review/chart-view.ts";
import classes from "./fleet-chart.module.css";

const BOTTOM = SIZE.height - SIZE.bottom;

/** Surplus rows of all tables over this week and the one before; made on the server, so it prints as it is. */
export function FleetChart({ review }: { review: ReviewView }) {
  const { chart } = review;
  const known = chart.points.filter(({ value }) => value !== null);
  const [first, last] = [known[0]?.value ?? null, known.at(-1)?.value ?? null];
  const says =
    first === null || last === null
      ? "Surplus rows of all tables over two weeks: no number is known."
      : `Surplus rows of all tables over two weeks: from ${formatCount(first)} to ${formatCount(last)}.`;
  return (
    <div className={classes["chart"]}>
      <Panel title="Surplus rows, all tables" aside={`every ${chart.everyHours} h`}>
        <PanelBody>
          <Plot review={review} says={says} />
          <Numbers review={review} />
        </PanelBody>
      </Panel>
    </div>
  );
}

function Plot({ review, says }: { review: ReviewView; says: string }) {
  const { week } = review;
  const view = viewChart(review);
  const [previous, present] = [shiftWeek(week, -1), week].map((one) => `week ${numberOf(one).number}`);
  return (
    <svg
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      preserveAspectRatio="xMinYMid meet"
      role="img"
      aria-label={says}
      className={classes["plot"]}
    >
      <defs>
        <pattern id="review-gap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.2" height="6" fill="var(--line-2)" />
        </pattern>
      </defs>
      <rect
        x={view.weekX}
        y={SIZE.top}
        width={SIZE.width - SIZE.right - view.weekX}
        height={BOTTOM - SIZE.top}
        fill="var(--accent-tint)"
        opacity="0.55"
      />
      {view.levels.map(({ y, label }, at) => (
        <g key={y}>
          <path d={`M${SIZE.left} ${y}H${SIZE.width - SIZE.right}`} stroke={at === 0 ? "var(--zero)" : "var(--grid)"} />
          <text x={SIZE.left - 6} y={y + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {view.gaps.map(({ x, width }) => (
        <rect key={x} x={x} y={SIZE.top} width={width} height={BOTTOM - SIZE.top} fill="url(#review-gap)">
          <title>not known</title>
        </rect>
      ))}
      {view.areas.map((d) => (
        <path key={d} d={d} fill="var(--series)" fillOpacity="0.08" />
      ))}
      {view.lines.map((d) => (
        <path key={d} d={d} fill="none" stroke="var(--series)" strokeWidth="1.75" strokeLinejoin="round" />
      ))}
      {view.dots.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="2" fill="var(--series)" />
      ))}
      <path d={`M${view.weekX} ${SIZE.top}V${BOTTOM}`} stroke="var(--band-line)" strokeDasharray="2 2" />
      <text x={view.weekX - 5} y={SIZE.top + 10} textAnchor="end" className={classes["halo"]}>
        {previous}
      </text>
      <text x={view.weekX + 5} y={SIZE.top + 10} className={classes["halo"]}>
        {present}
      </text>
      {view.ticks.map(({ x, label, isLabelled }) => (
        <g key={x}>
          <path d={`M${x} ${BOTTOM}v${isLabelled ? 4 : 2}`} stroke="var(--zero)" />
          {isLabelled && (
            <text x={x} y={SIZE.height - 5} textAnchor={x - SIZE.left < 20 ? "start" : "middle"}>
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function Numbers({ review: { chart, timeZone } }: { review: ReviewView }) {
  return (
    <details className={classes["table"]}>
      <summary>As a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Surplus rows</th>
          </tr>
        </thead>
        <tbody>
          {chart.points.map(({ at, value }) => (
            <tr key={at}>
              <td>{formatInstant(new Date(at), timeZone.name, new Date())}</td>
              <td>{value === null ? "not known" : formatCount(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
