import Link from "next/link";
import { AcceptedLines } from "#app/_ui/accepted-lines.tsx";
import type { ReactNode } from "react";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { agendaLink, agendaName } from "#lib/contracts/agenda-item.ts";
import { incidentLink } from "#lib/contracts/links.ts";
import { onItText, sayOnIt } from "#lib/contracts/on-it-words.ts";
import type { AgendaItem, ReviewDocument, ReviewView } from "#lib/contracts/review.ts";
import { decidedOf } from "#lib/review/minutes.ts";
import { AGENDA_WORDS, sayBalance, sayProposal, saySince } from "#lib/review/review-words.ts";
import { formatInstant } from "#lib/time.ts";
import { SLIDE_SIZE } from "../_review/chart-view.ts";
import type { SlideChart } from "../_review/read-slide-charts.ts";
import { sayAuthor, type SaidEntry } from "../_review/say-entries.ts";
import { ActionSlide } from "./action-slide.client.tsx";
import { CloseSlide } from "./close-slide.client.tsx";
import { listStats } from "./review-stats.tsx";
import { SlideActions } from "./slide-actions.client.tsx";
import classes from "./slides.module.css";
import { WeekPlot } from "./week-plot.tsx";

/** A screen of the presentation. */
export interface Slide {
  /** What it is about, for the foot. */
  name: string;
  content: ReactNode;
}

/** The meeting in order: the week's numbers, each agenda item, open actions, closing. `charts`: one for each item. */
export function listSlides(
  { review, entries, closed }: ReviewDocument,
  { charts, said, closing, now }: { charts: readonly (SlideChart | null)[]; said: readonly SaidEntry[]; closing: string; now: Date },
): Slide[] {
  const open = said.filter(({ entry }) => entry.kind === "action" && entry.doneAt === null);
  const late = open.filter(({ words }) => words.late !== null);
  return [
    { name: "The week", content: <SummarySlide review={review} /> },
    ...review.agenda.items.map((item, at) => ({
      name: agendaName(item),
      content: <ItemSlide item={item} review={review} entries={entries} chart={charts[at] ?? null} now={now} />,
    })),
    { name: "Open actions", content: <ActionSlide actions={[...late, ...open.filter((one) => !late.includes(one))]} /> },
    {
      name: "Close the week",
      content: (
        <CloseSlide
          says={closing}
          closedBy={closed?.by ?? null}
          counts={{
            decisions: entries.filter(({ kind }) => kind === "decision").length,
            open: open.length,
            late: late.length,
            undecided: review.agenda.items.filter((item) => sayProposal(item) !== null && decidedOf(item, entries).length === 0).length,
          }}
        />
      ),
    },
  ];
}

function SummarySlide({ review }: { review: ReviewView }) {
  const balance = sayBalance(review);
  return (
    <div className={classes["summary"]}>
      <p className={classes["sentence"]}>{review.sentence}</p>
      {review.because !== null && <p>{review.because}</p>}
      <dl className={classes["stats"]}>
        {listStats(review).map(({ label, value, note, tone = "plain" }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b className={tone === "alert" ? classes["alert"] : ""}>{value ?? "–"}</b>
              <span>{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      {balance !== null && <p className={classes["facts"]}>{balance}</p>}
    </div>
  );
}

interface ItemSlideProps {
  item: AgendaItem;
  review: ReviewView;
  entries: ReviewDocument["entries"];
  chart: SlideChart | null;
  now: Date;
}

function ItemSlide({ item, review, entries, chart, now }: ItemSlideProps) {
  const { state, sentence, why, incident, owner, kind, onIt } = item;
  const since = saySince(item, review);
  const taken = onIt === null ? "" : onItText(sayOnIt(onIt, item.silence), (at) => formatInstant(at, review.timeZone.name, now));
  return (
    <div className={classes["item"]}>
      <div className={classes["words"]}>
        <p className={`${classes["word"]} ${classes[state]}`}>
          <StateIcon state={state} />
          {AGENDA_WORDS[kind]}
        </p>
        <h2>
          <Link href={agendaLink(item)} prefetch={false}>
            <bdi>{agendaName(item)}</bdi>
          </Link>
        </h2>
        <p className={classes["sentence"]}>{sentence}</p>
        {since !== null && <p className={classes["facts"]}>{since}</p>}
        {item.accepted.length > 0 && (
          <p className={classes["facts"]}>
            <AcceptedLines accepted={item.accepted} />
          </p>
        )}
        {why !== null && <p>{why}</p>}
        <p className={classes["facts"]}>
          {owner === null ? "No owner" : `Owner: ${owner}`}
          {incident !== null && (
            <>
              {" · "}
              <Link href={incidentLink(incident.id)} prefetch={false}>
                INC-{incident.number}
              </Link>
            </>
          )}
          {` · ${taken === "" ? "Not acknowledged, not assigned" : taken}`}
        </p>
      </div>
      <div className={classes["proof"]}>
        {chart !== null && (
          <figure>
            <figcaption>{chart.label}</figcaption>
            <WeekPlot
              review={review}
              chart={{ ...review.chart, points: chart.points }}
              says={`${chart.label} of ${agendaName(item)} over two weeks.`}
              size={SLIDE_SIZE}
            />
          </figure>
        )}
        <Decided item={item} review={review} entries={entries} />
      </div>
      <SlideActions item={item} />
    </div>
  );
}

function Decided({ item, review, entries }: Pick<ItemSlideProps, "item" | "review" | "entries">) {
  const decided = decidedOf(item, entries);
  const proposal = sayProposal(item);
  if (decided.length === 0) {
    return (
      <div>
        <h3>{proposal === null ? "Nothing to decide" : "Proposal"}</h3>
        {proposal !== null && <p>{proposal}</p>}
      </div>
    );
  }
  return (
    <div>
      <h3>Decided</h3>
      <ul>
        {decided.map((entry) => (
          <li key={entry.id}>
            {entry.text} <span className={classes["facts"]}>{sayAuthor(entry, review.timeZone.name)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
