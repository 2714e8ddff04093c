import { WAYS, type DetectionSummary } from "#e2e/bench/detection/measure-detection.ts";
import type { Score, Spread } from "#e2e/bench/detection/score.ts";

const HEAD = ["", "to tell", "found", "false", "repeats", "precision", "recall", "delay h", "observations", "open after h", "ended early"];

/** The numbers for a person: a table for each way of judging, and what they took. */
export function reportDetection({ seed, seriesOfKind, seconds, kinds }: DetectionSummary): string {
  const title = `Incidents in ${seriesOfKind} made series of each kind, 90 days each (seed "${seed}"); delays are medians and 95th percentiles`;
  const tables = (["ours", "threshold", "sigma"] as const).flatMap((way) => {
    const rows = kinds.map(({ kind, scores }) => [kind, ...cellsOf(scores[way])]);
    return [`${WAYS[way]}, ${seconds[way].toFixed(1)} s`, "", ...aligned([HEAD, ...rows]), ""];
  });
  return [title, "", ...tables].join("\n");
}

function cellsOf(score: Score): string[] {
  const { labels, found, falseAlarms, repeats, endedEarly } = score;
  const counts = [labels, found, falseAlarms, repeats].map(String);
  const shares = [score.precision, score.recall].map((share) => (share === null ? "-" : share.toFixed(3)));
  const spreads = [score.delayHours, score.delayObservations, score.openAfterHours].map(spread);
  return [...counts, ...shares, ...spreads, String(endedEarly)];
}

function spread({ median, p95 }: Spread): string {
  return median === null || p95 === null ? "-" : `${median.toFixed(1)} / ${p95.toFixed(1)}`;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  "),
  );
}
