"use client";

import { Time } from "#app/_ui/time.client.tsx";
import type { ChartPoint } from "#lib/contracts/series.ts";
import { boardCharts, partValue, type BoardChart } from "./board-data.ts";
import { sayTrust, sayValue } from "./board-words.ts";
import classes from "./board.module.css";

/** The charts' numbers as a table, newest first. */
export function SeriesTable({ points, deletesBy }: { points: readonly ChartPoint[]; deletesBy: "rows" | "files" }) {
  const columns = boardCharts(deletesBy).flatMap((chart) => chart.parts.map((part) => ({ chart, part })));
  return (
    <div className={classes["table"]} role="region" aria-label="The numbers of the charts" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {columns.map(({ chart, part }) => (
              <th key={`${chart.id} ${part.label}`} scope="col">
                {nameOf(chart, part.label)}
              </th>
            ))}
            <th scope="col">Trust</th>
            <th scope="col" className={classes["text"]}>
              Operation
            </th>
            <th scope="col" className={classes["text"]}>
              Snapshot
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={`${point.at} ${point.version} ${point.engine}`}>
              <th scope="row">
                <Time at={new Date(point.at).toISOString()} />
                {point.count > 1 && ` (${point.count})`}
              </th>
              {columns.map(({ chart, part }) => (
                <td key={`${chart.id} ${part.label}`}>{partValue(part, point) === null ? "–" : sayValue(part, point, chart)}</td>
              ))}
              <td>{sayTrust(point)}</td>
              <td className={classes["text"]}>{point.operation ?? "–"}</td>
              <td className={classes["text"]}>
                <code>{point.snapshotId ?? "–"}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function nameOf({ id, counts }: BoardChart, label: string): string {
  if (id === "partitions") return `keys ${label}`;
  if (id === "ratio") return "delete ratio";
  if (id !== "deletes") return label;
  if (label === "vectors") return counts === "files" ? "deletion vectors" : "vector rows";
  return `${label}-delete ${counts}`;
}
