import { viewDriftMap, type DriftMapView, type MapCell } from "./drift-map-view.ts";
import classes from "./drift.module.css";
import type { DriftTopic } from "#lib/iceberg/contract-causes.ts";
import { formatCount } from "#lib/units.ts";

const LABELS = { left: 44, top: 34, right: 52 } as const;
const WIDTH = 312;

interface Layout {
  step: number;
  /** Every so many lines one is labelled. */
  every: number;
}

function layoutOf(view: DriftMapView): Layout {
  const step = Math.min(20, (WIDTH - LABELS.left - LABELS.right) / view.columns.length);
  const wanted = view.bucket > 1 ? 44 : 16;
  return { step, every: Math.ceil(wanted / step) };
}

/** Where the drifted keys of a topic went: old partition by new one. The same numbers stand in a table below. Nothing where no key drifted. */
export function DriftMap({ topic, label }: { topic: Pick<DriftTopic, "moves" | "windows">; label: string }) {
  const view = viewDriftMap(topic);
  if (view === null) return null;
  const { step, every } = layoutOf(view);
  const [width, height] = [view.columns.length * step, view.rows.length * step];
  const gap = step > 6 ? 2 : 0.5;
  const shown = (line: number, lines: number): boolean => line % every === 0 && (line === 0 || line + every <= lines || every === 1);
  return (
    <figure className={classes["figure"]}>
      <svg
        viewBox={`0 0 ${LABELS.left + width + LABELS.right} ${LABELS.top + height + 4}`}
        className={classes["map"]}
        role="img"
        aria-label={label}
      >
        <text x={LABELS.left} y={10} className={classes["axis"]}>
          new partition
        </text>
        <text x={LABELS.left - 8} y={26} textAnchor="end" className={classes["axis"]}>
          old
        </text>
        <text x={LABELS.left + width + LABELS.right} y={26} textAnchor="end" className={classes["axis"]}>
          keys
        </text>
        {view.columns.map(({ label: name, isNew }, column) =>
          shown(column, view.columns.length) ? (
            <text
              key={name}
              x={LABELS.left + (column + 0.5) * step}
              y={26}
              textAnchor="middle"
              className={classes[isNew ? "axisNew" : "axis"]}
            >
              {name}
            </text>
          ) : null,
        )}
        {view.rows.map(({ label: name, keys }, row) => (
          <MapRow
            key={name}
            name={shown(row, view.rows.length) ? name : null}
            keys={keys}
            y={LABELS.top + row * step}
            step={step}
            width={width}
            gap={gap}
            columns={view.columns.length}
          />
        ))}
        {view.cells.map((cell) => (
          <Cell key={cell.name} cell={cell} step={step} gap={gap} />
        ))}
        {view.newFrom !== null && (
          <line
            x1={LABELS.left + view.newFrom * step}
            x2={LABELS.left + view.newFrom * step}
            y1={LABELS.top - 4}
            y2={LABELS.top + height + 4}
            className={classes["border"]}
          />
        )}
      </svg>
      <MoveTable view={view} />
    </figure>
  );
}

function MapRow(props: { name: string | null; keys: number; y: number; step: number; width: number; gap: number; columns: number }) {
  const { name, keys, y, step, width, gap, columns } = props;
  const middle = y + step / 2 + 4;
  // One path for all empty cells, so that a large map stays light.
  const empty = Array.from(
    { length: columns },
    (_, column) => `M${LABELS.left + column * step + gap / 2} ${y + gap / 2}h${step - gap}v${step - gap}h${gap - step}z`,
  ).join("");
  return (
    <>
      <path d={empty} fill="var(--inset)" />
      {name !== null && (
        <>
          <text x={LABELS.left - 8} y={middle} textAnchor="end" className={classes["axis"]}>
            {name}
          </text>
          <text x={LABELS.left + width + LABELS.right} y={middle} textAnchor="end" className={classes["sum"]}>
            {formatCount(keys)}
          </text>
        </>
      )}
    </>
  );
}

function Cell({ cell, step, gap }: { cell: MapCell; step: number; gap: number }) {
  return (
    <rect
      x={LABELS.left + cell.column * step + gap / 2}
      y={LABELS.top + cell.row * step + gap / 2}
      width={step - gap}
      height={step - gap}
      rx={step > 10 ? 2 : 0}
      fill={`var(--ord-${cell.depth + 1})`}
    >
      <title>{`${cell.name}: ${formatCount(cell.keys)} ${cell.keys === 1 ? "key" : "keys"}`}</title>
    </rect>
  );
}

const TABLE_MAX = 200;

function MoveTable({ view }: { view: DriftMapView }) {
  const cells = view.cells.toSorted((a, b) => b.keys - a.keys);
  return (
    <details className={classes["numbers"]}>
      <summary>The same as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Old → new partition</th>
            <th scope="col">Keys</th>
          </tr>
        </thead>
        <tbody>
          {cells.slice(0, TABLE_MAX).map(({ name, keys }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{formatCount(keys)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {cells.length > TABLE_MAX && <p>{`${formatCount(cells.length - TABLE_MAX)} more pairs have fewer keys.`}</p>}
    </details>
  );
}
