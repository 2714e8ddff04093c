import type { Metadata } from "next/types.js";
import { CauseTag } from "#app/_ui/cause-tag.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { groupDecimal } from "#lib/decimal-text.ts";
import { isMasked } from "#lib/masking.ts";
import { countedTwice } from "../../_why/counted-twice.ts";
import { SincePanel } from "../../../_since/since-panel.tsx";
import { findTable } from "../../find-table.ts";
import { KeyPart } from "../key-part.tsx";
import { chooseKey } from "../read-keys.ts";
import { readKeysParams, type KeysParams, type SearchParams } from "../search-params.ts";
import { CauseRail } from "./_components/cause-rail.tsx";
import { compareRows } from "./_components/comparison.ts";
import { ComparisonTable } from "./_components/comparison-table.tsx";
import { KeyBytesPanel } from "./_components/key-bytes-panel.tsx";
import { sayEvidence, sayVerdict, sayWinnerBy } from "./_components/key-words.ts";
import { LifePanel } from "./_components/life-panel.tsx";
import { viewLife } from "./_components/life-view.ts";
import { LookAgain } from "./_components/look-again.client.tsx";
import { Notes, Place } from "./_components/place.tsx";
import { UnknownKey } from "../_components/unknown-key.tsx";
import classes from "./page.module.css";
import { findKey } from "./find-key.ts";
import type { KeyData, ShownKey } from "./read-key.ts";

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
  const read = await findKey(table, keyHash);
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
  const { table, shown, data, keyHash } = props;
  const { key, sample } = shown;
  const comparison = compareRows({ sample, columns: table.definition.columns, schema: shown.columns, writtenBy: shown.writtenBy });
  const isKeyHidden = sample.key.some(isMasked);
  const verdict = sample.verdict ?? null;
  const mayRepeat = key.promise === "none";
  const life = viewLife({
    comparison,
    rows: sample.rows,
    rowCount: sample.rowCount,
    writtenBy: shown.writtenBy,
    at: shown.committedAt,
  });
  return (
    <>
      <Place {...props} />
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
        facts={
          <span className={classes["facts"]}>
            {key.columns.join(" · ")} {verdict !== null && <CauseTag cause={verdict.cause} />}
          </span>
        }
        verdict={sayVerdict(sample, key.promise)}
        because={because(props, comparison.differing)}
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
      <div className={classes["columns"]}>
        <div className={classes["main"]}>
          <ComparisonTable
            comparison={comparison}
            winnerBy={verdict === null ? "" : sayWinnerBy(verdict.winnerBy, key.keep)}
            mayRepeat={mayRepeat}
          />
          {life !== null && <LifePanel life={life} mayRepeat={mayRepeat} />}
        </div>
        <div className={classes["rail"]}>
          {sample.rowCount > 1 && <CauseRail shown={shown} at={{ tableId: table.id, keyHash }} />}
          {shown.since !== null && <SincePanel view={shown.since} title="Several rows since" />}
          {table.definition.columns.kafkaKey !== null && <KeyBytesPanel keyBytesHex={sample.keyBytesHex} rows={sample.rows} />}
        </div>
      </div>
    </>
  );
}

/** In what the rows differ, and what is counted twice for it. */
function because({ table, shown: { key, sample } }: OneKeyProps, differing: readonly string[]): string {
  const { measure } = table.definition;
  const twice = measure === null || key.promise === "none" ? null : countedTwice(sample, measure);
  const cost = twice === null ? "" : `${groupDecimal(twice)} of ${measure} is counted twice.`;
  return [sayEvidence(sample, differing), cost].filter((sentence) => sentence !== "").join(" ");
}

function Unread({ message }: { message: string }) {
  return (
    <>
      <PageHead title="One key" />
      <UnreadFace title="The key could not be read" message={message} />
    </>
  );
}
