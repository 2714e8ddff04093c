"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

/** What the address says of the charts; what is left out is their default. */
interface BoardView {
  range: string | undefined;
  by: "commit" | "run";
  /** Where the cursor is fixed, ISO 8601. */
  at: string | undefined;
  /** What the chart of deletes counts. */
  deletes: "rows" | "files";
}

type BoardChange = Partial<Record<"range" | "by" | "at" | "deletes", string | undefined>>;

/** The charts' part of the address. The server is not asked for the page again. Another range or clock is a step of the browser's history. */
export function useBoardView(): BoardView & { change: (change: BoardChange) => void; addressOf: (change: BoardChange) => string } {
  const path = usePathname();
  const params = useSearchParams();
  const addressOf = useCallback(
    (change: BoardChange) => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      }
      return next.size === 0 ? path : `${path}?${next.toString()}`;
    },
    [path, params],
  );
  const change = useCallback(
    (to: BoardChange) => {
      const isStep = "range" in to || "by" in to;
      if (isStep) window.history.pushState(null, "", addressOf(to));
      else window.history.replaceState(null, "", addressOf(to));
    },
    [addressOf],
  );
  const get = (name: string) => params.get(name) ?? undefined;
  return {
    range: get("range"),
    by: get("by") === "run" ? "run" : "commit",
    at: get("at"),
    deletes: get("deletes") === "files" ? "files" : "rows",
    change,
    addressOf,
  };
}
