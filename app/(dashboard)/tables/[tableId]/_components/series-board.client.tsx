"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import { seriesAddress, seriesQuery, type SeriesAsked } from "#app/_queries/series.ts";
import { Panel } from "#app/_ui/panel.tsx";
import { parseRange } from "#lib/contracts/series-range.ts";
import { readPoints, splitEdges, type Series, type SeriesBy } from "#lib/contracts/series.ts";
import { BoardStage, type FirstCrossed } from "./board-stage.client.tsx";
import { useBoardView } from "./board-view.client.tsx";
import { gapAfter } from "./board-words.ts";
import type { ChartLimits } from "./chart-limits.ts";
import { RangeControl } from "./range-control.client.tsx";
import { ReadOut } from "./read-out.client.tsx";
import { SeriesTable } from "./series-table.client.tsx";
import { useCursor } from "./use-cursor.client.tsx";
import classes from "./board.module.css";

// Few come to write; its fields are not part of the page's first script.
const NoteForm = dynamic(async () => (await import("./note-form.client.tsx")).NoteForm, { ssr: false });

interface SeriesBoardProps {
  table: { id: string; name: string };
  keyName: string;
  promise: string;
  /** The range where the address names none. */
  usual: string;
  /** The table's own clock, ISO 8601. */
  now: string;
  /** What the server rendered with, and for which part of the address. */
  initial: { query: { range: string | undefined; by: SeriesBy }; series: Series };
  limits: ChartLimits;
  /** null: no limit is crossed now, or since when is not known. */
  first: FirstCrossed | null;
  /** When the snapshot that the page shows was committed, ISO 8601; null: it is the newest. */
  snapshotAt: string | null;
}

/** A table's charts under one lane of events: one axis, one cursor, one range, all in the address. */
export function SeriesBoard(props: SeriesBoardProps) {
  const { keyName, promise, usual, now, initial, limits, first, snapshotAt } = props;
  const { id: tableId, name: tableName } = props.table;
  const { range, by, deletes: deletesBy, change } = useBoardView();
  const asked = { tableId, key: keyName, range: range ?? usual, by };
  const isInitial = range === initial.query.range && by === initial.query.by;
  const found = useQuery({ ...seriesQuery(asked), ...(isInitial && { initialData: initial.series }) });
  const series = found.data ?? initial.series;
  const { before, inside, after } = useMemo(() => splitEdges(readPoints(series.columns), series.meta), [series]);
  // Between two commits the numbers of the earlier one hold.
  const points = useMemo(() => (inside.length > 0 || before === null ? inside : [before]), [inside, before]);
  const beside = useMemo(() => ({ before: inside.length > 0 ? before : null, after }), [inside, before, after]);
  const cursor = useCursor(points, snapshotAt);
  const [shows, setShows] = useState<"charts" | "table">("charts");
  const [isNoting, setIsNoting] = useState(false);
  useRefreshOn(series.meta.revision);
  const point = points[cursor.index];
  const toggle = () => setShows(shows === "charts" ? "table" : "charts");
  return (
    <Panel label={`Charts over ${by === "run" ? "run" : "commit"} time`}>
      <div className={classes["board"]}>
        <div className={classes["range"]}>
          <RangeControl now={now} usual={usual} />
        </div>
        <ReadOut
          tableId={tableId}
          keyName={keyName}
          promise={promise}
          point={point}
          deleteRatioLimit={limits.delete_ratio?.named ?? null}
          gap={point === undefined ? null : gapAfter(point, series.meta.gaps)}
        />
        {parseRange(range) === null && <p className={classes["fault"]}>The range in the address cannot be read; shown are 14 days.</p>}
        {found.isError && (
          <p className={classes["fault"]} role="status">
            {found.error.message} The numbers stay as they were. This is retried.
          </p>
        )}
        <Tools asked={asked} isTable={shows === "table"} isNoting={isNoting} onTable={toggle} onNote={() => setIsNoting(true)} />
        {isNoting && (
          <NoteForm
            tableId={tableId}
            at={point === undefined ? series.meta.now : new Date(point.at).toISOString()}
            close={() => setIsNoting(false)}
          />
        )}
        {shows === "table" ? (
          <SeriesTable points={points} deletesBy={deletesBy} />
        ) : (
          <BoardStage
            tableId={tableId}
            tableName={tableName}
            asked={asked}
            meta={series.meta}
            points={points}
            cursor={cursor}
            limits={limits}
            edges={beside}
            first={first}
            deletesBy={deletesBy}
            isStale={found.isPlaceholderData}
            onDeletesBy={(counts) => change({ deletes: counts === "files" ? counts : undefined })}
            onTable={toggle}
          />
        )}
      </div>
    </Panel>
  );
}

interface ToolsProps {
  asked: SeriesAsked;
  isTable: boolean;
  isNoting: boolean;
  onTable: () => void;
  onNote: () => void;
}

/** What can be done with the charts besides looking. */
function Tools({ asked, isTable, isNoting, onTable, onNote }: ToolsProps) {
  return (
    <div className={classes["tools"]}>
      <Button variant="default" size="compact-sm" onClick={onTable} aria-pressed={isTable}>
        As a table
      </Button>
      <Button variant="default" size="compact-sm" onClick={onNote} disabled={isNoting}>
        Add a note
      </Button>
      <a href={seriesAddress(asked, "csv")} download="">
        CSV
      </a>
      <a href={seriesAddress(asked, "arrow")} download="">
        Arrow
      </a>
      <span className={`${classes["space"]} ${classes["keyHints"]}`}>
        <kbd>←</kbd> <kbd>→</kbd> step · drag to zoom · <kbd>T</kbd> as table
      </span>
    </div>
  );
}

/** Reads the page's other numbers again once a run has seen something new. */
function useRefreshOn(revision: string): void {
  const router = useRouter();
  const known = useRef(revision);
  useEffect(() => {
    if (known.current === revision) return;
    known.current = revision;
    router.refresh();
  }, [revision, router]);
}
