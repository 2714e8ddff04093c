import { Time } from "#app/_ui/time.client.tsx";
import { ComparisonCell } from "./comparison-cell.tsx";
import type { ComparedColumn, Comparison } from "./comparison.ts";
import classes from "./comparison.module.css";

/** Rows side by side: a line for each column, a column for each row; what differs carries a sign and a tint. */
export function ComparisonTable({ comparison: { heads, sections } }: { comparison: Comparison }) {
  return (
    // Scrolls by itself when there are many rows, so the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by Tab
    <section className={classes["panel"]} tabIndex={0} aria-label="Rows side by side">
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col" className={classes["type"]}>
              Type
            </th>
            {heads.map(({ title, at }, place) => (
              // Rows have no name of their own.
              // oxlint-disable-next-line react/no-array-index-key -- their places do not change
              <th key={place} scope="col" className={classes["row"]}>
                <b>{title}</b>{" "}
                {at !== null && (
                  <small>
                    <Time at={at} />
                  </small>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {sections.map(({ title, columns }) => (
          <tbody key={title}>
            <tr className={classes["group"]}>
              <th scope="rowgroup" colSpan={heads.length + 2}>
                <span>{title}</span>
              </th>
            </tr>
            {columns.map((column) => (
              <Line key={column.name} column={column} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function Line({ column: { name, type, cells, differs } }: { column: ComparedColumn }) {
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
      <td className={classes["type"]}>{type ?? "–"}</td>
      {cells.map((cell, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- as its row
        <td key={place}>
          <ComparisonCell cell={cell} name={name} />
        </td>
      ))}
    </tr>
  );
}
