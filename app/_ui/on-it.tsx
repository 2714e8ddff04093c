import { sayOnIt } from "#lib/contracts/on-it-words.ts";
import type { ActiveSilence, OnIt, TakenIncident } from "#lib/contracts/on-it.ts";
import { Time } from "./time.client.tsx";
import classes from "./on-it.module.css";

/** Who works on an incident and who muted it, a line each. `name`: the incident's, where a table has several. Nothing when nobody does. */
export function OnItLines({ onIt, silence, name = null }: { onIt: OnIt | null; silence: ActiveSilence | null; name?: string | null }) {
  const said = sayOnIt(onIt, silence);
  if (said.length === 0) return null;
  return (
    <span className={classes["lines"]}>
      {said.map((parts, place) => (
        <span key={place}>
          {name !== null && `${name}: `}
          {parts.map((part, at) =>
            typeof part === "string" ? part : "person" in part ? <bdi key={at}>{part.person}</bdi> : <Time key={at} at={part.at} />,
          )}
        </span>
      ))}
    </span>
  );
}

/** The same for all incidents of a table, and its silence. */
export function TakenLines({
  mark: { incidents, silence },
}: {
  mark: { incidents: readonly TakenIncident[]; silence: ActiveSilence | null };
}) {
  return (
    <>
      {incidents.map(({ id, name, onIt }) => (
        <OnItLines key={id} onIt={onIt} silence={null} name={incidents.length > 1 ? name : null} />
      ))}
      <OnItLines onIt={null} silence={silence} />
    </>
  );
}
