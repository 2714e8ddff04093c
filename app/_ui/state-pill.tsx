import { VERDICT_WORDS, type VerdictState } from "#lib/contracts/verdict.ts";
import { StateIcon } from "./state-icon.tsx";
import classes from "./state-pill.module.css";

/** A state with its shape and its word. */
export function StatePill({ state, children }: { state: VerdictState; children?: string | undefined }) {
  return (
    <span className={`${classes["pill"]} ${classes[state]}`}>
      <StateIcon state={state} />
      {children ?? VERDICT_WORDS[state]}
    </span>
  );
}
