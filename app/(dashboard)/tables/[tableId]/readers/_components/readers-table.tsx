import { Panel } from "#app/_ui/panel.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { VERDICT_WORDS } from "#lib/contracts/verdict.ts";
import type { ReaderStatement } from "#lib/readers/engines.ts";
import type { Shown, TableNow } from "#lib/readers/shown-by-reader.ts";
import { DELETE_KINDS, type DeleteKind } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import classes from "./readers-table.module.css";
import { DOES_WORDS, KIND_NAMES, SHOWN_STATES, sayShown, type ReaderRow } from "./readers-view.ts";

/** Every engine: what it does with each kind of delete, who says so, and what it therefore shows of this table. */
export function ReadersTable({ rows, table }: { rows: readonly ReaderRow[]; table: TableNow }) {
  return (
    <Panel title="By engine" aside="what sources say, each with its date">
      <table className={classes["readers"]}>
        <thead>
          <tr>
            <th scope="col">Engine</th>
            <th scope="col">Shows of this table</th>
            {DELETE_KINDS.map((kind) => (
              <th key={kind} scope="col">
                {capital(KIND_NAMES[kind])}
                <small>{table.deleteFiles[kind] === 0 ? "none here" : `${formatCount(table.deleteFiles[kind])} here`}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ engine, shown }) => (
            <tr key={engine.id}>
              <th scope="row">
                {engine.name}
                <small>{engine.version}</small>
              </th>
              <td data-label="Shows of this table">
                <ShownCell shown={shown} />
              </td>
              {DELETE_KINDS.map((kind) => (
                <Does key={kind} kind={kind} statement={engine.deletes[kind]} isLive={table.deleteFiles[kind] > 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function ShownCell({ shown }: { shown: Shown }) {
  const state = SHOWN_STATES[shown.state];
  return (
    <span className={classes["shown"]}>
      <StateIcon state={state} />
      <span>
        <span className="visually-hidden">{shown.state === "right" ? "Right: " : `${VERDICT_WORDS[state]}: `}</span>
        {sayShown(shown)}
        {shown.state === "otherwise" && shown.reasons.map((reason) => <small key={reason}>{reason}</small>)}
      </span>
    </span>
  );
}

function Does({ kind, statement: { does, note, source }, isLive }: { kind: DeleteKind; statement: ReaderStatement; isLive: boolean }) {
  return (
    <td data-label={capital(KIND_NAMES[kind])} className={isLive ? undefined : classes["idle"]}>
      {does === "applies" || !isLive ? DOES_WORDS[does] : <strong>{DOES_WORDS[does]}</strong>}
      {note !== null && <small>{note}</small>}
      {source !== null && (
        <small>
          <a href={source.url} rel="noreferrer">
            source, {source.date}
          </a>
        </small>
      )}
    </td>
  );
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
