import Link from "next/link";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { catalogLink, catalogMatchLink, sourcesLink } from "#lib/contracts/links.ts";
import type { CatalogWatched, Entries } from "../../../_entries/read-entries.ts";
import { PlaceForm } from "./place-form.client.tsx";
import classes from "./ways.module.css";

interface WaysProps {
  entries: Entries;
  watched: ReadonlyMap<string, CatalogWatched[]>;
  location: string;
  /** False: a place was named already, and its field alone stays. */
  isOpen: boolean;
}

/** The two ways to a table: a catalog that has it, or its place. */
export function Ways({ entries: { entries, refused }, watched, location, isOpen }: WaysProps) {
  const catalogs = entries.filter(({ kind, state }) => kind === "catalog" && state === "in use");
  return (
    <div className={isOpen ? classes["ways"] : classes["one"]}>
      {isOpen && (
        <Panel title="In a catalog">
          <PanelBody>
            {catalogs.length === 0 ? (
              <p className={classes["quiet"]}>No catalog is connected yet.</p>
            ) : (
              <ul className={classes["catalogs"]}>
                {catalogs.map(({ name }) => (
                  <li key={name}>
                    <span className={classes["name"]}>
                      <Link href={catalogLink(name)}>{name}</Link>
                      <small>{sayWatched(watched.get(name.toLowerCase())?.length ?? 0)}</small>
                    </span>
                    <ButtonLink href={catalogLink(name)}>Browse</ButtonLink>
                    <ButtonLink href={catalogMatchLink(name)}>Watch many</ButtonLink>
                  </li>
                ))}
              </ul>
            )}
            {refused === null && (
              <p className={classes["connect"]}>
                <ButtonLink href={sourcesLink({ add: "catalog" })} main={catalogs.length === 0}>
                  Connect a catalog
                </ButtonLink>
              </p>
            )}
          </PanelBody>
        </Panel>
      )}
      <Panel title="By its place">
        <PanelBody>
          <PlaceForm location={location} />
        </PanelBody>
      </Panel>
    </div>
  );
}

function sayWatched(count: number): string {
  return count === 0 ? "no tables watched" : count === 1 ? "one of its tables is watched" : `${count} of its tables are watched`;
}
