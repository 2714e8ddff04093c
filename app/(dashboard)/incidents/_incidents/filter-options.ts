import { subjectOwner, subjectTags } from "#lib/contracts/incident-subject.ts";
import type { IncidentCheck } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import type { FilterOption } from "#app/_ui/filter-menu.client.tsx";
import { NO_OWNER, searchLink, type IncidentSearch } from "../search-params.ts";
import { checkTitle } from "#lib/incidents/check-title.ts";
import type { IncidentRow } from "./incident-row.ts";

interface FilterOptions {
  tables: FilterOption[];
  owners: FilterOption[];
  tags: FilterOption[];
  checks: FilterOption[];
}

/** What the menus offer: what incidents have, with how many have it, by name; "all" first, and what is asked for although none has it. Pure. */
export function filterOptions(rows: readonly IncidentRow[], search: IncidentSearch): FilterOptions {
  const names = new Map(rows.flatMap(({ subject }) => (subject.of === "table" ? [[subject.id, subject.name] as const] : [])));
  const options = (
    name: "table" | "owner" | "tag" | "check",
    all: string,
    has: (row: IncidentRow) => readonly string[],
    say: (value: string) => string,
  ): FilterOption[] => {
    const counts = Map.groupBy(rows.flatMap(has), (value) => value);
    const asked = search[name];
    const values = [...new Set([...counts.keys(), ...(asked === null ? [] : [asked])])];
    const option = (value: string): FilterOption => ({
      label: say(value),
      count: formatCount(counts.get(value)?.length ?? 0),
      href: searchLink(search, { [name]: value }),
      chosen: asked === value,
    });
    return [
      { label: all, count: formatCount(rows.length), href: searchLink(search, { [name]: null }), chosen: asked === null },
      ...values.map(option).toSorted((a, b) => a.label.localeCompare(b.label)),
    ];
  };
  return {
    tables: options(
      "table",
      "All tables",
      ({ subject }) => (subject.of === "table" ? [subject.id] : []),
      (id) => names.get(id) ?? "A table without incidents",
    ),
    owners: options(
      "owner",
      "All owners",
      ({ subject }) => [subjectOwner(subject) ?? NO_OWNER],
      (owner) => (owner === NO_OWNER ? "No owner" : owner),
    ),
    tags: options(
      "tag",
      "All tags",
      ({ subject }) => [...new Set(subjectTags(subject))],
      (tag) => tag,
    ),
    checks: options(
      "check",
      "All checks",
      ({ check }) => [check],
      (check) => checkTitle(check as IncidentCheck),
    ),
  };
}
