import Link from "next/link";
import { gridPath } from "#app/_ui/charts/value-axis.ts";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { metricLink, tableLink } from "#lib/contracts/links.ts";
import type { ReadChart } from "../_incident/read-chart.ts";
import { shortId } from "../_incident/incident-sentences.ts";
import classes from "./metric-chart.module.css";

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** The number that the incident is about, alone, since before it began; the same numbers as a table below. */
export function MetricChart({ tableId, read }: { tableId: string; read: ReadChart }) {
  const { metric, declaration, keyName, chart } = read;
  const { label, help } = declaration;
  const said = chart.last === null ? "No data in this time range." : `${chart.last.text} at last.`;
  return (
    <Panel title={keyName === null ? label : `${label}, key ${keyName}`} aside={<Link href={tableLink(tableId)}>All charts</Link>}>
      <PanelBody>
        <figure className={classes["figure"]} role="img" aria-label={`${label}. ${said}`}>
          <div className={classes["levels"]} aria-hidden="true">
            {chart.levels.map(({ share, text }) => (
              <span key={share}>{text}</span>
            ))}
          </div>
          <div className={classes["plot"]} aria-hidden="true">
            <Lines read={read} />
            {chart.doubtful.map(({ x, y }) => (
              <i key={x} className={classes["doubtful"]} style={{ left: percent(x), top: percent(y) }} />
            ))}
            {chart.since !== null && (
              <span className={chart.since > 0.6 ? classes["beganLeft"] : classes["began"]} style={{ left: percent(chart.since) }}>
                first bad snapshot
              </span>
            )}
            {chart.limit !== null && chart.limit.y >= 0 && (
              <span className={classes["limit"]} style={{ top: percent(chart.limit.y) }}>
                {chart.limit.text}
              </span>
            )}
            {chart.last !== null && <LastPoint last={chart.last} />}
          </div>
          <div className={classes["ticks"]} aria-hidden="true">
            {chart.ticks.map(({ x, text }) => (
              <span key={x} style={{ left: percent(x) }}>
                {text}
              </span>
            ))}
          </div>
        </figure>
        {chart.bands.length > 0 && (
          <p className={classes["help"]}>
            <i className={classes["band"]} aria-hidden="true" /> {chart.bands.at(-1)?.text}, by the numbers before it.
          </p>
        )}
        <p className={classes["help"]}>
          {help}{" "}
          <Link href={metricLink(metric)} prefetch={false}>
            How it is counted
          </Link>
        </p>
        <Numbers tableId={tableId} read={read} />
      </PanelBody>
    </Panel>
  );
}

function Lines({ read: { chart } }: { read: ReadChart }) {
  return (
    <svg viewBox="0 0 1000 100" preserveAspectRatio="none" className={classes["lines"]}>
      {chart.bands.map(({ left, right, top, bottom }) => (
        <g key={left}>
          <rect x={left * 1000} y={top * 100} width={(right - left) * 1000} height={(bottom - top) * 100} fill="var(--band-fill)" />
          <path
            d={`M${left * 1000} ${top * 100}H${right * 1000}M${left * 1000} ${bottom * 100}H${right * 1000}`}
            stroke="var(--band-line)"
            strokeDasharray="4 3"
            vectorEffect="non-scaling-stroke"
          />
        </g>
      ))}
      <path d={gridPath(chart.levels)} stroke="var(--grid)" vectorEffect="non-scaling-stroke" />
      <path d="M0 100H1000" stroke="var(--zero)" vectorEffect="non-scaling-stroke" />
      {chart.limit !== null && (
        <path
          d={`M0 ${(chart.limit.y * 100).toFixed(2)}H1000`}
          stroke="var(--warning-fill)"
          strokeWidth="1.25"
          strokeDasharray="6 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {chart.since !== null && (
        <path
          d={`M${(chart.since * 1000).toFixed(1)} 0V100`}
          stroke="var(--alert-fill)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {chart.lines.map((line) => (
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

function LastPoint({ last: { x, y, text } }: { last: { x: number; y: number; text: string } }) {
  const place = { left: percent(x), top: percent(y) };
  return (
    <>
      <i className={classes["last"]} style={place} />
      <b className={`${classes["now"]} ${y < 0.25 ? classes["below"] : ""} ${x < 0.3 ? classes["right"] : ""}`} style={place}>
        {text}
      </b>
    </>
  );
}

function Numbers({ tableId, read: { chart, declaration } }: { tableId: string; read: ReadChart }) {
  if (chart.rows.length === 0) return null;
  return (
    <details className={classes["numbers"]}>
      <summary>Show as a table</summary>
      <div className={classes["scroll"]}>
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Snapshot</th>
              <th scope="col">{declaration.label}</th>
            </tr>
          </thead>
          <tbody>
            {chart.rows.map(({ at, snapshotId, text, trusted }) => (
              <tr key={`${at} ${snapshotId}`}>
                <td>
                  <Time at={at} />
                </td>
                <td>
                  {snapshotId === null ? (
                    "–"
                  ) : (
                    <Link href={tableLink(tableId, { snapshot: snapshotId })} prefetch={false}>
                      <code title={snapshotId}>{shortId(snapshotId)}</code>
                    </Link>
                  )}
                </td>
                <td>{trusted ? text : `${text}, untrusted`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
