"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, type ReactNode } from "react";
import { OnItLines } from "#app/_ui/on-it.tsx";
import { SinceTime } from "#app/_ui/since.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { incidentLink, reviewLink } from "#lib/contracts/links.ts";
import type { AgendaItem } from "#lib/contracts/review.ts";
import { agendaLink, agendaName } from "#lib/contracts/agenda-item.ts";
import classes from "./presenter.module.css";

/** One item as it is presented: with how it is called and what was decided. */
interface Slide {
  item: AgendaItem;
  word: string;
  decided: readonly string[];
}

/** The page, or while its address says `present`, one item of the agenda at a time; `presented` 1 is the first. */
export function PresenterOr({ week, title, sentence, slides, children }: PresenterProps & { children: ReactNode }) {
  const asked = useSearchParams().get("present");
  if (asked === null) return children;
  const place = Math.min(Math.max(Math.trunc(Number(asked)) || 1, 1), Math.max(slides.length, 1));
  return <Presenter week={week} title={title} sentence={sentence} slides={slides} place={place} />;
}

interface PresenterProps {
  week: string;
  title: string;
  sentence: string;
  slides: readonly Slide[];
}

function Presenter({ week, title, sentence, slides, place }: PresenterProps & { place: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const most = Math.max(slides.length, 1);
  const go = (to: number): void => {
    const next = Math.min(Math.max(to, 1), most);
    // The address alone: all items are here already.
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
      if (event.altKey || event.ctrlKey || event.metaKey) return;
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
        leave();
      }}
    >
      <header>
        <h1>{title}</h1>
        <button type="button" onClick={leave}>
          End <kbd>Esc</kbd>
        </button>
      </header>
      <div className={classes["stage"]} aria-live="polite">
        {slide === undefined ? <p className={classes["sentence"]}>{sentence}</p> : <Item slide={slide} />}
      </div>
      <footer>
        <button type="button" onClick={() => go(place - 1)} disabled={place <= 1} aria-label="The item before">
          ←
        </button>
        <span>{slides.length === 0 ? "Nothing on the agenda" : `${place} of ${most}`}</span>
        <progress value={place} max={most} aria-label="How far the agenda has come" />
        <button type="button" onClick={() => go(place + 1)} disabled={place >= most} aria-label="The next item">
          →
        </button>
      </footer>
    </dialog>
  );
}

function Item({ slide: { item, word, decided } }: { slide: Slide }) {
  const { state, sentence, why, incident, owner } = item;
  return (
    <>
      <p className={`${classes["word"]} ${classes[state]}`}>
        <StateIcon state={state} />
        {word}
      </p>
      <h2>
        <Link href={agendaLink(item)} prefetch={false}>
          <bdi>{agendaName(item)}</bdi>
        </Link>
      </h2>
      <p className={classes["sentence"]}>{sentence}</p>
      {why !== null && <p>{why}</p>}
      <p className={classes["facts"]}>
        {owner ?? "No owner"}
        {incident !== null && (
          <>
            {" · "}
            <Link href={incidentLink(incident.id)} prefetch={false}>
              INC-{incident.number}
            </Link>
          </>
        )}
      </p>
      <p className={classes["facts"]}>
        {item.since !== null && item.kind !== "resolved" && (
          <>
            Since <SinceTime since={{ at: item.since, orEarlier: item.orEarlier }} />
          </>
        )}
        <OnItLines onIt={item.onIt} silence={item.silence} />
      </p>
      <h3>To decide</h3>
      {decided.length === 0 ? (
        <p className={classes["facts"]}>{item.kind === "resolved" ? "Nothing." : "Nothing is written down yet."}</p>
      ) : (
        <ul>
          {decided.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}
