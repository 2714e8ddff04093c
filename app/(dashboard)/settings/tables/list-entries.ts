import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { readSort, sortRows } from "#lib/contracts/sorting.ts";
import { SETTINGS_COLUMNS, type TableSettingsSearch } from "./search-params.ts";

/** The tables that are asked for, in the order asked for; `placeOf`: where one lies, as the page says it. Pure. */
export function listEntries(
  entries: readonly EntryView[],
  { origin, q, sort }: TableSettingsSearch,
  placeOf: (entry: EntryView) => string | null = () => null,
): EntryView[] {
  const wanted = q.toLowerCase();
  const listed = entries
    .filter(
      ({ kind, origin: { from }, name }) => kind === "table" && (origin === null || from === origin) && name.toLowerCase().includes(wanted),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const values: Record<keyof typeof SETTINGS_COLUMNS, (entry: EntryView) => string | number | null> = {
    name: ({ name }) => name,
    origin: (entry) => entry.origin.from,
    place: placeOf,
    changed: (entry) => (entry.origin.from === "settings" ? Date.parse(entry.origin.changedAt) : null),
  };
  const by = readSort(SETTINGS_COLUMNS, sort);
  return by === null ? listed : sortRows(listed, values[by.column], by.direction);
}
