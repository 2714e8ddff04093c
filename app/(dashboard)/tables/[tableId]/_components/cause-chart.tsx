import { CausePatterns, CauseSwatch, causeFill } from "#app/_ui/cause-swatch.tsx";
import { AXIS_LEFT, AXIS_RIGHT, listTicks } from "#app/_ui/charts/time-axis.ts";
import { Panel } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { tableLink } from "#lib/contracts/links.ts";
import type { SeriesMeta } from "#lib/contracts/series.ts";
import { formatInstant } from "#lib/time.ts";
import { formatCount, shortId } from "#lib/units.ts";
import classes from "./cause-chart.module.css";
import type { CauseChart } from "./cause-chart-view.ts";

/** As wide as the labels of the axis have room for on the narrowest screen. */
const LABELS_WIDTH = 400;
/** So many rows of numbers are as long as a page may get; each snapshot's page has its own. */
const NUMBERS_MAX = 48;
/** In percent of the plot: one further to the right would be cut. */
const LAST_LABEL = 96;

interface CauseChartProps {
  chart: CauseChart;
  /** Of the charts above: their range, and where snapshots were not read. */
  meta: Pick<SeriesMeta, "from" | "to" | "gaps">;
  tableId: string;
  keyName: string;
  zone: string;
  /** The reader's clock. */
  now: Date;
}

/** What the duplicated keys of each snapshot came from, over the range of the other charts; drawn on the server, without a script. */
export function CauseChartPanel({ chart, meta, tableId, keyName, zone, now }: CauseChartProps) {
  const scale = { from: Date.parse(meta.from), to: Date.parse(meta.to), width: LABELS_WIDTH };
  const left = (at: number) => Math.min(Math.max(((at - scale.from) / Math.max(scale.to - scale.from, 1)) * 100, 0), 100);
  const ticks = listTicks(scale, zone, now).filter(({ at }) => left(at) < LAST_LABEL);
  const unread = meta.gaps.map((gap) => ({
    from: left(Date.parse(gap.from)),
    width: left(Date.parse(gap.to)) - left(Date.parse(gap.from)),
  }));
  const gaps = [...chart.gaps, ...unread];
  return (
    <Panel title="Causes over time" aside="duplicated keys by cause, as each snapshot has them">
      <div className={classes["chart"]}>
        <Legend chart={chart} isSure={chart.began?.exactly === true && !isUnreadBefore(chart.began.at, meta.gaps)} />
        <div className={classes["plot"]} style={{ marginLeft: AXIS_LEFT, marginRight: AXIS_RIGHT }}>
          {chart.levels.map(({ share, text }) => (
            <span key={share} className={classes["level"]} style={{ top: `${100 - share * 100}%`, left: -AXIS_LEFT, width: AXIS_LEFT - 8 }}>
              {text}
            </span>
          ))}
          <Layers chart={chart} />
          {gaps.map((gap, place) => (
            <span
              key={place}
              className={classes["gap"]}
              style={{ left: `${gap.from}%`, width: `${gap.width}%` }}
              title="Not read, or not explained"
            />
          ))}
          {ticks.map(({ at, label }) => (
            <span key={at} className={classes["tick"]} style={{ left: `${left(at)}%` }}>
              {label}
            </span>
          ))}
        </div>
        {gaps.length > 0 && <p className={classes["said"]}>Hatched: snapshots that were not read, or whose keys were not explained.</p>}
        <Numbers chart={chart} zone={zone} now={now} tableId={tableId} keyName={keyName} />
      </div>
    </Panel>
  );
}

/** Whether snapshots just before a moment were not read, so that what began then may have begun earlier. */
function isUnreadBefore(at: Date, gaps: SeriesMeta["gaps"]): boolean {
  return gaps.some(({ from, to }) => Date.parse(from) < at.getTime() && Date.parse(to) >= at.getTime());
}

function nameLayer({ cause, stands }: CauseChart["layers"][number]): string {
  return cause === null ? `${stands} other causes` : causeWords(cause).label;
}

/** What each color is, with its number at the newest snapshot. */
function Legend({ chart: { layers, began }, isSure }: { chart: CauseChart; isSure: boolean }) {
  const [first] = layers;
  return (
    <div className={classes["legend"]}>
      <ul>
        {layers.map((layer) => (
          <li key={layer.cause ?? "others"}>
            {layer.cause === null ? <i className={classes["others"]} aria-hidden="true" /> : <CauseSwatch cause={layer.cause} />}
            {nameLayer(layer)} <b>{layer.keys === null ? "not explained" : formatCount(layer.keys)}</b>
          </li>
        ))}
      </ul>
      {first !== undefined && began !== null && (
        <p className={classes["said"]}>
          {nameLayer(first)} since <Time at={began.at.toISOString()} />
          {isSure ? "" : " or earlier"}.
        </p>
      )}
    </div>
  );
}

/** Each layer fills its outline with the pattern of its cause, which no stretching distorts. */
function Layers({ chart: { layers } }: { chart: CauseChart }) {
  const name = `Duplicated keys by cause. At the newest snapshot: ${layers.map((layer) => `${nameLayer(layer)} ${layer.keys ?? "not explained"}`).join(", ")}.`;
  return (
    <div className={classes["layers"]} role="img" aria-label={name}>
      {layers.map(({ cause, polygon }) => (
        <svg key={cause ?? "others"} width="100%" height="100%" style={{ clipPath: `polygon(${polygon})` }} aria-hidden="true">
          {cause !== null && <CausePatterns prefix="over-time" causes={[cause]} />}
          <rect width="100%" height="100%" fill={cause === null ? "var(--band-line)" : causeFill("over-time", cause)} />
        </svg>
      ))}
    </div>
  );
}

/** The newest of it as a table, made of plain text and links: it is folded, and its parts would be the larger half of the page. */
function Numbers({ chart: { layers, rows }, zone, now, tableId, keyName }: Omit<CauseChartProps, "meta">) {
  const left = rows.length - NUMBERS_MAX;
  return (
    <details className={classes["numbers"]}>
      <summary>As a table</summary>
      {/* Scrolls by itself when there are many causes, so the keyboard has to reach it. */}
      <section tabIndex={0} aria-label="Causes over time as a table">
        <table>
          <thead>
            <tr>
              <th scope="col">Snapshot</th>
              {layers.map((layer) => (
                <th key={layer.cause ?? "others"} scope="col">
                  {nameLayer(layer)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, NUMBERS_MAX).map(({ at, snapshotId, keys }) => (
              <tr key={snapshotId}>
                <th scope="row">
                  {formatInstant(at, zone, now)}{" "}
                  <a href={tableLink(tableId, { key: keyName, snapshot: snapshotId })} title={snapshotId}>
                    <code>{shortId(snapshotId)}</code>
                  </a>
                </th>
                {keys.map((count, place) => (
                  <td key={layers[place]?.cause ?? "others"}>{count === null ? "not explained" : formatCount(count)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {left > 0 && <p className={classes["said"]}>{`${formatCount(left)} earlier changes: choose a shorter range.`}</p>}
      </section>
    </details>
  );
}
