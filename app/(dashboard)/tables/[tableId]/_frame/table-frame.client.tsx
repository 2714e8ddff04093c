"use client";

import Link from "next/link";
import { useSearchParams, useSelectedLayoutSegments } from "next/navigation";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { readCause } from "#app/(dashboard)/tables/[tableId]/keys/read-cause.ts";
import { backlogLink, keysLink, limitsLink, overviewLink, readersLink, tableLink, tableSettingLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import type { FrameFacts } from "./read-frame.ts";
import { StandingLine } from "./standing-line.tsx";
import { TableActions } from "./table-actions.client.tsx";
import classes from "./table-frame.module.css";

interface TableFrameProps {
  table: { id: string; name: string; archived: boolean };
  /** null: the store does not answer. */
  facts: FrameFacts | null;
}

/** What all pages of a table share: where one is, the table's pages as tabs, and what can be done. */
export function TableFrame({ table, facts }: TableFrameProps) {
  // A route group such as "(list)" is a segment here, but no part of the address.
  const [part, keyHash] = useSelectedLayoutSegments().filter((segment) => !segment.startsWith("("));
  const params = useSearchParams();
  const asked = (name: string) => params.get(name) ?? undefined;
  const keys = facts?.keys ?? [];
  // A key that the table does not have is not carried on.
  const named = keys.find(({ name }) => name.toLowerCase() === asked("key")?.toLowerCase());
  const view = { key: named?.name, snapshot: asked("snapshot") };
  const key = named ?? keys[0];
  const ofKey = view.key === undefined ? {} : { key: view.key };
  const tabs = [
    { part: undefined, name: "Overview", href: tableLink(table.id, view) },
    { part: "keys", name: "Keys", count: key?.duplicated ?? null, href: keysLink(table.id, view) },
    { part: "backlog", name: "Backlog", href: backlogLink(table.id, view) },
    { part: "readers", name: "Engines", href: readersLink(table.id, ofKey) },
    { part: "limits", name: "Limits", href: limitsLink(table.id, ofKey) },
    { part: "settings", name: "Settings", href: tableSettingLink(table.id) },
  ];
  const above = [
    { href: overviewLink(), name: "Tables" },
    ...(part === undefined ? [] : [{ href: tableLink(table.id, view), name: table.name }]),
    ...(keyHash === undefined ? [] : [{ href: keysLink(table.id, { ...view, cause: readCause(asked("cause")) }), name: "Keys" }]),
  ];
  const here = keyHash !== undefined ? "One key" : part === undefined ? table.name : (tabs.find((tab) => tab.part === part)?.name ?? part);
  return (
    <div className={classes["frame"]}>
      <TableActions table={table} facts={facts}>
        <Breadcrumbs above={above} here={here} />
      </TableActions>
      <nav className={classes["tabs"]} aria-label="Pages of this table">
        {tabs.map((tab) => (
          <Link
            key={tab.name}
            href={tab.href}
            prefetch={false}
            aria-current={tab.part !== part ? undefined : keyHash === undefined ? "page" : "true"}
          >
            {tab.name}
            {tab.count != null && tab.count > 0 && <span className={classes["count"]}>{formatCount(tab.count)}</span>}
          </Link>
        ))}
      </nav>
      {part !== undefined && facts !== null && key !== undefined && (
        <StandingLine standing={key.standing} mark={facts.mark} keyName={keys.length > 1 ? key.name : null} />
      )}
    </div>
  );
}
