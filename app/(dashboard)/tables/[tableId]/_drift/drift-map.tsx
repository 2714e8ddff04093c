import type { ReactNode } from "react";
import { viewDriftMap, type DriftMapView, type MapCell } from "./drift-map-view.ts";
import classes from "./drift.module.css";
import type { DriftTopic } from "#lib/iceberg/contract-causes.ts";
import { formatCount } from "#lib/units.ts";

const LABELS = { left: 44, top: 34, right: 52 } as const;
/** Of the whole map, however many partitions there are, so that its text has one size. */
const WIDTH = 312;

interface Layout {
  step: number;
  /** Every so many lines one is labelled. */
  every: number;
}

function layoutOf(view: DriftMapView): Layout {
  const step = Math.min(16, (WIDTH - LABELS.left - LABELS.right) / view.columns.length);
  const wanted = view.columns.length > 12 ? 26 : 16;
  return { step, every: Math.ceil(wanted / step) };
}

/** Where the drifted keys of a topic went: old partition by new one. The same numbers stand in a table below. Nothing where no key drifted. */
export function DriftMap({
  topic,
  label,
  cellLink,
}: {
  topic: Pick<DriftTopic, "moves" | "windows">;
  label: string;
  /** Where a cell of one pair of partitions leads. */
  cellLink?: ((from: number, to: number) => string) | undefined;
}) {
  const view = viewDriftMap(topic);
  if (view === null) return null;
  const layout = layoutOf(view);
  const { step, every } = layout;
  const [width, height] = [view.columns.length * step, view.rows.length * step];
  const gap = step > 6 ? 2 : 0.5;
  return (
    <figure className={classes["figure"]}>
      <svg
        viewBox={`0 0 ${WIDTH} ${LABELS.top + height + 4}`}
        className={classes["map"]}
        role={cellLink === undefined ? "img" : "group"}
        aria-label={label}
      >
        <Axes view={view} layout={layout} />
        {view.rows.map(({ label: name, keys }, row) => (
          <MapRow
            key={name}
            name={row % every === 0 ? firstOf(name) : null}
            keys={every === 1 ? keys : null}
            y={LABELS.top + row * step}
            step={step}
            width={width}
            gap={gap}
            columns={view.columns.length}
          />
        ))}
        {view.cells.map((cell) => (
          <CellPlace key={cell.name} link={view.bucket === 1 ? cellLink?.(cell.row, cell.column) : undefined}>
            <Cell cell={cell} step={step} gap={gap} />
          </CellPlace>
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
      <MoveTable view={view} cellLink={cellLink} />
    </figure>
  );
}

/** Of partitions that share a line, `16–31`, the axis says the first. */
function firstOf(label: string): string {
  return label.split("–")[0] ?? label;
}

function Axes({ view, layout: { step, every } }: { view: DriftMapView; layout: Layout }) {
  const right = LABELS.left + view.columns.length * step + LABELS.right;
  return (
    <>
      <text x={LABELS.left} y={10} className={classes["axis"]}>
        new partition
      </text>
      <text x={LABELS.left - 14} y={26} textAnchor="end" className={classes["axis"]}>
        old
      </text>
      {every === 1 && (
        <text x={right} y={26} textAnchor="end" className={classes["axis"]}>
          keys
        </text>
      )}
      {view.columns.map(({ label: name, isNew }, column) =>
        column % every === 0 ? (
          <text
            key={name}
            x={LABELS.left + (column + 0.5) * step}
            y={26}
            textAnchor="middle"
            className={classes[isNew ? "axisNew" : "axis"]}
          >
            {firstOf(name)}
          </text>
        ) : null,
      )}
    </>
  );
}

function MapRow(props: { name: string | null; keys: number | null; y: number; step: number; width: number; gap: number; columns: number }) {
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
          {keys !== null && (
            <text x={LABELS.left + width + LABELS.right} y={middle} textAnchor="end" className={classes["sum"]}>
              {formatCount(keys)}
            </text>
          )}
        </>
      )}
    </>
  );
}

/** A link for the pointer; the keyboard has the same ones in the table below. */
function CellPlace({ link, children }: { link: string | undefined; children: ReactNode }) {
  if (link === undefined) return children;
  return (
    <a href={link} tabIndex={-1} aria-hidden="true">
      {children}
    </a>
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

function MoveTable({ view, cellLink }: { view: DriftMapView; cellLink: ((from: number, to: number) => string) | undefined }) {
  const cells = view.cells.toSorted((a, b) => b.keys - a.keys);
  return (
    <details className={classes["numbers"]}>
      <summary>Show as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Old → new partition</th>
            <th scope="col">Keys</th>
          </tr>
        </thead>
        <tbody>
          {cells.slice(0, TABLE_MAX).map(({ name, keys, row, column }) => (
            <tr key={name}>
              <td>{cellLink === undefined || view.bucket > 1 ? name : <a href={cellLink(row, column)}>{name}</a>}</td>
              <td>{formatCount(keys)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {cells.length > TABLE_MAX && <p>{`${formatCount(cells.length - TABLE_MAX)} more pairs have fewer keys.`}</p>}
    </details>
  );
}
