import Link from "next/link";
import { RowKeys } from "#app/_ui/row-keys.client.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { keyLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
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
  place: { page: number; pages: number; kept: number; first: number };
  /** Of a page, in the address. */
  pageLink: (page: number) => string;
}

/** The sampled keys, worst first; on a phone each is a card. */
export function KeyList({ tableId, keyName, keyColumns, keys, snapshot, place, pageLink }: KeyListProps) {
  const hasPartitions = keys.some(({ partitions }) => partitions !== "");
  const hasTimes = keys.some(({ latestAt }) => latestAt !== null);
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
            {hasPartitions && <th scope="col">Kafka partitions</th>}
            <th scope="col">Rows differ in</th>
            {hasTimes && <th scope="col">Latest event</th>}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.keyHash}>
              {key.parts.map((part, at) => (
                <th key={keyColumns[at]} scope="row" data-label={keyColumns[at]}>
                  {at === 0 ? (
                    <Link href={keyLink(tableId, key.keyHash, { key: keyName, snapshot })} data-row-link prefetch={false}>
                      <KeyPart {...part} />
                    </Link>
                  ) : (
                    <KeyPart {...part} />
                  )}
                </th>
              ))}
              <td className={classes["number"]} data-label="Rows">
                {formatCount(key.rowCount)}
              </td>
              {hasPartitions && <td data-label="Kafka partitions">{key.partitions || "none"}</td>}
              <td className={classes["differs"]} data-label="Differ in">
                {key.differs}
              </td>
              {hasTimes && (
                <td className={classes["time"]} data-label="Latest event">
                  {key.latestAt === null ? "–" : <Time at={key.latestAt} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Pager {...place} shown={keys.length} pageLink={pageLink} />
    </section>
  );
}
