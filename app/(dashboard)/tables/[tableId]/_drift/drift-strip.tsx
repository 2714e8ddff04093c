import type { ReactNode } from "react";
import { viewDriftStrip, type StripBar, type StripLook, type StripSeries } from "./drift-strip-view.ts";
import classes from "./drift.module.css";
import { Time } from "#app/_ui/time.client.tsx";
import type { DriftTopic } from "#lib/iceberg/contract-causes.ts";
import { formatCount } from "#lib/units.ts";

const PLOT = { width: 312, height: 64 } as const;
const TILE = 8;
const DIAGONALS = "M-1 3 3-1M-1 7 7-1M-1 11 11-1M3 11 11 3";

const colorOf = ({ depth }: StripLook): string => (depth === null ? "var(--unknown-fill)" : `var(--ord-${depth + 1})`);

function tile(look: StripLook): ReactNode {
  const color = colorOf(look);
  if (look.pattern === "hatched") return <path d={DIAGONALS} stroke={color} strokeWidth="1.2" />;
  return (
    <>
      <rect width={TILE} height={TILE} fill={color} />
      {look.pattern === "striped" && <path d={DIAGONALS} stroke="var(--surface)" strokeWidth="1.2" />}
      {look.pattern === "dotted" && <path d="M2 2h0M6 6h0" stroke="var(--surface)" strokeWidth="2" strokeLinecap="round" />}
    </>
  );
}

const idOf = ({ depth, pattern }: StripLook, prefix: string): string => `${prefix}-${depth ?? "none"}-${pattern}`;

/** Rows over time by what explains them, with how well each window fits. `id` is unlike that of any other strip of the page. */
export function DriftStrip({ topic, id, label }: { topic: Pick<DriftTopic, "strip" | "windows">; id: string; label: string }) {
  const view = viewDriftStrip(topic);
  const [first, last] = [view?.bars[0], view?.bars.at(-1)];
  return (
    <figure className={classes["figure"]}>
      {view !== null && first && last && (
        <>
          <svg viewBox={`0 0 ${PLOT.width} ${PLOT.height + 1}`} className={classes["strip"]} role="img" aria-label={label}>
            <Patterns looks={view.series.map(({ look }) => look)} prefix={id} />
            {view.bars.map((bar, place) => (
              <Bar key={bar.from} bar={bar} place={place} bars={view.bars.length} series={view.series} prefix={id} />
            ))}
            <path d={`M0 ${PLOT.height + 0.5}H${PLOT.width}`} stroke="var(--zero)" />
          </svg>
          <div className={classes["ends"]}>
            <Time at={first.from} as="day" />
            <Time at={last.to} as="day" />
          </div>
        </>
      )}
      <Fits series={view?.series ?? viewDriftStrip({ windows: topic.windows, strip: [EMPTY_SPAN] })?.series ?? []} prefix={id} />
    </figure>
  );
}

const EMPTY_SPAN = { from: "", to: "", rows: [] };

function Patterns({ looks, prefix }: { looks: readonly StripLook[]; prefix: string }) {
  const distinct = new Map(looks.map((look) => [idOf(look, prefix), look]));
  return (
    <defs>
      {[...distinct].map(([id, look]) => (
        <pattern key={id} id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
          {tile(look)}
        </pattern>
      ))}
    </defs>
  );
}

function Bar({
  bar,
  place,
  bars,
  series,
  prefix,
}: {
  bar: StripBar;
  place: number;
  bars: number;
  series: readonly StripSeries[];
  prefix: string;
}) {
  const step = PLOT.width / bars;
  const gap = step > 4 ? 1 : 0.25;
  return bar.parts.map(({ series: own, low, high, rows }) => {
    const of = series[own];
    return of === undefined ? null : (
      <rect
        key={own}
        x={place * step + gap / 2}
        width={step - gap}
        y={PLOT.height * (1 - high)}
        height={Math.max(0.5, PLOT.height * (high - low))}
        fill={`url(#${idOf(of.look, prefix)})`}
      >
        <title>{`${of.client}: ${formatCount(rows)} of ${formatCount(bar.rows)} rows`}</title>
      </rect>
    );
  });
}

/** The legend, which is also the table of the strip's numbers. */
function Fits({ series, prefix }: { series: readonly StripSeries[]; prefix: string }) {
  return (
    <table className={classes["fits"]}>
      <caption className={"visually-hidden"}>Which partitioner over how many partitions explains the rows, and when</caption>
      <thead className={"visually-hidden"}>
        <tr>
          <th scope="col">Explained by</th>
          <th scope="col">When</th>
          <th scope="col">Rows sampled</th>
          <th scope="col">Share of its time</th>
        </tr>
      </thead>
      <tbody>
        {series.map(({ client, from, to, rows, share, look }, place) => (
          <tr key={`${client} ${from ?? place}`}>
            <th scope="row">
              <svg width="12" height="12" viewBox={`0 0 ${TILE} ${TILE}`} aria-hidden="true">
                <Patterns looks={[look]} prefix={`${prefix}-key-${place}`} />
                <rect width={TILE} height={TILE} fill={`url(#${idOf(look, `${prefix}-key-${place}`)})`} stroke={colorOf(look)} />
              </svg>
              {client}
            </th>
            <td>
              {from !== null && to !== null && (
                <>
                  <Time at={from} /> to <Time at={to} />
                </>
              )}
            </td>
            <td>{formatCount(rows)}</td>
            <td>{share}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
