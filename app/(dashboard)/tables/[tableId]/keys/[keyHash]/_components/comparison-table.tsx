import { Time } from "#app/_ui/time.client.tsx";
import { StatePill } from "#app/_ui/state-pill.tsx";
import { ComparisonCell } from "./comparison-cell.tsx";
import type { ComparedColumn, Comparison, RowStanding } from "./comparison.ts";
import classes from "./comparison.module.css";

interface ComparisonTableProps {
  comparison: Comparison;
  /** By what the right row was found; empty: none was. */
  winnerBy: string;
  /** The key may have several rows: none of them is stale. */
  mayRepeat: boolean;
}

/**
 * Rows side by side: a line for each column, a column for each row; what differs carries a sign and a tint, that of the right row another than
 * that of stale ones. Where rows lie differs always, so it carries none.
 */
export function ComparisonTable({ comparison: { heads, sections }, winnerBy, mayRepeat }: ComparisonTableProps) {
  const standings = heads.map(({ standing }) => (mayRepeat ? null : standing));
  return (
    // Scrolls by itself when there are many rows, so the keyboard has to reach it.
    <section className={classes["panel"]} tabIndex={0} aria-label="Rows side by side">
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col" className={classes["type"]}>
              Type
            </th>
            {heads.map(({ title, where, at }, place) => (
              <th key={title} scope="col" className={classes["row"]}>
                <Standing standing={standings[place] ?? null} winnerBy={winnerBy} />
                <b>{title}</b>{" "}
                <small>
                  {where}
                  {where !== "" && at !== null && " · "}
                  {at !== null && <Time at={at} />}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        {sections.map(({ title, columns, isPhysical = false }) => (
          <tbody key={title}>
            <tr className={classes["group"]}>
              <th scope="rowgroup" colSpan={heads.length + 2}>
                <span>{title}</span>
              </th>
            </tr>
            {columns.map((column) => (
              <Line key={column.name} column={isPhysical ? { ...column, differs: false } : column} standings={standings} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** A nested type by its outermost name; the whole of it on hover. */
function shortType(type: string): string {
  return type.length > 32 && type.includes("<") ? `${type.slice(0, type.indexOf("<"))}<…>` : type;
}

/** Whether a row is the right one, and by what. */
function Standing({ standing, winnerBy }: { standing: RowStanding; winnerBy: string }) {
  if (standing === null) return null;
  return (
    <span className={classes["standing"]}>
      {standing === "winner" && <StatePill state="ok">Winner</StatePill>}
      {standing === "stale" && <StatePill state="alert">Stale</StatePill>}
      {standing === "tied" && <StatePill state="unknown">Undecided</StatePill>}
      {standing === "winner" && winnerBy !== "" && <small>{winnerBy}</small>}
    </span>
  );
}

interface LineProps {
  column: ComparedColumn;
  /** Of the rows, in their order. */
  standings: readonly RowStanding[];
}

function Line({ column: { name, type, cells, differs }, standings }: LineProps) {
  return (
    <tr className={differs ? classes["differs"] : undefined}>
      <th scope="row">
        <bdi>{name}</bdi>
        {differs && (
          <span className={classes["sign"]} title="The rows differ here">
            ≠<span className="visually-hidden"> differs</span>
          </span>
        )}
      </th>
      <td className={classes["type"]} title={type ?? undefined}>
        {type === null ? "–" : shortType(type)}
      </td>
      {cells.map((cell, place) => (
        <td key={place} className={standings[place] == null ? undefined : classes[standings[place]]}>
          <ComparisonCell cell={cell} name={name} />
        </td>
      ))}
    </tr>
  );
}
