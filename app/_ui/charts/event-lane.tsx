import { memo } from "react";
import { AXIS_LEFT, AXIS_RIGHT, xOf, type TimeScale } from "./time-axis.ts";
import type { LaneNumber, PlacedLabel } from "./place-labels.ts";
import classes from "./event-lane.module.css";

interface LaneEvent {
  id: string;
  at: number;
  kind: string;
  label: string;
}

interface EventLaneProps {
  scale: TimeScale;
  events: readonly LaneEvent[];
  labels: readonly PlacedLabel[];
  numbers: readonly LaneNumber[];
  /** Commits in equal parts of the range. */
  commits: readonly number[];
  /** What happened, in a sentence. */
  name: string;
}

const ROW = 16;
const BARS = 10;

/** Commits as bars and what happened as labels, over the same axis as the charts below. */
export const EventLane = memo(function EventLane({ scale, events, labels, numbers, commits, name }: EventLaneProps) {
  const rows = Math.max(0, ...labels.map(({ row }) => row + 1));
  const hasNumbers = numbers.length > 0;
  const top = rows * ROW + (hasNumbers ? ROW + 2 : 0) + 4;
  const height = top + BARS + 2;
  const known = new Map(events.map((event) => [event.id, event]));
  return (
    <svg className={classes["lane"]} width={scale.width} height={height} role="img" aria-label={name}>
      <Commits scale={scale} commits={commits} top={top} />
      {labels.map(({ id, x, row, side }) => {
        const event = known.get(id);
        return (
          <g key={id}>
            <path d={`M${x} ${row * ROW + 2}V${height}`} stroke="var(--line-2)" strokeDasharray="2 3" />
            <text
              x={side === "right" ? x + 5 : x - 5}
              y={row * ROW + 12}
              textAnchor={side === "right" ? "start" : "end"}
              className={event?.kind === "failed" ? classes["failed"] : event?.kind === "version" ? classes["strong"] : undefined}
            >
              {event?.label}
            </text>
          </g>
        );
      })}
      {numbers.map(({ number, x }) => (
        <g key={number}>
          <path d={`M${x} ${rows * ROW + 16}V${height}`} stroke="var(--line-2)" strokeDasharray="2 3" />
          <circle cx={x} cy={rows * ROW + 9} r="8" className={classes["number"]} />
          <text x={x} y={rows * ROW + 13} textAnchor="middle">
            {number}
          </text>
        </g>
      ))}
    </svg>
  );
});

function Commits({ scale, commits, top }: { scale: TimeScale; commits: readonly number[]; top: number }) {
  const most = Math.max(1, ...commits);
  const each = (scale.to - scale.from) / Math.max(commits.length, 1);
  const width = Math.max(1.5, (scale.width - AXIS_LEFT - AXIS_RIGHT) / Math.max(commits.length, 1) - 0.5);
  return (
    <>
      <text x={AXIS_LEFT - 8} y={top + BARS} textAnchor="end">
        commits
      </text>
      {commits.map((count, bucket) => {
        if (count === 0) return null;
        const height = 3 + (BARS - 3) * (count / most);
        return (
          <rect
            key={bucket}
            x={xOf(scale, scale.from + bucket * each)}
            y={top + BARS - height}
            width={width}
            height={height}
            fill="var(--field)"
          />
        );
      })}
      <path d={`M${AXIS_LEFT} ${top + BARS + 0.5}H${scale.width - AXIS_RIGHT}`} stroke="var(--zero)" />
    </>
  );
}
