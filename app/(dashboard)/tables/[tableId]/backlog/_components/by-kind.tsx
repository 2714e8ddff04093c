import { Panel } from "#app/_ui/panel.tsx";
import type { FileTotals } from "#lib/iceberg/contract-backlog.ts";
import type { DeleteKind } from "#lib/names.ts";
import { formatBytes, formatCount } from "#lib/units.ts";
import { KIND_WORDS } from "./backlog-view.ts";
import classes from "./backlog-table.module.css";
import { KindBar, KindSwatch } from "./kind-bar.tsx";

/** Live deletes by kind, with what each kind costs a reader. */
export function ByKind({ kinds }: { kinds: readonly { kind: DeleteKind; totals: FileTotals }[] }) {
  const rowsMax = Math.max(...kinds.map(({ totals }) => totals.rows));
  return (
    <Panel title="By kind">
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col" className={classes["wide"]}>
              <span className="visually-hidden">Share</span>
            </th>
            <th scope="col">Rows</th>
            <th scope="col">Files</th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, totals }) => (
            <tr key={kind}>
              <th scope="row">
                <KindSwatch kind={kind} />
                {KIND_WORDS[kind].label}
                <small>{KIND_WORDS[kind].cost}</small>
              </th>
              <td className={classes["wide"]}>
                <KindBar deletes={{ [kind]: totals }} rowsMax={rowsMax} />
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
