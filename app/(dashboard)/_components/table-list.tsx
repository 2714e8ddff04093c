import { Fragment } from "react";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { VERDICT_STATES, type VerdictState } from "#lib/contracts/verdict.ts";
import type { TableView } from "./overview-view.ts";
import { TableRows } from "./table-rows.tsx";
import classes from "./table-list.module.css";

const WORDS: Record<VerdictState, string> = { wrong: "Wrong now", soon: "Soon", unsure: "Not known", fine: "Fine" };

/** All tables in groups by state, worst first; on a phone each row is a card. */
export function TableList({ tables, now }: { tables: readonly TableView[]; now: Date }) {
  const groups = VERDICT_STATES.map((state) => ({ state, members: tables.filter((table) => table.state === state) }));
  return (
    <table className={classes["list"]}>
      <thead>
        <tr>
          <th scope="col">Table</th>
          <th scope="col">What we see</th>
          <th scope="col">Rows</th>
          <th scope="col">Duplicated keys</th>
          <th scope="col">Surplus rows</th>
          <th scope="col">In 2+ partitions</th>
          <th scope="col">Delete files</th>
          <th scope="col">Trust</th>
          <th scope="col">Owner</th>
          <th scope="col">Checked</th>
        </tr>
      </thead>
      <tbody>
        {groups
          .filter(({ members }) => members.length > 0)
          .map(({ state, members }) => (
            <Fragment key={state}>
              <tr className={classes["group"]}>
                <th scope="rowgroup" colSpan={10}>
                  <span>
                    <StateIcon state={state} /> <b>{WORDS[state]}</b> {members.length}
                  </span>
                </th>
              </tr>
              {members.map((table) => (
                <TableRows key={table.id} table={table} now={now} />
              ))}
            </Fragment>
          ))}
      </tbody>
    </table>
  );
}
