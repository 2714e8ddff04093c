import { queryOptions } from "@tanstack/react-query";
import { fetchJson, postJson } from "#app/_queries/fetch-json.ts";
import { RunChanged, RunView } from "#lib/contracts/run-view.ts";

const EVERY_MS = 1000;

/** Whether a run of that state has not ended yet. */
export function isUnderWay(state: RunView["state"]): boolean {
  return state === "queued" || state === "running";
}

/** Asks the workers to read a table now. Rejects with RequestFault. */
export async function requestRunNow(tableId: string): Promise<RunChanged> {
  return await postJson(RunChanged, `/api/tables/${encodeURIComponent(tableId)}/runs`);
}

/** Cancels a run that has not ended. Rejects with RequestFault. */
export async function cancelRun(runId: string): Promise<RunChanged> {
  return await postJson(RunChanged, `/api/runs/${encodeURIComponent(runId)}/cancel`);
}

/** Where a run is, asked every second until it has ended; nothing is asked for null. */
export function runQuery(runId: string | null) {
  return queryOptions({
    queryKey: ["run", runId],
    queryFn: ({ signal }) => fetchJson(RunView, `/api/runs/${encodeURIComponent(runId ?? "")}`, { signal }),
    enabled: runId !== null,
    refetchInterval: ({ state: { data } }) => (data === undefined || isUnderWay(data.state) ? EVERY_MS : false),
  });
}
