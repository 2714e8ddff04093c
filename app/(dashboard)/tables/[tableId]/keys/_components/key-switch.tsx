import Link from "next/link";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { keysLink } from "#lib/contracts/links.ts";
import classes from "./link-tabs.module.css";

/** The keys of a table that has several, as links; nothing for one. */
export function KeySwitch({ table, chosen, snapshot }: { table: TableWithKeys; chosen: TableKeyRow; snapshot: string | undefined }) {
  if (table.keys.length < 2) return null;
  return (
    <nav className={classes["tabs"]} aria-label="Key">
      {table.keys.map(({ id, name, promise }) => (
        <Link key={id} href={keysLink(table.id, { key: name, snapshot })} aria-current={id === chosen.id ? "true" : undefined}>
          {name} <small>{promise === "unique" ? "unique" : "promises nothing"}</small>
        </Link>
      ))}
    </nav>
  );
}
