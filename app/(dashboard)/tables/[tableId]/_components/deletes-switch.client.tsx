"use client";

import classes from "./board.module.css";

/** Whether the last chart counts rows or files of deletes. */
export function DeletesSwitch({ by, change }: { by: "rows" | "files"; change: (by: "rows" | "files") => void }) {
  return (
    <span className={classes["switch"]} role="group" aria-label="What the chart of deletes counts">
      {(["rows", "files"] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === by} onClick={() => change(one)}>
          {one}
        </button>
      ))}
    </span>
  );
}
