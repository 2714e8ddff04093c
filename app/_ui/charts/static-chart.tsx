import type { ChartRow, Layer } from "./series-chart.client.tsx";
import { PLOT_BOTTOM, PLOT_TOP } from "./plot-marks.tsx";
import { splitRows, spanOf } from "./split-rows.ts";
import { AXIS_LEFT, AXIS_RIGHT } from "./time-axis.ts";

interface StaticChartProps {
  from: number;
  to: number;
  height: number;
  rows: readonly ChartRow[];
  layers: readonly Layer[];
  top: number;
  levels: readonly number[];
}

/** The same numbers as a plain picture of the same size, which stretches: what is seen until the chart's script is there. */
export function StaticChart({ from, to, height, rows, layers, top, levels }: StaticChartProps) {
  const x = (at: number) => ((at - from) / Math.max(to - from, 1)) * 1000;
  const y = (value: number) => (1 - value / top) * 100;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1000 100"
      preserveAspectRatio="none"
      style={{
        position: "absolute",
        left: AXIS_LEFT,
        top: PLOT_TOP,
        width: `calc(100% - ${AXIS_LEFT + AXIS_RIGHT}px)`,
        height: height - PLOT_TOP - PLOT_BOTTOM,
      }}
    >
      <path d={levels.map((level) => `M0 ${y(level)}H1000`).join("")} stroke="var(--grid)" vectorEffect="non-scaling-stroke" />
      {layers.map(({ key, kind, color }) => {
        if (kind === "area") {
          return splitRows(rows, key).map((part) => {
            const at = (row: ChartRow, edge: 0 | 1) => `${x(row.at).toFixed(1)} ${y(spanOf(row, key)[edge]).toFixed(2)}`;
            const d = `M${part.map((row) => at(row, 1)).join("L")}L${part
              .toReversed()
              .map((row) => at(row, 0))
              .join("L")}Z`;
            return <path key={`${key}${part[0]?.at}`} d={d} fill={color} fillOpacity="0.75" />;
          });
        }
        if (kind !== "line") return null;
        return splitRows(rows, key).map((part) => (
          <path
            key={`${key}${part[0]?.at}`}
            d={`M${part.map((row) => `${x(row.at).toFixed(1)} ${y(spanOf(row, key)[1]).toFixed(2)}`).join("L")}`}
            fill="none"
            stroke={color}
            strokeWidth="1.75"
            vectorEffect="non-scaling-stroke"
          />
        ));
      })}
    </svg>
  );
}
