import type { EntryView } from "#lib/contracts/settings-entries.ts";
import type { TableSettingsSearch } from "./search-params.ts";

/** The tables that are asked for, by name. Pure. */
export function listEntries(entries: readonly EntryView[], { origin, q }: TableSettingsSearch): EntryView[] {
  const wanted = q.toLowerCase();
  return entries
    .filter(
      ({ kind, origin: { from }, name }) => kind === "table" && (origin === null || from === origin) && name.toLowerCase().includes(wanted),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
