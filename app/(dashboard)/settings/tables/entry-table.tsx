import Link from "next/link";
import { RowLink } from "#app/_ui/row-link.tsx";
import { SortHead } from "#app/_ui/sort-head.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { tableLink, tableSettingLink } from "#lib/contracts/links.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { EntryFaults, EntryStatePill } from "../../_entries/entry-state.tsx";
import { RemoveEntry } from "../../_entries/remove-entry.client.tsx";
import classes from "./entry-table.module.css";
import { SETTINGS_COLUMNS, settingsSearchLink, type TableSettingsSearch } from "./search-params.ts";

interface EntryTableProps {
  entries: readonly EntryView[];
  search: TableSettingsSearch;
  placeOf: (entry: EntryView) => string | null;
  mayChange: boolean;
}

/** Tables with where their settings come from, and the way to them. */
export function EntryTable({ entries, search, placeOf, mayChange }: EntryTableProps) {
  const sorted = {
    columns: SETTINGS_COLUMNS,
    sort: search.sort,
    link: (sort: TableSettingsSearch["sort"]) => settingsSearchLink(search, { sort }),
  };
  return (
    <table className={classes["table"]} aria-label="Tables and their settings">
      <thead>
        <tr>
          <SortHead label="Table" column="name" {...sorted} />
          <SortHead label="Origin" column="origin" {...sorted} />
          <SortHead label="Location" column="place" {...sorted} />
          <SortHead label="Changed" column="changed" {...sorted} />
          <th scope="col">
            <span className="visually-hidden">What can be done</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={`${entry.origin.from} ${entry.name}`} entry={entry} place={placeOf(entry)} mayChange={mayChange} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry, place, mayChange }: { entry: EntryView; place: string | null; mayChange: boolean }) {
  const { name, origin, tableId } = entry;
  return (
    <tr>
      <th scope="row">
        {tableId === null ? <bdi>{name}</bdi> : <RowLink href={tableSettingLink(tableId)}>{name}</RowLink>} <EntryStatePill entry={entry} />
        <EntryFaults entry={entry} />
      </th>
      <td>{origin.from === "file" ? <code>{origin.file.split("/").at(-1)}</code> : origin.from === "sample" ? "sample" : "added here"}</td>
      <td className={classes["place"]}>{place}</td>
      <td>
        {origin.from === "settings" && (
          <>
            <Time at={origin.changedAt} />
            {origin.changedBy !== null && `, ${origin.changedBy}`}
          </>
        )}
      </td>
      <td className={classes["actions"]}>
        {tableId !== null && (
          <Link href={tableLink(tableId)} prefetch={false}>
            Open<span className="visually-hidden"> {name}</span>
          </Link>
        )}
        {/* One that never came into use has no page of its own to remove it on. */}
        {mayChange && tableId === null && origin.from === "settings" && (
          <RemoveEntry kind="table" name={name} version={origin.version} says="It was never watched; what was entered is forgotten." />
        )}
      </td>
    </tr>
  );
}
