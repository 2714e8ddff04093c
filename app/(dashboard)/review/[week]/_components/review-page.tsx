import type { ReviewDocument } from "#lib/contracts/review.ts";
import { daysOf } from "#lib/review/iso-week.ts";
import { weekTitle } from "#lib/review/review-words.ts";
import { isoDay } from "#lib/time.ts";
import type { SlideChart } from "../_review/read-slide-charts.ts";
import { countEntries, sayEntries } from "../_review/say-entries.ts";
import { Agenda } from "./agenda.tsx";
import { EntriesPanel } from "./entries-panel.client.tsx";
import { FleetChart } from "./fleet-chart.tsx";
import { PresenterOr } from "./presenter.client.tsx";
import { QuietWeek } from "./quiet-week.tsx";
import { ReviewHead, sayClosing } from "./review-head.tsx";
import classes from "./review-page.module.css";
import { ReviewStats } from "./review-stats.tsx";
import { listSlides } from "./slides.tsx";
import { Missed, Movers, Owners } from "./side-panels.tsx";
import { DeskProvider } from "./use-desk.client.tsx";

/** A week's review, as it runs, as it was computed, or as it was closed. */
export function ReviewPage({
  document,
  now,
  firstWatched,
  charts,
}: {
  document: ReviewDocument;
  now: Date;
  firstWatched: Date | null;
  /** One for each agenda item; empty: the page is not presented. */
  charts: readonly (SlideChart | null)[];
}) {
  const { review, entries, closed } = document;
  const { week, timeZone } = review;
  const today = isoDay(now, timeZone.name);
  const said = sayEntries(entries, review, today);
  const todo = said.filter(({ entry }) => entry.kind !== "note");
  const title = weekTitle(week, daysOf(week));
  const slides = listSlides(document, { charts, said, closing: sayClosing(closed !== null, review.isOver), now });
  return (
    <DeskProvider week={week} today={today} zone={timeZone.name} closed={closed !== null} entries={entries}>
      <PresenterOr week={week} title={title} slides={slides}>
        <div className={classes["sheet"]}>
          <ReviewHead document={document} title={title} now={now} firstWatched={firstWatched} />
          <ReviewStats review={review} />
          <div className={classes["columns"]}>
            <div className={classes["main"]}>
              {review.agenda.items.length === 0 ? <QuietWeek review={review} /> : <Agenda review={review} entries={entries} />}
              <EntriesPanel
                title="Decisions and actions"
                says={countEntries(todo) ?? ""}
                none="No decisions or actions yet."
                addLabel="Add action or decision"
                kinds={["action", "decision"]}
                entries={todo}
                signs
              />
              <div className={classes["notes"]}>
                <EntriesPanel
                  title="Notes"
                  none="No notes."
                  addLabel="Add note"
                  kinds={["note"]}
                  entries={said.filter(({ entry }) => entry.kind === "note")}
                />
              </div>
            </div>
            <div className={classes["rail"]}>
              <FleetChart review={review} />
              <Movers movers={review.movers} />
              <Owners owners={review.owners} unknownTables={review.numbers.surplusRows.unknownTables} />
              <Missed missed={review.missed} runs={review.numbers.runs} />
            </div>
          </div>
        </div>
      </PresenterOr>
    </DeskProvider>
  );
}
