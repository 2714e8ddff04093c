import type { Metadata } from "next/types.js";
import Link from "next/link";
import { readForPage } from "#app/_http/read-for-page.ts";
import { readTimeZone } from "#app/_http/time-zone.ts";
import { viewKeyRequests } from "#app/api/key-requests/view-key-request.ts";
import { Permalink } from "#app/_ui/copy-link.client.tsx";
import { Face } from "#app/_ui/face.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import { listKeyExports } from "#db/queries/key-requests.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import type { KeyRequestView } from "#lib/contracts/key-requests.ts";
import { keysLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import { findTable } from "../../find-table.ts";
import { CausePanel } from "../_components/cause-panel.tsx";
import { viewCauseTabs } from "../_components/cause-tabs-view.ts";
import { CauseTabs } from "../_components/cause-tabs.tsx";
import { KeySwitcher } from "../../_components/key-switcher.tsx";
import { DriftPanel } from "../../_drift/drift-panel.tsx";
import { ExportList, ExportMenu } from "../_components/exports.client.tsx";
import { KeptKeys } from "../_components/kept-keys.tsx";
import { KeysFace } from "../_components/keys-face.tsx";
import { sayBound, sayHarm, sayTitle } from "../_components/keys-words.ts";
import { SidePanels } from "../_components/side-panels.tsx";
import { KeySearch } from "../_look-up/key-search.client.tsx";
import classes from "../page.module.css";
import { chooseKey, readKeys, type KeysData, type ShownSample } from "../read-keys.ts";
import { readKeysParams, type KeysParams, type SearchParams } from "../search-params.ts";
import { searchColumns } from "../search-columns.ts";
import { SnapshotNote } from "../snapshot-note.tsx";

export const metadata: Metadata = { title: "Duplicate keys" };

interface PageProps {
  params: Promise<{ tableId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function KeysPage({ params, searchParams }: PageProps) {
  const found = await findTable(params);
  if (!found.ok) return <Unread message={found.message} />;
  const table = found.value;
  const asked = readKeysParams(await searchParams);
  const key = chooseKey(table, asked.key);
  if (key === null) return <UnknownKey table={table} />;
  const read = await readForPage(async (db) => {
    const listing = listKeyExports(db, key.id).then((exports) => viewKeyRequests(db, exports));
    const [data, exports] = await Promise.all([readKeys(db, table, key, asked), listing]);
    return { data, exports };
  });
  if (!read.ok) return <Unread message={read.message} />;
  return <Keys table={table} asked={asked} {...read.value} zone={await readTimeZone()} />;
}

interface KeysProps {
  table: TableWithKeys;
  asked: KeysParams;
  data: KeysData;
  exports: KeyRequestView[];
  zone: string;
}

function Keys({ table, asked, data, exports, zone }: KeysProps) {
  const { key, facts, sample, snapshot, snapshotId, newestId, lookUp } = data;
  const drift = showsDrift(data, asked) && data.why.is === "explained" ? data.why.causes.drift : null;
  const keys = facts?.values.duplicated_keys ?? null;
  const isGone = snapshot?.expiredAt != null;
  // What is gone cannot be read again: then the newest answers.
  const isKnown = snapshot !== null || facts !== null;
  const pinned = asked.snapshot !== undefined && isKnown && !isGone ? asked.snapshot.id : undefined;
  const cellLink = (from: number, to: number) =>
    keysLink(table.id, { key: asked.key, snapshot: asked.snapshot?.id, moved: `${from}-${to}` });
  const common = { tableId: table.id, keyName: key.name, exports };
  const label =
    keys === null || isGone ? "Export all" : `Export all ${data.facts?.trust.level === "exact" ? formatCount(keys) : ""}`.trim();
  return (
    <>
      <Permalink
        path={keysLink(table.id, { key: asked.key, snapshot: asked.snapshot?.id ?? snapshotId ?? undefined, cause: asked.cause })}
      />
      <PageHead
        title={sayTitle(facts)}
        facts={
          <>
            {table.keys.length > 1 && `of ${key.name} `}
            {snapshotId !== null && isKnown && (
              <SnapshotNote snapshotId={snapshotId} snapshot={snapshot} isNewest={snapshotId === newestId} />
            )}
          </>
        }
        because={
          sayHarm(facts, {
            promise: key.promise,
            kept: sample?.kept ?? null,
            causes: data.why.is === "explained" ? data.why.causes : null,
          }) || undefined
        }
      />
      <KeySwitcher keys={table.keys} chosen={key.name} link={(name) => keysLink(table.id, { key: name, snapshot: asked.snapshot?.id })} />
      {sample !== null && <Tabs table={table} asked={asked} data={data} sample={sample} />}
      <div className={classes["tools"]}>
        <KeySearch
          key={`${key.id} ${pinned ?? ""}`}
          tableId={table.id}
          keyName={key.name}
          columns={searchColumns(key.columns, data.columns)}
          snapshot={pinned}
          before={lookUp}
        />
        {keys !== 0 && <ExportMenu {...common} label={label} snapshot={isGone || !isKnown ? undefined : (snapshotId ?? undefined)} />}
      </div>
      <div className={classes["columns"]}>
        <div className={classes["main"]}>
          {sample === null ? (
            <KeysFace table={table} data={data} params={asked} />
          ) : (
            <KeptKeys table={table} asked={asked} data={data} sample={sample} />
          )}
        </div>
        <div className={classes["rail"]}>
          <ExportList {...common} />
          <CausePanel why={data.why} chosen={asked.cause ?? null} about={{ ...data.writer, keep: key.keep }} />
          {drift !== null && <DriftPanel drift={drift} zone={zone} cellLink={cellLink} />}
          <SidePanels facts={facts} sample={sample} />
        </div>
      </div>
    </>
  );
}

/** Beside the keys of another cause the map of drifted ones would say nothing. */
function showsDrift({ why }: KeysData, { cause }: KeysParams): boolean {
  return why.is === "explained" && (cause === undefined || cause === "partition_drift");
}

function Tabs({ table, asked, data: { facts }, sample }: Omit<KeysProps, "exports" | "zone"> & { sample: ShownSample }) {
  return (
    <CauseTabs
      tabs={viewCauseTabs(sample)}
      chosen={sample.cause}
      bound={facts === null ? "" : sayBound(facts)}
      link={(cause) => keysLink(table.id, { key: asked.key, snapshot: asked.snapshot?.id, cause: cause ?? undefined })}
    />
  );
}

function UnknownKey({ table }: { table: TableWithKeys }) {
  return (
    <>
      <PageHead title="Duplicated keys" />
      <Face icon={<StateIcon state="unknown" />} title={`${table.name} has no such key`}>
        {table.keys.map(({ id, name }) => (
          <p key={id}>
            <Link href={keysLink(table.id, { key: name })}>{name}</Link>
          </p>
        ))}
      </Face>
    </>
  );
}

function Unread({ message }: { message: string }) {
  return (
    <>
      <PageHead title="Duplicated keys" />
      <UnreadFace title="The keys could not be read" message={message} />
    </>
  );
}
