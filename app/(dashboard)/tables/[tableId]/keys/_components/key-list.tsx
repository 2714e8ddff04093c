import { CauseTag } from "#app/_ui/cause-tag.tsx";
import { RowLink } from "#app/_ui/row-link.tsx";
import { RowKeys } from "#app/_ui/row-keys.client.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { keyLink } from "#lib/contracts/links.ts";
import type { CauseName } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import { groupDecimal } from "#lib/decimal-text.ts";
import { KeyPart } from "../key-part.tsx";
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
  /** Of a page, in the address. */
  pageLink: (page: number) => string;
}

/** The sampled keys, worst first; on a phone each is a card. */
export function KeyList({ tableId, keyName, keyColumns, keys, snapshot, cause, place, pageLink }: KeyListProps) {
  const shows = {
    cause: keys.some((key) => key.cause !== null),
    partitions: keys.some(({ partitions }) => partitions !== ""),
    twice: keys.some(({ twice }) => twice !== null),
    since: keys.some(({ sinceAt }) => sinceAt !== null),
    latest: keys.some(({ latestAt }) => latestAt !== null),
  };
  const view = { key: keyName, snapshot, cause: cause ?? undefined };
  return (
    <section className={classes["panel"]} aria-label="Sampled keys">
      <RowKeys fromEnd />
      <table className={classes["list"]}>
        <thead>
          <tr>
            {keyColumns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col" className={classes["number"]}>
              Rows
            </th>
            {shows.cause && <th scope="col">Cause</th>}
            {shows.partitions && <th scope="col">Kafka partitions</th>}
            <th scope="col">Rows differ in</th>
            {shows.twice && (
              <th scope="col" className={classes["number"]}>
                Counted twice
              </th>
            )}
            {shows.since ? (
              <th
                scope="col"
                title="When the second of the rows that are there now was certainly written; an earlier one may have been replaced by it"
              >
                Two rows at least since
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
      <Pager {...place} shown={keys.length} pageLink={pageLink} />
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
          {row.cause === null ? "not explained" : <CauseTag cause={row.cause} />}
        </td>
      )}
      {shows.partitions && (
        <td className={classes["places"]} data-label="Kafka partitions">
          {row.partitions || "none"}
        </td>
      )}
      <td className={classes["differs"]} data-label="Differ in">
        {row.differs}
      </td>
      {shows.twice && (
        <td className={classes["number"]} data-label="Counted twice">
          {row.twice === null ? "–" : groupDecimal(row.twice)}
        </td>
      )}
      {shows.since ? (
        <When at={row.sinceAt} label="Two rows at least since" />
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
