"use client";

import { useEffect, useRef, type ReactNode } from "react";

const ROW_LINK = "[data-row-link]";

/** Rows that ↑ and ↓ walk through, from wherever the person is on the page but in a field or a menu. Enter opens, as it does on any link. */
export function ArrowRows({ children }: { children: ReactNode }) {
  const rows = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const walk = (event: KeyboardEvent): void => {
      if ((event.key !== "ArrowDown" && event.key !== "ArrowUp") || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      const { target } = event;
      const isFree = target === document.body || (target instanceof HTMLElement && target.matches(ROW_LINK));
      if (!isFree || event.defaultPrevented) return;
      const links = [...(rows.current?.querySelectorAll<HTMLElement>(ROW_LINK) ?? [])];
      const at = links.findIndex((link) => link === document.activeElement);
      const next = event.key === "ArrowDown" ? links[at + 1] : links[at < 0 ? links.length - 1 : at - 1];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener("keydown", walk);
    return () => document.removeEventListener("keydown", walk);
  }, []);
  return <div ref={rows}>{children}</div>;
}
