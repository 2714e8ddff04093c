import Link from "next/link";
import { Time } from "#app/_ui/time.client.tsx";
import { tableLink, tableSettingLink } from "#lib/contracts/links.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { formatTableName } from "#lib/contracts/table-name.ts";
import { EntryFaults, EntryStatePill } from "../../_entries/entry-state.tsx";
import { placeOf } from "../../_entries/table-fields.ts";
import { RemoveEntry } from "../../_entries/remove-entry.client.tsx";
import classes from "./entry-table.module.css";

interface EntryTableProps {
  entries: readonly EntryView[];
  /** Where watched tables lie, by their ids. */
  places: ReadonlyMap<string, string>;
  mayChange: boolean;
}

/** Tables with where their settings come from, and the way to them. */
export function EntryTable({ entries, places, mayChange }: EntryTableProps) {
  return (
    <table className={classes["table"]} aria-label="Tables and their settings">
      <thead>
        <tr>
          <th scope="col">Table</th>
          <th scope="col">Comes from</th>
          <th scope="col">Place</th>
          <th scope="col">Changed</th>
          <th scope="col">
            <span className="visually-hidden">What can be done</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={`${entry.origin.from} ${entry.name}`} entry={entry} place={places.get(entry.tableId ?? "")} mayChange={mayChange} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry, place, mayChange }: { entry: EntryView; place: string | undefined; mayChange: boolean }) {
  const { name, origin, tableId } = entry;
  return (
    <tr>
      <th scope="row">
        {tableId === null ? <bdi>{name}</bdi> : <Link href={tableLink(tableId)}>{name}</Link>} <EntryStatePill entry={entry} />
        <EntryFaults entry={entry} />
      </th>
      <td>{origin.from === "file" ? <code>{origin.file.split("/").at(-1)}</code> : origin.from === "sample" ? "sample" : "entered"}</td>
      <td className={classes["place"]}>{sayPlace(entry) ?? place}</td>
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
          <Link href={tableSettingLink(tableId)}>
            Settings<span className="visually-hidden"> of {name}</span>
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

function sayPlace({ written }: EntryView): string | null {
  const place = written === null ? null : placeOf(written);
  if (place === null) return null;
  return "location" in place ? place.location : `${formatTableName(place)} in ${place.catalog}`;
}
