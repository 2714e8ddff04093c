import type { Metadata } from "next/types.js";
import { stringify } from "yaml";
import { readForPage } from "#app/_http/read-for-page.ts";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import type { Db } from "#db/client.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { tableSettingsLink } from "#lib/contracts/links.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { findAsked } from "../../../_asking/find-asked.ts";
import { EntryFaults, EntryStatePill } from "../../../_entries/entry-state.tsx";
import { knownNames, readEntries } from "../../../_entries/read-entries.ts";
import { RemoveEntry } from "../../../_entries/remove-entry.client.tsx";
import { Origin } from "../../../_entries/say-origin.tsx";
import { placeOf, readTable, writeTable } from "../../../_entries/table-fields.ts";
import { TableWatch } from "../../../_watch/table-watch.client.tsx";
import { findTable } from "../find-table.ts";
import { SettingFacts } from "./_components/setting-facts.tsx";
import classes from "./page.module.css";
import { writeDefinition } from "./write-definition.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function TableSettingRoute({ params }: { params: Promise<{ tableId: string }> }) {
  const found = await findTable(params);
  if (!found.ok) return <UnreadFace title="The table could not be read from the store" message={found.message} />;
  const table = found.value;
  const read = await readForPage(async (db) => await readSettings(db, table));
  if (!read.ok) return <UnreadFace title="The settings could not be read" message={read.message} />;
  const { entry, refused, known, asked } = read.value;
  const isEntered = entry?.origin.from === "settings";
  return (
    <>
      <PageHead
        title={`Settings of ${table.name}`}
        facts={entry !== null && <EntryStatePill entry={entry} />}
        because={<Where table={table} entry={entry} refused={refused} />}
        actions={
          isEntered &&
          refused === null &&
          entry.origin.from === "settings" && (
            <RemoveEntry
              kind="table"
              name={entry.name}
              version={entry.origin.version}
              says="No longer watched. Its history stays and continues if you add a table with the same name."
              leadsTo={tableSettingsLink()}
            />
          )
        }
      />
      {entry !== null && <EntryFaults entry={entry} />}
      <Says table={table} entry={entry} />
      {isEntered && asked !== null && (
        <TableWatch
          asked={asked.place}
          title={table.name}
          first={asked.description}
          sample={asked.sample}
          entry={entry}
          refused={refused}
          known={known}
        />
      )}
      <Refresh everySeconds={entry?.state === "waiting" ? 2 : 30} />
    </>
  );
}

async function readSettings(db: Db, table: TableWithKeys) {
  const read = await readEntries(db);
  const { refused } = read;
  const entry = read.entries.find(({ kind, tableId }) => kind === "table" && tableId === table.id) ?? null;
  const place = entry?.written == null ? null : placeOf(entry.written);
  const asked =
    place === null
      ? null
      : {
          place,
          description: await findAsked(db, { kind: "describe", table: place }),
          sample: await findAsked(db, { kind: "sample", table: place }),
        };
  return { entry, refused, known: knownNames(read), asked };
}

function Says({ table, entry }: { table: TableWithKeys; entry: EntryView | null }) {
  const isEntered = entry?.origin.from === "settings";
  return (
    <div className={classes["columns"]}>
      <Panel title="In words">
        <PanelBody>
          <SettingFacts table={table} />
        </PanelBody>
      </Panel>
      <Panel title={isEntered ? "As entered" : "As YAML"} {...(!isEntered && { aside: "with all defaults applied" })}>
        <PanelBody>
          <pre className={classes["yaml"]} tabIndex={0} aria-label="The settings as YAML">
            {stringify([entry?.written == null ? writeDefinition(table.definition) : writeTable(readTable(entry.written))], {
              lineWidth: 0,
              aliasDuplicateObjects: false,
            })}
          </pre>
        </PanelBody>
      </Panel>
    </div>
  );
}

interface WhereProps {
  table: TableWithKeys;
  entry: EntryView | null;
  refused: string | null;
}

function Where({ table, entry, refused }: WhereProps) {
  if (table.archivedAt !== null) return <>No longer watched. These were its last settings.</>;
  if (entry === null) return <>The source of its settings is unknown until a worker reports it.</>;
  return (
    <>
      <Origin origin={entry.origin} /> {entry.origin.from === "sample" && "It stays until you dismiss the samples."}
      {entry.origin.from === "settings" && refused}
    </>
  );
}
