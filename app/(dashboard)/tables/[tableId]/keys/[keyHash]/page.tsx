import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { CopyLink } from "#app/_ui/copy-link.client.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { keyLink, keysLink, overviewLink, tableLink } from "#lib/contracts/links.ts";
import { isMasked } from "#lib/masking.ts";
import { findTable } from "../../find-table.ts";
import { KeyPart } from "../key-part.tsx";
import { chooseKey } from "../read-keys.ts";
import { readKeysParams, type KeysParams, type SearchParams } from "../search-params.ts";
import { SnapshotNote } from "../snapshot-note.tsx";
import { compareRows } from "./_components/comparison.ts";
import { ComparisonTable } from "./_components/comparison-table.tsx";
import { KeyBytesPanel } from "./_components/key-bytes-panel.tsx";
import { sayEvidence, sayVerdict } from "./_components/key-words.ts";
import { LookAgain } from "./_components/look-again.client.tsx";
import { UnknownKey } from "./_components/unknown-key.tsx";
import classes from "./page.module.css";
import { readKey, type KeyData, type ShownKey } from "./read-key.ts";

export const metadata: Metadata = { title: "One key" };

interface PageProps {
  params: Promise<{ tableId: string; keyHash: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function KeyPage({ params, searchParams }: PageProps) {
  const { keyHash } = await params;
  const found = await findTable(params);
  if (!found.ok) return <Unread message={found.message} />;
  const table = found.value;
  const asked = readKeysParams(await searchParams);
  const read = await readForPage(async (db) => await readKey(db, { table, keyHash, params: asked }));
  if (!read.ok) return <Unread message={read.message} />;
  const { shown } = read.value;
  const [first] = table.keys;
  const searched = chooseKey(table, asked.key) ?? first;
  if (shown !== null) return <OneKey table={table} keyHash={keyHash} asked={asked} data={read.value} shown={shown} />;
  return searched === undefined ? (
    <Unread message="The table has no key." />
  ) : (
    <UnknownKey table={table} keyRow={searched} data={read.value} />
  );
}

interface OneKeyProps {
  table: TableWithKeys;
  keyHash: string;
  asked: KeysParams;
  data: KeyData;
  shown: ShownKey;
}

function OneKey(props: OneKeyProps) {
  const { table, shown, data } = props;
  const { key, sample } = shown;
  const comparison = compareRows({ sample, columns: table.definition.columns, schema: shown.columns, writtenBy: shown.writtenBy });
  const name = sample.key.map((part) => (part === "" ? "empty text" : part)).join(" · ");
  const isKeyHidden = sample.key.some(isMasked);
  return (
    <>
      <Place {...props} name={name} />
      <PageHead
        title={
          <span className={classes["name"]}>
            {sample.key.map((text, at) => (
              <span key={at}>
                {at > 0 && " · "}
                <KeyPart text={text} masked={isMasked(text)} />
              </span>
            ))}
          </span>
        }
        facts={key.columns.join(" · ")}
        verdict={sayVerdict(sample, key.promise)}
        because={sayEvidence(sample, comparison.differing)}
      />
      <div className={classes["tools"]}>
        <div>
          <Notes shown={shown} missed={data.missed} />
          {isKeyHidden && (
            <p className={classes["note"]}>
              The table hides a column of this key, so its values are not kept; look it up by its value on the page of keys.
            </p>
          )}
        </div>
        {!isKeyHidden && <LookAgain tableId={table.id} keyName={key.name} values={sample.key} rowsBefore={sample.rowCount} />}
      </div>
      <div className={table.definition.columns.kafkaKey === null ? undefined : classes["columns"]}>
        <ComparisonTable comparison={comparison} />
        <div className={classes["rail"]}>
          <KeyBytesPanel keyBytesHex={sample.keyBytesHex} hasColumn={table.definition.columns.kafkaKey !== null} rows={sample.rows} />
        </div>
      </div>
    </>
  );
}

function Place({ table, keyHash, asked, shown, name }: OneKeyProps & { name: string }) {
  const { snapshotId, snapshot, committedAt, from, previous, next } = shown;
  const view = { key: asked.key ?? (table.keys.length > 1 ? shown.key.name : undefined), snapshot: snapshotId ?? undefined };
  return (
    <Breadcrumbs
      above={[
        { href: overviewLink(), name: "Tables" },
        { href: tableLink(table.id), name: table.name },
        { href: keysLink(table.id, { key: view.key, snapshot: asked.snapshot?.id }), name: "Duplicate keys" },
      ]}
      here={name.length > 60 ? `${name.slice(0, 40)}…${name.slice(-12)}` : name}
    >
      {snapshotId !== null && (
        <SnapshotNote
          snapshotId={snapshotId}
          snapshot={snapshot}
          committedAt={committedAt}
          isNewest={snapshotId === table.lastSnapshotId}
        />
      )}
      {previous !== null && <ButtonLink href={keyLink(table.id, previous.keyHash, view)}>Previous</ButtonLink>}
      {next !== null && <ButtonLink href={keyLink(table.id, next.keyHash, view)}>Next</ButtonLink>}
      <CopyLink path={keyLink(table.id, keyHash, { ...view, request: from === "look-up" ? asked.request : undefined })} />
    </Breadcrumbs>
  );
}

/** What has to be known to read the rows right: where they come from, and what was asked for and is not there. */
function Notes({ shown: { from, snapshot, expiresAt, trust }, missed }: { shown: ShownKey; missed: string | null }) {
  return (
    <>
      {missed !== null && <p className={classes["note"]}>{missed}</p>}
      <p className={classes["note"]}>
        {from === "sample" ? "Kept with a run" : "Looked up by a person"}
        {expiresAt !== null && (
          <>
            {" "}
            until <Time at={expiresAt.toISOString()} />
          </>
        )}
        .
        {snapshot?.expiredAt != null && (
          <>
            {" "}
            The table let go of this snapshot on <Time at={snapshot.expiredAt.toISOString()} as="day" />; the rows open from what was kept.
          </>
        )}
      </p>
      {trust !== null && trust.level !== "exact" && (
        <p className={classes["note"]}>
          <Pill tone="unsure">{trust.level}</Pill> {trust.reasons.join(" ")}
        </p>
      )}
    </>
  );
}

function Unread({ message }: { message: string }) {
  return (
    <>
      <PageHead title="One key" />
      <UnreadFace title="The key could not be read" message={message} />
    </>
  );
}
