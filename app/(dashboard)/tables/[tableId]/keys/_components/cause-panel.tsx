import { CauseTag } from "#app/_ui/cause-tag.tsx";
import { Panel } from "#app/_ui/panel.tsx";
import type { Situation } from "#lib/causes/advice.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { findDoubt, sayProbably } from "#lib/causes/say-doubt.ts";
import { areRetries, firstStepsOf } from "#lib/causes/first-steps.ts";
import type { CauseName } from "#lib/names.ts";
import type { WhyStanding } from "../../_why/standing.ts";
import { isMost, viewShares } from "#lib/causes/shares-view.ts";
import { FirstStep } from "../../_why/first-step.tsx";
import { UndecidedList } from "../../_why/undecided-list.tsx";
import { viewUndecided } from "#lib/causes/undecided-words.ts";
import classes from "../../_why/why.module.css";

/** Of the chosen cause, or the one of most keys: what it means, what to do first and where to read on; where causes are not told, why not. */
export function CausePanel({ why, chosen, about }: { why: WhyStanding; chosen: CauseName | null; about: Omit<Situation, "isRetry"> }) {
  if (why.is === "nothing" || why.is === "not counted") return null;
  if (why.is !== "explained") {
    return (
      <Panel title="Why">
        <div className={classes["words"]}>
          <p>
            {why.is === "earlier"
              ? "Not explained yet: these keys were counted by a version that did not explain causes. The next run that reads the table explains them."
              : `Not explained. ${why.reason}`}
          </p>
        </div>
      </Panel>
    );
  }
  const [main] = viewShares(why.causes);
  if (main === undefined) return null;
  const cause = chosen ?? main.cause;
  // What is the cause of no more than half of the keys is not shown as that of all.
  const title = chosen === null && !isMost(main) ? `Why, of ${main.share} of the keys` : "Why";
  const { plain, technical, because } = causeWords(cause);
  const doubt = findDoubt(cause, why.causes);
  const first = firstStepsOf(cause, { ...about, isRetry: areRetries(why.causes) }, doubt);
  const lead = doubt?.isMost ? sayProbably(because, doubt) : plain;
  const undecided = viewUndecided(why.causes.undecided);
  return (
    <Panel title={title} aside={<CauseTag cause={cause} />}>
      <div className={classes["words"]}>
        {lead !== "" && <p className={classes["lead"]}>{lead}</p>}
        <FirstStep first={first} technical={doubt?.isMost ? "" : technical} />
        {chosen === null && <UndecidedList lines={undecided} />}
        {chosen === null && why.causes.notes.map((note) => <p key={note}>{note}</p>)}
      </div>
    </Panel>
  );
}
