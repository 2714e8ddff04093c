import { Panel } from "#app/_ui/panel.tsx";
import type { Backlog } from "#lib/iceberg/contract-backlog.ts";
import { formatBytes, formatCount } from "#lib/units.ts";
import { AGE_WORDS, byAge } from "./backlog-view.ts";
import classes from "./backlog-table.module.css";
import { KindBar } from "./kind-bar.tsx";

/** How long the deletes have been live when the snapshot was committed. */
export function ByAge({ backlog }: { backlog: Backlog }) {
  const ages = byAge(backlog);
  const rowsMax = Math.max(...ages.map(({ totals }) => totals.rows));
  return (
    <Panel title="By age" aside="when this snapshot was committed">
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">Age</th>
            <th scope="col" className={classes["wide"]}>
              <span className="visually-hidden">Share</span>
            </th>
            <th scope="col">Rows</th>
            <th scope="col">Files</th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          {ages.map(({ age, deletes, totals }) => (
            <tr key={age} className={totals.files === 0 ? classes["empty"] : undefined}>
              <th scope="row">{AGE_WORDS[age]}</th>
              <td className={classes["wide"]}>
                <KindBar deletes={deletes} rowsMax={rowsMax} />
              </td>
              <td data-label="Rows">{formatCount(totals.rows)}</td>
              <td data-label="Files">{formatCount(totals.files)}</td>
              <td data-label="Size">{formatBytes(totals.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
