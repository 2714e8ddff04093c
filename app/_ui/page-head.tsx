import type { ReactNode } from "react";
import type { VerdictState } from "#lib/contracts/verdict.ts";
import classes from "./page-head.module.css";
import { StatePill } from "./state-pill.tsx";

/** The top of a page: its state and name, the sentence that says what is the matter, the one that says why or what next, and its actions. */
export function PageHead({
  state,
  stateWord,
  title,
  facts,
  verdict,
  because,
  onIt,
  actions,
}: {
  state?: VerdictState;
  /** What the state is called here; its usual word unless given. */
  stateWord?: string;
  title: ReactNode;
  /** Beside the title, in grey. */
  facts?: ReactNode;
  verdict?: ReactNode;
  because?: ReactNode;
  /** Who works on it. */
  onIt?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={classes["head"]}>
      <div className={classes["words"]}>
        <div className={classes["title"]}>
          {state !== undefined && <StatePill state={state}>{stateWord}</StatePill>}
          <h1>{title}</h1>
          {facts !== undefined && <span className={classes["facts"]}>{facts}</span>}
        </div>
        {verdict !== undefined && <p className={classes["verdict"]}>{verdict}</p>}
        {because !== undefined && <p className={classes["because"]}>{because}</p>}
        {onIt !== undefined && <div className={classes["on"]}>{onIt}</div>}
      </div>
      {actions !== undefined && <div className={classes["actions"]}>{actions}</div>}
    </div>
  );
}
