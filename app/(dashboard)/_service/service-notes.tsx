import type { ReactNode } from "react";
import { isWorkerAlive } from "#app/_http/worker-alive.ts";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { WorkerRow } from "#db/queries/workers.ts";
import type { ServiceState } from "#lib/contracts/service-state.ts";
import { formatAge } from "#lib/units.ts";
import classes from "./service-notes.module.css";

interface ServiceNotesProps {
  configuration: ServiceState<"configuration"> | null;
  workers: readonly WorkerRow[];
}

/** What keeps the numbers below from being what they should be: a faulty configuration, no worker. Nothing when all is well. */
export function ServiceNotes({ configuration, workers }: ServiceNotesProps) {
  const [last] = workers;
  const fault = last?.fault ?? null;
  const isSilent = last === undefined || !isWorkerAlive(last);
  return (
    <>
      {isSilent && (
        <Note title="No worker is at work.">
          {last !== undefined && `The last one was seen ${formatAge(last.silentSeconds * 1000)} ago. `}Nothing new is read until one runs;{" "}
          <code>npm start</code> starts one.
        </Note>
      )}
      {!isSilent && fault !== null && <Note title="Tables cannot be read.">{fault}</Note>}
      {configuration?.state === "faulty" && (
        <Note title="The configuration has faults; what held before still holds.">
          {configuration.faults.length === 0
            ? configuration.message
            : configuration.faults
                .slice(0, 3)
                .map(({ line, message }) => `Line ${line}: ${message}`)
                .join(" ")}
        </Note>
      )}
    </>
  );
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <p className={classes["note"]} role="status">
      <StateIcon state="unsure" />
      <span>
        <b>{title}</b> {children}
      </span>
    </p>
  );
}
