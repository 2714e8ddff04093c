import { queryOptions } from "@tanstack/react-query";
import { fetchJson, postJson } from "#app/_queries/fetch-json.ts";
import { isUnderWay, RunChanged, RunLogAnswer, RunView } from "#lib/contracts/run-view.ts";

const EVERY_MS = 1000;

/** Asks the workers to read a table now. Rejects with RequestFault, as all of these do. */
export async function requestRunNow(tableId: string): Promise<RunChanged> {
  return await postJson(RunChanged, `/api/tables/${encodeURIComponent(tableId)}/runs`);
}

/** Cancels a run that has not ended. */
export async function cancelRun(runId: string): Promise<RunChanged> {
  return await postJson(RunChanged, `${runAddress(runId)}/cancel`);
}

/** Asks again for what a run was to do. */
export async function retryRun(runId: string): Promise<RunChanged> {
  return await postJson(RunChanged, `${runAddress(runId)}/retry`);
}

/** Where a run is, asked every second until it has ended; nothing is asked for null. */
export function runQuery(runId: string | null) {
  return queryOptions({
    queryKey: ["run", runId],
    queryFn: ({ signal }) => fetchJson(RunView, runAddress(runId ?? ""), { signal }),
    enabled: runId !== null,
    refetchInterval: ({ state: { data } }) => (data === undefined || isUnderWay(data) ? EVERY_MS : false),
  });
}

/** A run with all that it said so far, asked every second for what is new until it has ended; `first` as the server rendered it. */
export function runLogQuery(first: RunLogAnswer) {
  // Not the key of `runQuery`, which holds the run alone.
  const queryKey = ["run-log", first.run.id];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData<RunLogAnswer>(queryKey) ?? first;
      const after = known.lines.at(-1)?.line ?? 0;
      const { run, lines } = await fetchJson(RunLogAnswer, `${runAddress(first.run.id)}/logs?after=${after}`, { signal });
      return { run, lines: [...known.lines, ...lines] };
    },
    initialData: first,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data.run) ? EVERY_MS : false),
    enabled: ({ state: { data } }) => isUnderWay((data ?? first).run),
    retry: false,
  });
}

function runAddress(runId: string): string {
  return `/api/runs/${encodeURIComponent(runId)}`;
}
