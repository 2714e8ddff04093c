import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import type { ReviewView } from "#lib/contracts/review.ts";
import { formatInstant } from "#lib/time.ts";
import { formatCount } from "#lib/units.ts";
import { PANEL_SIZE } from "../_review/chart-view.ts";
import classes from "./fleet-chart.module.css";
import { WeekPlot } from "./week-plot.tsx";

/** Extra rows of all tables over this week and the one before; made on the server, so it prints as it is. */
export function FleetChart({ review }: { review: ReviewView }) {
  const { chart } = review;
  const known = chart.points.filter(({ value }) => value !== null);
  const [first, last] = [known[0]?.value ?? null, known.at(-1)?.value ?? null];
  const says =
    first === null || last === null
      ? "Extra rows in all tables over two weeks: no data."
      : `Extra rows in all tables over two weeks: from ${formatCount(first)} to ${formatCount(last)}.`;
  return (
    <div className={classes["chart"]}>
      <Panel title="Extra rows, all tables" aside={`every ${chart.everyHours} h`}>
        <PanelBody>
          <WeekPlot review={review} chart={chart} says={says} size={PANEL_SIZE} />
          <Numbers review={review} />
        </PanelBody>
      </Panel>
    </div>
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
            <th scope="col">Extra rows</th>
          </tr>
        </thead>
        <tbody>
          {chart.points.map(({ at, value }) => (
            <tr key={at}>
              <td>{formatInstant(new Date(at), timeZone.name, new Date())}</td>
              <td>{value === null ? "unknown" : formatCount(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
