"use client";

import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { found } from "#app/_queries/tables.ts";
import { addTableLink, incidentLink, runsLink, sourcesLink, tableLink, tableSettingsLink } from "#lib/contracts/links.ts";
import { SOURCES_NAME } from "../_entries/sources-name.ts";
import { PAGES } from "./pages.ts";
import classes from "./palette.module.css";

const [store, palette] = createSpotlight();

export function openPalette(): void {
  palette.open();
}

const PAUSE_MS = 120;

/** Pages and actions of which a part is named like `text`. */
function useActions(text: string, onKeys: () => void): { name: string; about: string; run: () => void }[] {
  const router = useRouter();
  const { toggleColorScheme } = useMantineColorScheme();
  const go = (href: string) => () => router.push(href);
  return [
    ...PAGES.map(({ href, name, about }) => ({ name, about, run: go(href) })),
    { name: "Add a table", about: "From a catalog, or by its place", run: go(addTableLink()) },
    { name: "Connect a catalog", about: "Polaris, Unity, Glue and others that speak REST", run: go(sourcesLink({ add: "catalog" })) },
    {
      name: SOURCES_NAME,
      about: "Where tables are found, how their files are opened, what knows the schemas of their keys",
      run: go(sourcesLink()),
    },
    { name: "Settings of tables", about: "Where they come from; export as YAML", run: go(tableSettingsLink()) },
    { name: "Runs under way", about: "Progress, logs, cancel", run: go(runsLink()) },
    { name: "Change between light and dark", about: "Stays in this browser", run: toggleColorScheme },
    { name: "Show all keys", about: "What the keyboard can do", run: onKeys },
  ].filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(text.trim().toLowerCase()));
}

/** Finds tables and incidents on the server, pages and actions here; arrows choose, Enter opens. */
export function Palette({ onKeys }: { onKeys: () => void }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { data, error } = useQuery({ ...found(asked), enabled: asked !== "" });
  const { tables, incidents } = asked === "" || data === undefined ? { tables: [], incidents: [] } : data;
  const go = (href: string) => () => router.push(href);
  const actions = useActions(text, onKeys);
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      size={640}
      maxHeight={480}
      scrollable
      transitionProps={{ duration: 120 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      classNames={{ content: classes["content"] ?? "", actionsGroup: classes["group"] ?? "" }}
    >
      <Spotlight.Search
        placeholder="Table, incident, page or action"
        aria-label="Search tables, incidents, pages and actions"
        maxLength={200}
      />
      <Spotlight.ActionsList>
        {tables.length > 0 && (
          <Spotlight.ActionsGroup label="Tables">
            {tables.map(({ id, name, kind, owner }) => (
              <Spotlight.Action key={id} onClick={go(tableLink(id))} className={classes["action"] ?? ""}>
                <bdi className={classes["name"]}>{name}</bdi>
                <span className={classes["about"]}>{owner === null ? kind : `${kind} · ${owner}`}</span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {incidents.length > 0 && (
          <Spotlight.ActionsGroup label="Incidents">
            {incidents.map(({ id, name, about, sentence }) => (
              <Spotlight.Action key={id} onClick={go(incidentLink(id))} className={classes["action"] ?? ""}>
                <span className={classes["name"]}>
                  {name} <bdi>{about}</bdi>
                </span>
                <span className={classes["about"]}>{sentence}</span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label="Pages and actions">
            {actions.map(({ name, about, run }) => (
              <Spotlight.Action key={name} onClick={run} className={classes["action"] ?? ""}>
                <span className={classes["name"]}>{name}</span>
                <span className={classes["about"]}>{about}</span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {error !== null && asked !== "" && <Spotlight.Empty>Tables and incidents could not be searched. {error.message}</Spotlight.Empty>}
        {error === null && tables.length + incidents.length + actions.length === 0 && (
          <Spotlight.Empty>
            {data === undefined || asked !== text.trim() ? "Searching…" : `No table, incident, page or action is named like “${asked}”.`}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
