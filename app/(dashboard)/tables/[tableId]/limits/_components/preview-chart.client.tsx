"use client";

import { useMemo } from "react";
import { gridPath } from "#app/_ui/charts/value-axis.ts";
import { useNow, useZone } from "#app/_ui/zone.client.tsx";
import type { LimitPreview } from "#lib/contracts/limits.ts";
import { drawPreview, type PreviewDrawing } from "../_limits/preview-view.ts";
import classes from "./preview-chart.module.css";

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** The stored numbers, from where on they are wrong, and where an incident would have been open; the table below says the same. */
export function PreviewChart({ preview }: { preview: LimitPreview }) {
  const [zone, now] = [useZone(), useNow()];
  const drawing = useMemo(() => drawPreview(preview, zone, now), [preview, zone, now]);
  const { label, openings } = preview;
  return (
    <>
      <figure
        className={classes["figure"]}
        role="img"
        aria-label={`${label}, over the tried limit ${openings.length === 1 ? "once" : `${openings.length} times`}.`}
      >
        <div className={classes["levels"]} aria-hidden="true">
          {drawing.levels.map(({ share, text }) => (
            <span key={share}>{text}</span>
          ))}
        </div>
        <div className={classes["plot"]} aria-hidden="true">
          <Lines drawing={drawing} />
          {drawing.doubtful.map(({ x, y }) => (
            <i key={x} className={classes["doubtful"]} style={{ left: percent(x), top: percent(y) }} />
          ))}
          {drawing.last !== null && (
            <i className={classes["last"]} style={{ left: percent(drawing.last.x), top: percent(drawing.last.y) }} />
          )}
        </div>
        <div className={classes["ticks"]} aria-hidden="true">
          {drawing.ticks.map(({ x, text }) => (
            <span key={x} style={{ left: percent(x) }}>
              {text}
            </span>
          ))}
        </div>
      </figure>
      <ul className={classes["legend"]} aria-hidden="true">
        <li>
          <i className={classes["series"]} /> {label}
          {drawing.last !== null && `: ${drawing.last.text} at last`}
        </li>
        {drawing.edges.length > 0 && (
          <li>
            <i className={classes["edge"]} />{" "}
            {preview.rule.warnAt === null && preview.rule.alertAt === null ? "unusual from here on" : "wrong from here on"}
          </li>
        )}
        {drawing.spans.length > 0 && (
          <li>
            <i className={drawing.spans.some(({ alert }) => alert) ? classes["alert"] : classes["open"]} /> would have been open
          </li>
        )}
      </ul>
    </>
  );
}

function Lines({ drawing: { spans, edges, lines, levels } }: { drawing: PreviewDrawing }) {
  return (
    <svg viewBox="0 0 1000 100" preserveAspectRatio="none" className={classes["lines"]}>
      {spans.map(({ from, to, alert }) => (
        <g key={from}>
          <rect
            x={from * 1000}
            y="0"
            width={Math.max((to - from) * 1000, 2)}
            height="100"
            fill={alert ? "var(--alert-tint)" : "var(--warning-tint)"}
          />
          <rect
            x={from * 1000}
            y="-3"
            width={Math.max((to - from) * 1000, 2)}
            height="3"
            fill={alert ? "var(--alert-fill)" : "var(--warning-fill)"}
          />
        </g>
      ))}
      <path d={gridPath(levels)} stroke="var(--grid)" vectorEffect="non-scaling-stroke" />
      <path d="M0 100H1000" stroke="var(--zero)" vectorEffect="non-scaling-stroke" />
      {edges.map((edge) => (
        <path
          key={edge}
          d={edge}
          fill="none"
          stroke="var(--warning-fill)"
          strokeWidth="1.25"
          strokeDasharray="6 3"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {lines.map((line) => (
        <path
          key={line}
          d={line}
          fill="none"
          stroke="var(--series)"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
