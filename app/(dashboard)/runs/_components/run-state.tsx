import { Pill } from "#app/_ui/pill.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { RunState as State } from "#lib/names.ts";
import classes from "./run-state.module.css";

const ICONS: Partial<Record<State, "ok" | "unknown">> = { succeeded: "ok", failed: "unknown" };

/** The state of a run with its shape and its word. */
export function RunState({ state, attempt }: { state: State; attempt: number }) {
  const icon = ICONS[state];
  return (
    <span className={`${classes["state"]} ${classes[state]}`}>
      {icon && <StateIcon state={icon} />}
      {state}
      {attempt > 1 && <Pill title="How often it was begun">attempt {attempt}</Pill>}
    </span>
  );
}
