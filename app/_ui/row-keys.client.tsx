"use client";

import { useEffect } from "react";

/**
 * ↑ and ↓ move through the list by its rows' links, and Enter then opens one as it opens any link. `fromEnd`: the whole list is in the document,
 * so ↑ begins at its last row.
 */
export function RowKeys({ fromEnd = false }: { fromEnd?: boolean }) {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      if ((event.key !== "ArrowDown" && event.key !== "ArrowUp") || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      const active = document.activeElement;
      const links = [...document.querySelectorAll<HTMLElement>("[data-row-link]")];
      const at = links.findIndex((link) => link === active);
      // Whoever is in a field, a menu or a dialog has their own use for the arrows.
      if (at === -1 && active !== null && active !== document.body) return;
      const next = event.key === "ArrowDown" ? links[at + 1] : at === -1 && fromEnd ? links.at(-1) : links[at - 1];
      if (next === undefined) return;
      event.preventDefault();
      next.focus({ preventScroll: true });
      next.closest("tr, [data-row]")?.scrollIntoView({ block: "nearest" });
    };
    addEventListener("keydown", move);
    return () => removeEventListener("keydown", move);
  }, [fromEnd]);
  return null;
}
