"use client";

import { useRouter } from "next/navigation";
import type { KeyboardEvent, Ref } from "react";
import { tableLink } from "#lib/contracts/links.ts";
import type { ChartPoint } from "#lib/contracts/series.ts";
import { sayTrust } from "./board-words.ts";
import type { Cursor } from "./use-cursor.client.tsx";
import type { Zoom } from "./use-zoom.client.tsx";
import classes from "./board.module.css";

interface CursorKeysProps {
  ref: Ref<HTMLDivElement>;
  tableId: string;
  keyName: string;
  points: readonly ChartPoint[];
  cursor: Cursor;
  zoom: Zoom;
  say: (at: number) => string;
  onTable: () => void;
}

/** The charts' one tab stop: it lies over all of them, says where the cursor is, and takes the keys. */
export function CursorKeys({ ref, tableId, keyName, points, cursor, zoom, say, onTable }: CursorKeysProps) {
  const router = useRouter();
  const point = points[cursor.index];
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === "t" || event.key === "T") onTable();
    else if (event.key === "Enter" && point?.snapshotId != null) {
      router.push(tableLink(tableId, { key: keyName, snapshot: point.snapshotId }));
    } else if (!cursor.press(event) && !zoom.press(event, point?.at ?? null)) return;
    event.preventDefault();
  };
  const told =
    point === undefined
      ? "no numbers"
      : `${say(point.at)}, surplus rows ${point.values.surplus_rows?.last ?? "not computed"}, ${sayTrust(point)}`;
  return (
    <div
      ref={ref}
      className={classes["keys"]}
      role="slider"
      tabIndex={0}
      aria-label="Cursor of the charts. Arrows step by point, with Shift by day; Enter opens the snapshot, T shows a table, plus and minus zoom."
      aria-valuemin={0}
      aria-valuemax={Math.max(points.length - 1, 0)}
      aria-valuenow={Math.max(cursor.index, 0)}
      aria-valuetext={told}
      onKeyDown={press}
    />
  );
}
