"use client";

import type { KeySample } from "#lib/contracts/browse-documents.ts";
import { formatBytes, formatCount, formatDuration } from "#lib/units.ts";
import classes from "./sample-table.module.css";

/** How unique the values of each column were in a few rows; a row chooses its column as the key. */
export function SampleTable({ sample, onChoose }: { sample: KeySample; onChoose: (column: string) => void }) {
  const { rows, files, bytesRead, milliseconds, columns } = sample;
  if (rows === 0) return <p className={classes["says"]}>The table has no rows to look into.</p>;
  const sorted = columns.toSorted((a, b) => share(b) - share(a));
  return (
    <div className={classes["sample"]}>
      <p className={classes["says"]}>
        {formatCount(rows)} rows of {formatCount(files)} {files === 1 ? "file" : "files"}, {formatBytes(bytesRead)} in{" "}
        {formatDuration(milliseconds)}. A sample can rule out a key, not prove it.
      </p>
      <div className={classes["scroll"]} tabIndex={0} role="group" aria-label="Uniqueness by column">
        <table>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Values of their own</th>
              <th scope="col">NULL</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((one) => (
              <tr key={one.column}>
                <th scope="row">
                  <button type="button" onClick={() => onChoose(one.column)} title={`Choose ${one.column} as the key`}>
                    <bdi>{one.column}</bdi>
                  </button>
                </th>
                <td>
                  <span className={classes["bar"]} style={{ width: `${Math.round(share(one) * 48)}px` }} aria-hidden="true" />
                  {(share(one) * 100).toFixed(1)} %
                </td>
                <td>{formatCount(one.nulls)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Of the rows that have a value, how many values there are. */
function share({ rows, nulls, distinct }: KeySample["columns"][number]): number {
  return rows === nulls ? 0 : Math.min(distinct / (rows - nulls), 1);
}
