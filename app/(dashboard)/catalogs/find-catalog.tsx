import Link from "next/link";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { readForPage, type PageData } from "#app/_http/read-for-page.ts";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { Db } from "#db/client.ts";
import { sourcesLink } from "#lib/contracts/links.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { isStorable } from "#lib/contracts/storable-text.ts";
import { SOURCES_NAME } from "../_entries/sources-name.ts";
import { EntryFaults } from "../_entries/entry-state.tsx";
import { readEntries, type Entries } from "../_entries/read-entries.ts";

export interface CatalogRead extends Entries {
  catalog: EntryView;
}

/** The catalog that an address names, with what its pages stand on. One that nobody knows is the not-found face. */
export async function findCatalog<T>(
  params: Promise<{ catalog: string }>,
  readMore: (db: Db, read: CatalogRead) => Promise<T>,
): Promise<PageData<CatalogRead & { more: T }>> {
  const named = unquote((await params).catalog);
  const read = await readForPage(async (db) => {
    const entries = await readEntries(db);
    const isIt = ({ kind, name }: EntryView) => kind === "catalog" && name.toLowerCase() === named.toLowerCase();
    const found = entries.entries.filter(isIt);
    // The file wins over what was entered under its name.
    const catalog = found.find(({ state }) => state === "in use") ?? found[0];
    if (catalog === undefined || !isStorable(named)) return null;
    const known = { ...entries, catalog };
    return { ...known, more: await readMore(db, known) };
  });
  if (!read.ok) return read;
  if (read.value === null) notFound();
  return { ok: true, value: read.value };
}

/** Stands in the place of a catalog that is not in use; null: it is. */
export function NotInUse({ catalog }: { catalog: EntryView }): ReactNode {
  return (
    <Face
      icon={<StateIcon state="unknown" />}
      title={catalog.state === "waiting" ? `${catalog.name} waits for a worker` : `${catalog.name} is not in use`}
    >
      <p>
        {catalog.state === "waiting"
          ? "Saved. You can browse it as soon as a worker picks it up. This page refreshes automatically."
          : "What was entered has a fault:"}
      </p>
      <EntryFaults entry={catalog} />
      <p>
        <Link href={sourcesLink()}>{SOURCES_NAME}</Link>
      </p>
    </Face>
  );
}

function unquote(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
