import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Face } from "#app/_ui/face.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { Stats } from "#app/_ui/stats.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import type { StoredFacts } from "#db/queries/facts.ts";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { metricLink, readersLink } from "#lib/contracts/links.ts";
import { liveKinds } from "#lib/readers/shown-by-reader.ts";
import { formatCount } from "#lib/units.ts";
import { KeySwitcher } from "../_components/key-switcher.tsx";
import { findTable } from "../find-table.ts";
import { NeverRead } from "../_components/never-read.tsx";
import { chooseKey } from "../keys/read-keys.ts";
import { readKeysParams, type SearchParams } from "../keys/search-params.ts";
import { UnknownKey } from "./_components/readers-faces.tsx";
import { ReadersTable } from "./_components/readers-table.tsx";
import { sayReaders, viewReaders } from "./_components/readers-view.ts";
import classes from "./page.module.css";
import { readNewestFacts, tableNow } from "./read-readers.ts";

export const metadata: Metadata = { title: "Who sees duplicates" };

const UNREAD = "What each engine shows could not be read";

interface PageProps {
  params: Promise<{ tableId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function ReadersPage({ params, searchParams }: PageProps) {
  const found = await findTable(params);
  if (!found.ok) return <UnreadFace title={UNREAD} message={found.message} />;
  const table = found.value;
  const asked = readKeysParams(await searchParams).key;
  const key = chooseKey(table, asked);
  if (key === null) return <UnknownKey table={table} />;
  const read = await readForPage(async (db) => await readNewestFacts(db, table, key));
  if (!read.ok) return <UnreadFace title={UNREAD} message={read.message} />;
  return read.value === null ? <NeverRead table={table} /> : <Readers table={table} chosen={key} facts={read.value} />;
}

function Readers({ table, chosen, facts }: { table: TableWithKeys; chosen: TableKeyRow; facts: StoredFacts }) {
  const now = tableNow(facts);
  const rows = viewReaders(now);
  const { state, word, verdict } = sayReaders(rows, now);
  const isDoubtful = facts.trust.level === "untrusted";
  return (
    <>
      <PageHead
        title="Who sees duplicates"
        state={isDoubtful ? "unknown" : state}
        stateWord={isDoubtful ? "In doubt" : word}
        facts={table.keys.length > 1 ? `${table.name} · key ${chosen.name}` : table.name}
        verdict={verdict}
        because={
          <>
            As of the commit of <Time at={facts.committedAt.toISOString()} />, based on vendor documentation. It was not tested here; other
            versions may differ.
          </>
        }
      />
      <KeySwitcher keys={table.keys} chosen={chosen.name} link={(name) => readersLink(table.id, { key: name })} />
      <div className={classes["page"]}>
        {isDoubtful && <Doubt reasons={facts.trust.reasons.filter((reason) => !now.scanFaults.includes(reason))} />}
        <Numbers facts={facts} />
        {liveKinds(now).length === 0 && (
          <Face icon={<StateIcon state="ok" />} title="All of them see the same">
            <p>There are no deletes to apply, so all engines agree. Below is what each would do with deletes.</p>
          </Face>
        )}
        <ReadersTable rows={rows} table={now} />
        {table.definition.filter !== null && (
          <p className={classes["note"]}>Rows and keys are counted among the rows that the table&apos;s filter lets through.</p>
        )}
      </div>
    </>
  );
}

function Doubt({ reasons }: { reasons: readonly string[] }) {
  return (
    <Notice>
      The table contradicts itself, so the numbers may be wrong and engines may differ for that reason alone. {reasons.join(" ")}
    </Notice>
  );
}

/** What is shown with all deletes and with none: everything that an engine can show lies between the two. */
function Numbers({ facts: { values, notComputed, trust } }: { facts: StoredFacts }) {
  const stat = (name: "rows" | "raw_rows" | "duplicated_keys" | "raw_duplicated_keys", label: string) => {
    const value = values[name];
    const tone = trust.level === "untrusted" ? ("doubt" as const) : ("plain" as const);
    return {
      label,
      href: metricLink(name),
      value: value === null ? null : formatCount(value),
      tone,
      ...(value === null && { note: <span title={notComputed[name]}>not computed</span> }),
    };
  };
  return (
    <Stats
      stats={[
        stat("duplicated_keys", "Duplicated keys"),
        stat("raw_duplicated_keys", "Raw duplicated keys"),
        stat("rows", "Rows"),
        stat("raw_rows", "Raw rows"),
      ]}
    />
  );
}
