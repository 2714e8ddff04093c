import { AcceptedLines } from "#app/_ui/accepted-lines.tsx";
import { TakenLines } from "#app/_ui/on-it.tsx";
import { SinceTime } from "#app/_ui/since.tsx";
import { StatePill } from "#app/_ui/state-pill.tsx";
import type { FrameFacts } from "./read-frame.ts";
import type { KeyStanding } from "./view-standing.ts";
import classes from "./standing-line.module.css";

type Mark = FrameFacts["mark"];

/** The state of a table above its pages other than the overview. `keyName`: the key that it is of, where the table has several. */
export function StandingLine({ standing, mark, keyName }: { standing: KeyStanding; mark: Mark; keyName: string | null }) {
  return (
    <div className={classes["line"]}>
      <StatePill state={standing.state} />
      <p>
        {keyName !== null && (
          <>
            Key <bdi>{keyName}</bdi>:{" "}
          </>
        )}
        <StandingSentence standing={standing} />
      </p>
      <StandingPeople standing={standing} mark={mark} />
    </div>
  );
}

/** First sentence of the verdict, with its date. */
export function StandingSentence({ standing: { lead, since } }: { standing: KeyStanding }) {
  return (
    <>
      {lead}
      {since && (
        <>
          , since <SinceTime since={since} />
        </>
      )}
      {/[.?!]$/.test(lead) ? "" : "."}
    </>
  );
}

/** Accepted levels, and who works on the table. */
export function StandingPeople({ standing: { accepted }, mark }: { standing: KeyStanding; mark: Mark }) {
  return (
    <>
      <AcceptedLines accepted={accepted} />
      <TakenLines mark={mark} />
    </>
  );
}
