import { memo } from "react";
import { labelSpan, xOf, type Tick, type TimeScale } from "./time-axis.ts";
import classes from "./event-lane.module.css";

/** The labels of the axis below the last chart. */
export const TimeLabels = memo(function TimeLabels({ scale, ticks }: { scale: TimeScale; ticks: readonly Tick[] }) {
  return (
    <svg className={classes["lane"]} width={scale.width} height={20} aria-hidden="true">
      {ticks.map((tick) => (
        <g key={tick.at}>
          <path d={`M${xOf(scale, tick.at)} 0V4`} stroke="var(--zero)" />
          {tick.label !== "" && (
            <text x={labelSpan(scale, tick).reduce((left, right) => (left + right) / 2)} y="16" textAnchor="middle">
              {tick.label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
});
