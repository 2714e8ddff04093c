import { memo } from "react";
import { AXIS_LEFT, AXIS_RIGHT, xOf, type Tick, type TimeScale } from "./time-axis.ts";
import classes from "./event-lane.module.css";

/** The labels of the axis below the last chart. */
export const TimeLabels = memo(function TimeLabels({ scale, ticks }: { scale: TimeScale; ticks: readonly Tick[] }) {
  return (
    <svg className={classes["lane"]} width={scale.width} height={20} aria-hidden="true">
      {ticks.map(({ at, label }) => {
        const x = xOf(scale, at);
        const half = label.length * 3;
        return (
          <g key={at}>
            <path d={`M${x} 0V4`} stroke="var(--zero)" />
            <text x={Math.min(Math.max(x, AXIS_LEFT + half), scale.width - AXIS_RIGHT - half)} y="16" textAnchor="middle">
              {label}
            </text>
          </g>
        );
      })}
    </svg>
  );
});
