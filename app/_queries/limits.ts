import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, postJson } from "#app/_queries/fetch-json.ts";
import { LimitPreview, type LimitPreviewQuery } from "#lib/contracts/limits.ts";
import { AcceptedLevel, type EndAcceptedLevel, type NewAcceptedLevel } from "#lib/contracts/silences.ts";

/** What other limits would have made of a table's numbers; the last answer stays until the next is there. Rejects with RequestFault. */
export function limitPreview({ tableId, ...asked }: LimitPreviewQuery) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== undefined && value !== "") query.set(name, String(value));
  return queryOptions({
    queryKey: ["limits", tableId, query.toString()],
    queryFn: async ({ signal }) =>
      await fetchJson(LimitPreview, `/api/tables/${encodeURIComponent(tableId)}/limits?${query.toString()}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Accepts a level. Rejects with RequestFault. */
export async function acceptLevel({ tableId, ...body }: z.input<typeof NewAcceptedLevel>): Promise<AcceptedLevel> {
  return await postJson(AcceptedLevel, `/api/tables/${encodeURIComponent(tableId)}/accepted-levels`, body);
}

/** Takes an accepted level back. Rejects with RequestFault. */
export async function takeBackLevel({ tableId, levelId, by }: z.input<typeof EndAcceptedLevel>): Promise<void> {
  const address = `/api/tables/${encodeURIComponent(tableId)}/accepted-levels/${encodeURIComponent(levelId)}/end`;
  await postJson(z.object({ levelId: z.string() }), address, { by });
}
