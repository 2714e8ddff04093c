"use client";

import { useEffect } from "react";

const OWN_CLICK = "a, button, input, select, textarea, label, summary, [role=button], [role=menuitem], [contenteditable]";

/**
 * A click anywhere in a row with a `RowLink` follows that link, as a click on the link itself would: with Ctrl or Cmd, or the middle button, in a
 * new tab. Selecting text and clicking what has a click of its own do not. Once for all lists: rows come from the server.
 */
export function RowClicks() {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || isSelecting()) return;
      const { ctrlKey, metaKey, shiftKey, altKey } = event;
      linkOf(event)?.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, view: window, ctrlKey, metaKey, shiftKey, altKey }),
      );
    };
    const followInNewTab = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 1) return;
      const link = linkOf(event);
      if (link !== null) window.open(link.href, "_blank", "noopener");
    };
    // Else the middle button begins to scroll.
    const press = (event: MouseEvent) => {
      if (event.button === 1 && linkOf(event) !== null) event.preventDefault();
    };
    addEventListener("click", follow);
    addEventListener("auxclick", followInNewTab);
    addEventListener("mousedown", press);
    return () => {
      removeEventListener("click", follow);
      removeEventListener("auxclick", followInNewTab);
      removeEventListener("mousedown", press);
    };
  }, []);
  return null;
}

/** The link of the row that was clicked; null: no such row, or something in it that has a click of its own. */
function linkOf({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest(OWN_CLICK) !== null) return null;
  return target.closest("tr, [data-row]")?.querySelector<HTMLAnchorElement>("a[data-row-link]") ?? null;
}

function isSelecting(): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString().trim() !== "";
}
