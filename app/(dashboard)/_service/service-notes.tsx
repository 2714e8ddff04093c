import { isWorkerAlive } from "#app/_http/worker-alive.ts";
import { Notice, NoticeList } from "#app/_ui/notice.tsx";
import type { WorkerRow } from "#db/queries/workers.ts";
import type { ServiceState } from "#lib/contracts/service-state.ts";
import { formatAge } from "#lib/units.ts";
import { sayConfigurationFaults } from "./say-configuration-faults.ts";

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
    <NoticeList>
      {isSilent && (
        <Notice title="No worker is running.">
          {last !== undefined && `The last one was seen ${formatAge(last.silentSeconds * 1000)} ago. `}Nothing new is read until one starts;{" "}
          <code>npm start</code> starts one.
        </Notice>
      )}
      {!isSilent && fault !== null && <Notice title="Tables cannot be read.">{fault}</Notice>}
      {configuration?.state === "faulty" && <Notice>{sayConfigurationFaults(configuration)}</Notice>}
    </NoticeList>
  );
}
