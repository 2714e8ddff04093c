"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { EventLane } from "#app/_ui/charts/event-lane.tsx";
import { placeLabels } from "#app/_ui/charts/place-labels.ts";
import { GapHatch, type Band, type FirstMark } from "#app/_ui/charts/plot-marks.tsx";
import type { SeriesChart } from "#app/_ui/charts/series-chart.client.tsx";
import { AXIS_LEFT, AXIS_RIGHT, listTicks, xOf, type TimeScale } from "#app/_ui/charts/time-axis.ts";
import { TimeLabels } from "#app/_ui/charts/time-labels.tsx";
import { useNow, useZone } from "#app/_ui/zone.client.tsx";
import type { ChartPoint, SeriesEvent, SeriesMeta } from "#lib/contracts/series.ts";
import type { ChartId } from "#lib/names.ts";
import { formatInstant } from "#lib/time.ts";
import { boardCharts, type Edges } from "./board-data.ts";
import { sayEvents } from "./board-words.ts";
import type { SeriesAsked } from "#app/_queries/series.ts";
import { ChartFigure } from "./chart-figure.client.tsx";
import type { ChartLimits } from "./chart-limits.ts";
import { CursorKeys } from "./cursor-keys.client.tsx";
import { DeletesSwitch } from "./deletes-switch.client.tsx";
import { EventList } from "./event-list.client.tsx";
import { useBrush } from "./use-brush.client.tsx";
import type { Cursor } from "./use-cursor.client.tsx";
import { useWidth } from "./use-width.client.tsx";
import { useZoom } from "./use-zoom.client.tsx";
import classes from "./board.module.css";

/** When a number of one chart crossed its limit; not exact: snapshots before it were not read. */
export interface FirstCrossed {
  chart: ChartId;
  at: string;
  /** It left what its past let expect; no limit is set. */
  byPast: boolean;
  /** The limit is the first row. */
  isFirst: boolean;
  isExact: boolean;
}

interface BoardStageProps {
  tableId: string;
  tableName: string;
  asked: SeriesAsked;
  meta: SeriesMeta;
  points: readonly ChartPoint[];
  cursor: Cursor;
  limits: ChartLimits;
  /** The nearest points outside of the range. */
  edges: Pick<Edges, "before" | "after">;
  first: FirstCrossed | null;
  deletesBy: "rows" | "files";
  /** Shown are the numbers of the range before, while those of this one are on their way. */
  isStale: boolean;
  onDeletesBy: (by: "rows" | "files") => void;
  onTable: () => void;
}

const NO_BANDS: readonly Band[] = [];
/** Below it labels on the lane have no room. */
const NARROW = 640;
const RANKS: Record<SeriesEvent["kind"], number> = { version: 0, engine: 0, note: 1, schema: 2, compaction: 3, failed: 4 };

/** The lane, the charts and the axis, with the cursor over all of them. */
export function BoardStage(props: BoardStageProps) {
  const { tableId, tableName, asked, meta, points, cursor, limits, edges: beside, first, deletesBy, isStale, onDeletesBy, onTable } = props;
  const [zone, now] = [useZone(), useNow()];
  const say = useCallback((at: number | string) => formatInstant(new Date(at), zone, now), [zone, now]);
  const [stage, width] = useWidth();
  const keys = useRef<HTMLDivElement>(null);
  const Chart = useChart();
  const { scale, ticks, lane, gaps, bands } = useLayout(meta, width, { zone, now });
  const edges = useMemo(() => {
    const until = Math.min(Date.parse(meta.to), Date.parse(meta.knownUntil));
    return { before: beside.before, after: beside.after, until };
  }, [beside.before, beside.after, meta.to, meta.knownUntil]);
  const marks = useMemo(() => firstMarks(first, say(first?.at ?? 0)), [first, say]);
  const zoom = useZoom(scale);
  const brush = useBrush({ scale, cursor, zoomTo: zoom.zoomTo, focus: () => keys.current?.focus({ preventScroll: true }) });
  const point = points[cursor.index];
  const facts = `${tableName}, key ${meta.key} · ${say(meta.from)} – ${say(meta.to)} · times in ${zone}`;
  return (
    <>
      <div ref={stage} className={classes["stage"]} data-stale={isStale} onDoubleClick={zoom.back} {...brush.handlers}>
        <GapHatch />
        {width > 0 && <EventLane scale={scale} {...lane} commits={meta.commits} name={sayEvents(meta.events, say)} />}
        {width === 0 && <div style={{ height: 46 }} />}
        {boardCharts(deletesBy).map((chart) => (
          <ChartFigure
            key={chart.id}
            chart={chart}
            points={points}
            scale={scale}
            ticks={ticks}
            gaps={gaps}
            lines={lane.lines}
            first={chart.id === first?.chart ? marks.named : marks.plain}
            limits={limits}
            bands={chart.id === "partitions" ? bands : NO_BANDS}
            edges={edges}
            index={cursor.index}
            showsCursor={cursor.isChosen}
            Chart={Chart}
            share={{ tableName, asked, facts }}
          >
            {chart.id === "deletes" && <DeletesSwitch by={deletesBy} change={onDeletesBy} />}
          </ChartFigure>
        ))}
        {width > 0 ? <TimeLabels scale={scale} ticks={ticks} /> : <div style={{ height: 20 }} />}
        <Pointers x={cursor.isChosen && point !== undefined && width > 0 ? xOf(scale, point.at) : null} span={brush.span} />
        <CursorKeys
          ref={keys}
          tableId={tableId}
          keyName={meta.key}
          points={points}
          cursor={cursor}
          zoom={zoom}
          say={say}
          onTable={onTable}
        />
      </div>
      <EventList
        tableId={tableId}
        keyName={meta.key}
        events={meta.events}
        leftOut={meta.eventsLeftOut}
        numbers={lane.numbers}
        isOpen={width > 0 && width < NARROW}
      />
    </>
  );
}

/** The cursor's line, and the stretch that is being chosen. */
function Pointers({ x, span }: { x: number | null; span: [number, number] | null }) {
  return (
    <>
      {x !== null && <span className={classes["cursor"]} style={{ left: x }} />}
      {span !== null && <span className={classes["brush"]} style={{ left: span[0], width: span[1] - span[0] }} />}
    </>
  );
}

/** Where all of it stands: what a move of the cursor leaves as it is. */
function useLayout(meta: SeriesMeta, width: number, { zone, now }: { zone: string; now: Date }) {
  const scale = useMemo<TimeScale>(() => ({ from: Date.parse(meta.from), to: Date.parse(meta.to), width }), [meta.from, meta.to, width]);
  const ticks = useMemo(() => (width === 0 ? [] : listTicks(scale, zone, now)), [scale, zone, now, width]);
  const lane = useMemo(() => layLane(meta.events, scale), [meta.events, scale]);
  const gaps = useMemo(() => meta.gaps.map(({ from, to, word }) => ({ from: Date.parse(from), to: Date.parse(to), word })), [meta.gaps]);
  const bands = useMemo(
    () => meta.expected.map(({ from, to, low, high }) => ({ from: Date.parse(from), to: Date.parse(to), low, high })),
    [meta.expected],
  );
  return { scale, ticks, lane, gaps, bands };
}

/** Where the events stand on the lane, and the times at which lines drop from it. */
function layLane(events: readonly SeriesEvent[], scale: TimeScale) {
  const shown = events.map(({ id, at, kind, label }) => ({ id, at: Date.parse(at), kind, label }));
  const items = shown.map(({ id, at, kind, label }) => ({ id, x: xOf(scale, at), label, rank: RANKS[kind] }));
  const placed = placeLabels(items, { width: scale.width - AXIS_RIGHT, left: AXIS_LEFT, rows: scale.width < NARROW ? 0 : 3 });
  return { events: shown, ...placed, lines: [...new Set(shown.map(({ at }) => at))] };
}

/** The first chart names the mark, the others draw its line. */
function firstMarks(first: FirstCrossed | null, when: string): { named: FirstMark | null; plain: FirstMark | null } {
  if (first === null) return { named: null, plain: null };
  const at = Date.parse(first.at);
  return { named: { at, words: [wordsOf(first), when] }, plain: { at, words: null } };
}

function wordsOf({ isFirst, isExact, byPast }: FirstCrossed): string {
  if (byPast) return isExact ? "Beyond what was expected" : "First seen beyond what was expected";
  if (!isFirst) return isExact ? "Limit crossed" : "Limit crossed by then";
  return isExact ? "First extra row" : "Extra rows first seen";
}

/** The drawing part, once its script is there; the page is complete without it. */
function useChart(): typeof SeriesChart | null {
  const [Chart, setChart] = useState<typeof SeriesChart | null>(null);
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      const loaded = await import("#app/_ui/charts/series-chart.client.tsx");
      if (!isGone) setChart(() => loaded.SeriesChart);
    };
    void load();
    return () => {
      isGone = true;
    };
  }, []);
  return Chart;
}
