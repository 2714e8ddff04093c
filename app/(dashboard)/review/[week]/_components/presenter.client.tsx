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
  return <Presenter {...props} place={readPlace(asked, props.slides.length)} />;
}

/** The slide that the address asks for, from 1. */
function readPlace(asked: string | null, slides: number): number {
  return Math.min(Math.max(Math.trunc(Number(asked)) || 1, 1), Math.max(slides, 1));
}

function Presenter({ week, title, slides, place }: PresenterProps & { place: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const most = Math.max(slides.length, 1);
  const go = (to: (here: number) => number): void => {
    // The address is ahead of what is drawn while keys follow each other fast.
    const here = readPlace(new URLSearchParams(window.location.search).get("present"), most);
    const next = Math.min(Math.max(to(here), 1), most);
    // The address alone: all slides are here already.
    if (next !== here) window.history.replaceState(null, "", reviewLink(week, { present: next }));
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
      const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1, Home: -most, End: most }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      go((here) => here + step);
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
        <button type="button" onClick={() => go((here) => here - 1)} disabled={place <= 1} aria-label="Previous slide">
          ←
        </button>
        <span>
          {place} of {most}
        </span>
        <progress value={place} max={most} aria-label="Progress" />
        <button type="button" onClick={() => go((here) => here + 1)} disabled={place >= most} aria-label="Next slide">
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
