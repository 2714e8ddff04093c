import Link from "next/link";
import type { Metadata } from "next/types.js";
import { readPreview } from "#app/api/tables/[tableId]/limits/read-preview.ts";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Face } from "#app/_ui/face.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import type { Db } from "#db/client.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { limitsLink } from "#lib/contracts/links.ts";
import type { LimitPreview } from "#lib/contracts/limits.ts";
import { AppError } from "#lib/errors.ts";
import type { TableSource } from "#lib/names.ts";
import { KeySwitcher } from "../_components/key-switcher.tsx";
import { findTable } from "../find-table.ts";
import { AcceptedPanel } from "./_components/accepted-panel.tsx";
import { LimitsTable } from "./_components/limits-table.tsx";
import { PreviewPanel } from "./_components/preview-panel.client.tsx";
import { readLimits, type LimitsPage } from "./_limits/read-limits.ts";
import classes from "./page.module.css";
import { readLimitsSearch, type LimitsSearch } from "./search-params.ts";

export const metadata: Metadata = { title: "Limits" };

const UNREAD = "The limits could not be read";

interface PageProps {
  params: Promise<{ tableId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function LimitsRoute({ params, searchParams }: PageProps) {
  const found = await findTable(params);
  if (!found.ok) return <UnreadFace title={UNREAD} message={found.message} />;
  const table = found.value;
  const search = readLimitsSearch(await searchParams);
  const key = search.key === null ? table.keys[0] : table.keys.find(({ name }) => name === search.key);
  if (key === undefined) return <NoKey table={table} named={search.key} />;
  const now = new Date();
  const read = await readForPage(async (db) => {
    const page = await readLimits(db, table, key, now);
    return { page, preview: await preview(db, page, search, now) };
  });
  if (!read.ok) return <UnreadFace title={UNREAD} message={read.message} />;
  const { page, preview: first } = read.value;
  return (
    <>
      <Head page={page} />
      <KeySwitcher
        keys={page.table.keys}
        chosen={page.key.name}
        link={(name) => limitsLink(page.table.id, { key: name, ...(search.metric !== null && { metric: search.metric }) })}
      />
      <div className={classes["columns"]}>
        <div className={classes["main"]}>
          <PreviewPanel
            key={`${key.name} ${first.asked.metric}`}
            tableId={table.id}
            keyName={key.name}
            source={table.source}
            entry={page.entry}
            rows={page.rows}
            first={first}
          />
          <AcceptedPanel key={first.asked.metric} page={page} chosen={first.asked.metric} now={now.toISOString()} />
        </div>
        <LimitsTable page={page} chosen={first.asked.metric} search={search} />
        {page.entry?.state === "waiting" && <Refresh everySeconds={2} />}
      </div>
    </>
  );
}

/** The preview that the address asks for, or the sentence that says why there is none. */
async function preview(db: Db, page: LimitsPage, search: LimitsSearch, now: Date) {
  const metric =
    search.metric ?? page.rows.find(({ judgedBy, passed }) => judgedBy === "limits" && passed !== null)?.metric ?? "surplus_rows";
  const written = page.rows.find((row) => row.metric === metric)?.written ?? { warn: "", alert: "" };
  const asked = { metric, days: search.days, accepted: search.accepted, ...(search.tried ?? written) };
  let answer: LimitPreview | null = null;
  let fault: string | null = null;
  try {
    answer = await readPreview(db, page.table, { key: page.key.name, ...asked }, now);
  } catch (error) {
    // What was typed is not a limit: the fields keep it, and say so.
    if (!(error instanceof AppError) || error.code !== "usage") throw error;
    fault = error.message;
  }
  return { asked, answer, fault };
}

function Head({ page: { table, file, saved } }: { page: LimitsPage }) {
  return (
    <PageHead
      title={`Limits of ${table.name}`}
      facts={`${table.kind} · ${table.owner ?? "no owner"}`}
      because={<SetWhere source={table.source} file={file} saved={saved} />}
    />
  );
}

/** Where the limits of the table are set, and what this page is for. */
function SetWhere({ source, file, saved }: Pick<LimitsPage, "file" | "saved"> & { source: TableSource }) {
  switch (source) {
    case "file":
      return (
        <>
          Set in <code>{file ?? "bergwatch.yaml"}</code> and changed there. Try other limits against stored history here.
        </>
      );
    case "sample":
      return <>A sample table with the default limits. Try other limits against stored history here.</>;
    case "settings":
      return (
        <>
          {saved !== null && (
            <>
              Added here. Settings version {saved.version}
              {saved.by !== null && <> by {saved.by}</>}, <Time at={saved.at} />.{" "}
            </>
          )}
          Try other limits against stored history, and save them.
        </>
      );
  }
}

function NoKey({ table, named }: { table: TableWithKeys; named: string | null }) {
  return (
    <>
      <Face
        icon={<StateIcon state="unknown" />}
        title={named === null ? `${table.name} no longer has a key` : `${table.name} has no such key`}
      >
        <p>
          {table.keys.map(({ id, name }) => (
            <Link key={id} href={limitsLink(table.id, { key: name })}>
              {name}
            </Link>
          ))}
        </p>
      </Face>
    </>
  );
}
