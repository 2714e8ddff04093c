import { queryOptions } from "@tanstack/react-query";
import { fetchJson, postJson } from "#app/_queries/fetch-json.ts";
import {
  ENTRIES_ADDRESS,
  EntryList,
  REMOVE_ENTRY_ADDRESS,
  SaveEntriesAnswer,
  type RemoveEntryBody,
  type SaveEntriesBody,
} from "#lib/contracts/settings-entries.ts";

/** All entries, looked at each second while `until` does not hold of them. */
export function entriesQuery(until: (list: EntryList) => boolean) {
  return queryOptions({
    queryKey: ["settings-entries"],
    queryFn: async ({ signal }) => await fetchJson(EntryList, ENTRIES_ADDRESS, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && until(data) ? false : 1000),
  });
}

/** Saves them, all or none; the answer says which. Rejects with RequestFault where nothing could be judged. */
export async function saveEntries(body: SaveEntriesBody): Promise<SaveEntriesAnswer> {
  return await postJson(SaveEntriesAnswer, ENTRIES_ADDRESS, body);
}

/** Rejects with RequestFault. */
export async function removeEntry(body: RemoveEntryBody): Promise<EntryList> {
  return await postJson(EntryList, REMOVE_ENTRY_ADDRESS, body);
}
