"use client";

import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { found } from "#app/_queries/tables.ts";
import {
  addTableLink,
  incidentLink,
  keyLink,
  keysLink,
  runsLink,
  sourcesLink,
  tableLink,
  tableSettingsLink,
} from "#lib/contracts/links.ts";
import type { Found } from "#lib/contracts/overview.ts";
import { formatCount } from "#lib/units.ts";
import { SOURCES_NAME } from "../_entries/sources-name.ts";
import { PAGES } from "./pages.ts";
import classes from "./palette.module.css";

const [store, palette] = createSpotlight();

export function openPalette(): void {
  palette.open();
}

const PAUSE_MS = 120;
const NOTHING: Found = { tables: [], incidents: [], keys: [], lookUp: null };

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
      about: "Catalogs, stores and schema registries",
      run: go(sourcesLink()),
    },
    { name: "Settings of tables", about: "Where they come from; export as YAML", run: go(tableSettingsLink()) },
    { name: "Current runs", about: "Progress, logs, cancel", run: go(runsLink()) },
    { name: "Change between light and dark", about: "Stays in this browser", run: toggleColorScheme },
    { name: "Show all keys", about: "What the keyboard can do", run: onKeys },
  ].filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(text.trim().toLowerCase()));
}

interface PaletteProps {
  /** What is typed: the frame has it, since it may be typed before this part is loaded. */
  text: string;
  setText: (text: string) => void;
  onKeys: () => void;
}

/** Finds tables, incidents and keys on the server, pages and actions here; arrows choose, Enter opens. */
export function Palette({ text, setText, onKeys }: PaletteProps) {
  const router = useRouter();
  const here = /^\/tables\/([\da-f-]{36})/.exec(usePathname())?.[1] ?? null;
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { data, error } = useQuery({ ...found(asked, here), enabled: asked !== "" });
  const { tables, incidents, keys, lookUp } = asked === "" || data === undefined ? NOTHING : data;
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
        placeholder="Table, incident, key, page or action"
        aria-label="Search tables, incidents, keys, pages and actions"
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
        <KeyActions keys={keys} lookUp={lookUp} text={asked} />
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
        {error !== null && asked !== "" && <Spotlight.Empty>The search failed. {error.message}</Spotlight.Empty>}
        {error === null && tables.length + incidents.length + keys.length + actions.length === 0 && lookUp === null && (
          <Spotlight.Empty>{data === undefined || asked !== text.trim() ? "Searching…" : `No results for “${asked}”.`}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Keys that are exactly what is typed, and the way to search all rows of the table whose page this is. */
function KeyActions({ keys, lookUp, text }: Pick<Found, "keys" | "lookUp"> & { text: string }) {
  const router = useRouter();
  const ask = async ({ tableId, keyName }: NonNullable<Found["lookUp"]>) => {
    const { askLookUp } = await import("#app/_queries/key-requests.ts");
    // Where it is refused, the page of keys has the field and says why.
    const find = await askLookUp({ tableId, key: keyName, values: [text] }).then(
      ({ id }) => id,
      () => undefined,
    );
    router.push(keysLink(tableId, { key: keyName, find }));
  };
  if (keys.length === 0 && lookUp === null) return null;
  return (
    <Spotlight.ActionsGroup label="Keys">
      {keys.map(({ tableId, tableName, keyName, keyHash, key, rowCount }) => (
        <Spotlight.Action
          key={`${tableId} ${keyName} ${keyHash}`}
          onClick={() => router.push(keyLink(tableId, keyHash, { key: keyName }))}
          className={classes["action"] ?? ""}
        >
          <bdi className={classes["name"]}>{key.join(" · ")}</bdi>
          <span className={classes["about"]}>
            {formatCount(rowCount)} rows in <bdi>{tableName}</bdi>
          </span>
        </Spotlight.Action>
      ))}
      {lookUp !== null && (
        <Spotlight.Action onClick={() => void ask(lookUp)} className={classes["action"] ?? ""}>
          <span className={classes["name"]}>
            Look up “<bdi>{text}</bdi>” as a key of <bdi>{lookUp.tableName}</bdi>
          </span>
          <span className={classes["about"]}>Searches the whole table</span>
        </Spotlight.Action>
      )}
    </Spotlight.ActionsGroup>
  );
}
