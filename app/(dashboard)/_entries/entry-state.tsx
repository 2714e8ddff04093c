import { Pill } from "#app/_ui/pill.tsx";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import classes from "./entry-state.module.css";

/** How an entry stands, where that is not simply in use. */
export function EntryStatePill({ entry: { state } }: { entry: Pick<EntryView, "state"> }) {
  if (state === "in use") return null;
  return state === "waiting" ? (
    <Pill tone="unknown" title="No worker has picked it up yet.">
      waiting for a worker
    </Pill>
  ) : (
    <Pill tone="alert" title="It is not in use.">
      faulty
    </Pill>
  );
}

/** Why an entry is not in use, or what it waits for. */
export function EntryFaults({ entry: { faults } }: { entry: Pick<EntryView, "faults"> }) {
  if (faults.length === 0) return null;
  return (
    <ul className={classes["faults"]}>
      {faults.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {path !== "" && <code>{path}</code>} {message}
        </li>
      ))}
    </ul>
  );
}
