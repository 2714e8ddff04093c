import { memo } from "react";
import { xOf, type Tick, type TimeScale } from "./time-axis.ts";
import classes from "./event-lane.module.css";

const HALF_CHAR = 3;

/** The labels of the axis below the last chart. */
export const TimeLabels = memo(function TimeLabels({ scale, ticks }: { scale: TimeScale; ticks: readonly Tick[] }) {
  return (
    <svg className={classes["lane"]} width={scale.width} height={20} aria-hidden="true">
      {ticks.map(({ at, label }, place) => {
        const x = xOf(scale, at);
        const half = label.length * HALF_CHAR;
        const next = ticks[place + 1];
        const isCut = x - half < 0 || x + half > scale.width;
        const collides = next !== undefined && xOf(scale, next.at) - next.label.length * HALF_CHAR < x + half + 4;
        if (isCut) return null;
        return (
          <g key={at}>
            <path d={`M${x} 0V4`} stroke="var(--zero)" />
            {!collides && (
              <text x={x} y="16" textAnchor="middle">
                {label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
});
