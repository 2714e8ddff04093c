import Link from "next/link";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { keysLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import classes from "../page.module.css";
import { PAGE_KEYS, type KeysData, type ShownSample } from "../read-keys.ts";
import type { KeysParams } from "../search-params.ts";
import { viewKeyList } from "./key-list-view.ts";
import { KeyFilters } from "./key-filters.tsx";
import { KeyList } from "./key-list.tsx";

interface KeptKeysProps {
  table: TableWithKeys;
  asked: KeysParams;
  data: KeysData;
  sample: ShownSample;
}

/** The keys of the sample, all or those of one cause, with what has to be known of where they come from. */
export function KeptKeys({ table, asked, data: { key, columns, snapshotId }, sample }: KeptKeysProps) {
  const { page, pages, listed, cause, keys, writtenBy } = sample;
  const view = { key: asked.key, snapshot: asked.snapshot?.id };
  const narrowed = { ...view, cause: cause ?? undefined, moved: asked.moved, differs: asked.differs, sort: asked.sort ?? undefined };
  return (
    <>
      {sample.snapshotId !== snapshotId && (
        <p className={classes["older"]}>
          No keys were kept with this snapshot; the list is that of snapshot <code>{sample.snapshotId}</code>, the last with which some
          were.
        </p>
      )}
      {sample.options !== null && (
        <KeyFilters options={sample.options} asked={asked} link={(change) => keysLink(table.id, { ...narrowed, ...change })} />
      )}
      {listed === 0 && (asked.moved !== undefined || asked.differs !== undefined) ? (
        <Face icon={<StateIcon state="unknown" />} title="No saved key matches these filters">
          <p>
            <Link href={keysLink(table.id, { ...view, cause: cause ?? undefined })}>Clear filters</Link>
          </p>
        </Face>
      ) : listed === 0 && cause !== null ? (
        <Face icon={<StateIcon state="unknown" />} title={`No key with the cause “${causeWords(cause).label}” is kept`}>
          <p>{whyNone(sample)}</p>
          <p>
            <Link href={keysLink(table.id, view)}>The keys that are kept</Link>
          </p>
        </Face>
      ) : (
        <KeyList
          tableId={table.id}
          keyName={key.name}
          keyColumns={key.columns}
          keys={viewKeyList(keys, {
            columns: table.definition.columns,
            schema: columns,
            measure: table.definition.measure,
            snapshots: writtenBy,
          })}
          snapshot={sample.snapshotId}
          cause={cause}
          place={{ page, pages, kept: listed, first: (page - 1) * PAGE_KEYS + 1 }}
          sort={sample.options === null ? null : { by: asked.sort, link: (sort) => keysLink(table.id, { ...narrowed, sort }) }}
          pageLink={(to) => keysLink(table.id, { ...narrowed, page: to === 1 ? undefined : to })}
        />
      )}
    </>
  );
}

function whyNone({ causes, cause }: ShownSample): string {
  if (causes === null) return "The causes of this snapshot's keys are not known.";
  const keys = causes.shares.find((share) => share.cause === cause)?.keys ?? 0;
  if (keys === 0) return "No key of this snapshot has it.";
  return `${formatCount(keys)} ${keys === 1 ? "key has" : "keys have"} it, but the sample contains none. Looking up a key and exporting all of them work.`;
}
