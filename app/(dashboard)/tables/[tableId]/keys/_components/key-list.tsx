import { CauseTag } from "#app/_ui/cause-tag.tsx";
import { RowLink } from "#app/_ui/row-link.tsx";
import { RowKeys } from "#app/_ui/row-keys.client.tsx";
import { SortHead } from "#app/_ui/sort-head.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { keyLink } from "#lib/contracts/links.ts";
import type { CauseName } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import { groupDecimal } from "#lib/decimal-text.ts";
import type { SortOf } from "#lib/contracts/sorting.ts";
import { KeyPart } from "../key-part.tsx";
import { KEY_SORTS } from "../narrow-keys.ts";
import type { KeyRowView } from "./key-list-view.ts";
import classes from "./key-list.module.css";
import { Pager } from "./pager.tsx";

export interface KeyListProps {
  tableId: string;
  keyName: string;
  keyColumns: readonly string[];
  keys: readonly KeyRowView[];
  /** The sample's. */
  snapshot: string;
  /** What the list is narrowed to; links to keys keep it. */
  cause: CauseName | null;
  place: { page: number; pages: number; kept: number; first: number };
  /** null: the list is too long to be sorted. */
  sort: { by: SortOf<typeof KEY_SORTS> | null; link: (sort: SortOf<typeof KEY_SORTS>) => string } | null;
  /** Of a page, in the address. */
  pageLink: (page: number) => string;
}

/** The sampled keys, worst first; on a phone each is a card. */
export function KeyList({ tableId, keyName, keyColumns, keys, snapshot, cause, place, sort, pageLink }: KeyListProps) {
  const shows = {
    cause: keys.some((key) => key.cause !== null),
    partitions: keys.some(({ partitions }) => partitions !== ""),
    twice: keys.some(({ twice }) => twice !== null),
    since: keys.some(({ sinceAt }) => sinceAt !== null),
    latest: keys.some(({ latestAt }) => latestAt !== null),
  };
  const head = (column: keyof typeof KEY_SORTS, label: string, className?: string) =>
    sort === null ? (
      <th key={label} scope="col" className={className}>
        {label}
      </th>
    ) : (
      <SortHead key={label} label={label} column={column} columns={KEY_SORTS} sort={sort.by} link={sort.link} className={className} />
    );
  const view = { key: keyName, snapshot, cause: cause ?? undefined };
  return (
    <section className={classes["panel"]} aria-label="Sampled keys">
      <RowKeys fromEnd />
      <table className={classes["list"]}>
        <thead>
          <tr>
            {keyColumns.map((name, at) =>
              at === 0 ? (
                head("key", name)
              ) : (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
            {head("rows", "Rows", classes["number"])}
            {shows.cause && head("cause", "Cause")}
            {shows.partitions && head("moved", "Partitions")}
            {head("differs", "Differs in")}
            {shows.twice && (
              <th scope="col" className={classes["number"]}>
                Counted twice
              </th>
            )}
            {shows.since ? (
              <th
                scope="col"
                title="By then the second of today's rows was written. It may be the rewrite of an older one, such as by a compaction."
              >
                Duplicated since (or earlier)
              </th>
            ) : (
              shows.latest && <th scope="col">Latest event</th>
            )}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <Line key={key.keyHash} row={key} keyColumns={keyColumns} shows={shows} link={keyLink(tableId, key.keyHash, view)} />
          ))}
        </tbody>
      </table>
      <Pager {...place} shown={keys.length} isSorted={sort !== null && sort.by !== null} pageLink={pageLink} />
    </section>
  );
}

interface LineProps {
  row: KeyRowView;
  keyColumns: readonly string[];
  /** Which columns the list has. */
  shows: Record<"cause" | "partitions" | "twice" | "since" | "latest", boolean>;
  link: string;
}

function Line({ row, keyColumns, shows, link }: LineProps) {
  return (
    <tr>
      {row.parts.map((part, at) => (
        <th key={keyColumns[at]} scope="row" data-label={keyColumns[at]}>
          {at === 0 ? (
            <RowLink href={link}>
              <KeyPart {...part} />
            </RowLink>
          ) : (
            <KeyPart {...part} />
          )}
        </th>
      ))}
      <td className={classes["number"]} data-label="Rows">
        {formatCount(row.rowCount)}
      </td>
      {shows.cause && (
        <td className={classes["cause"]} data-label="Cause">
          {row.cause === null ? "not explained" : <CauseTag cause={row.cause} {...(row.isProbable && { share: "probable" })} />}
        </td>
      )}
      {shows.partitions && (
        <td className={classes["places"]} data-label="Partitions">
          {row.partitions || "none"}
        </td>
      )}
      <td className={classes["differs"]} data-label="Differs in">
        {row.differs}
      </td>
      {shows.twice && (
        <td className={classes["number"]} data-label="Counted twice">
          {row.twice === null ? "–" : groupDecimal(row.twice)}
        </td>
      )}
      {shows.since ? (
        <When at={row.sinceAt} label="Duplicated since (or earlier)" />
      ) : (
        shows.latest && <When at={row.latestAt} label="Latest event" />
      )}
    </tr>
  );
}

function When({ at, label }: { at: string | null; label: string }) {
  return (
    <td className={classes["time"]} data-label={label}>
      {at === null ? "–" : <Time at={at} />}
    </td>
  );
}
