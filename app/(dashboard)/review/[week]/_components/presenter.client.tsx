"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, type ReactNode } from "react";
import { reviewLink } from "#lib/contracts/links.ts";
import classes from "./presenter.module.css";
import type { Slide } from "./slides.tsx";

interface PresenterProps {
  week: string;
  title: string;
  slides: readonly Slide[];
}

/** The page, or while its address says `present`, one slide at a time; `present=1` is the first. */
export function PresenterOr({ children, ...props }: PresenterProps & { children: ReactNode }) {
  const asked = useSearchParams().get("present");
  if (asked === null) return children;
  const place = Math.min(Math.max(Math.trunc(Number(asked)) || 1, 1), Math.max(props.slides.length, 1));
  return <Presenter {...props} place={place} />;
}

function Presenter({ week, title, slides, place }: PresenterProps & { place: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const most = Math.max(slides.length, 1);
  const go = (to: number): void => {
    const next = Math.min(Math.max(to, 1), most);
    // The address alone: all slides are here already.
    if (next !== place) window.history.replaceState(null, "", reviewLink(week, { present: next }));
  };
  const leave = (): void => window.history.replaceState(null, "", reviewLink(week));
  useEffect(() => {
    const shown = dialog.current;
    if (shown === null || shown.matches(":modal")) return;
    // On the server it is merely open; now the rest of the page is out of reach too.
    shown.close();
    shown.showModal();
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || isTyping()) return;
      const to = { ArrowRight: place + 1, PageDown: place + 1, ArrowLeft: place - 1, PageUp: place - 1, Home: 1, End: most }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  const slide = slides[place - 1];
  return (
    <dialog
      ref={dialog}
      open
      className={classes["presenter"]}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        // The first Esc leaves the field, so that nobody leaves the meeting while typing.
        if (isTyping()) (document.activeElement as HTMLElement | null)?.blur();
        else leave();
      }}
    >
      <header>
        <h1>{title}</h1>
        <button type="button" onClick={leave}>
          End <kbd>Esc</kbd>
        </button>
      </header>
      <div className={classes["stage"]} key={place} role="group" aria-label={title} aria-live="polite" tabIndex={0}>
        {slide?.content}
      </div>
      <footer>
        <button type="button" onClick={() => go(place - 1)} disabled={place <= 1} aria-label="Previous slide">
          ←
        </button>
        <span>
          {place} of {most}
        </span>
        <progress value={place} max={most} aria-label="Progress" />
        <button type="button" onClick={() => go(place + 1)} disabled={place >= most} aria-label="Next slide">
          →
        </button>
      </footer>
    </dialog>
  );
}

/** Whether a key belongs to a field. */
function isTyping(): boolean {
  return document.activeElement?.matches("input, textarea, select") ?? false;
}
