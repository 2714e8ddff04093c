import type { RunView } from "#lib/contracts/run-view.ts";
import { RunProgress } from "../../_components/run-progress.tsx";
import classes from "./run-phases.module.css";

/** What a reading goes through, in order. */
const PHASES = ["starting", "planning", "proving", "counting", "explaining", "sampling"];

/** Where a reading is on its way, and what it does there. */
export function RunPhases({ progress }: { progress: NonNullable<RunView["progress"]> }) {
  const now = PHASES.indexOf(progress.phase);
  return (
    <>
      {now !== -1 && (
        <ol className={classes["phases"]} aria-label="Phases">
          {PHASES.map((phase, at) => (
            <li key={phase} className={at <= now ? classes["reached"] : undefined} aria-current={at === now ? "step" : undefined}>
              {phase}
            </li>
          ))}
        </ol>
      )}
      <RunProgress progress={progress} />
    </>
  );
}
