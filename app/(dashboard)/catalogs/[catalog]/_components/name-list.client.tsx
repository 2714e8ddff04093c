"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import Link from "next/link";
import { useEffect, useRef, useState, type RefObject } from "react";
import { RowLink } from "#app/_ui/row-link.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { catalogLink, catalogTableLink, tableLink } from "#lib/contracts/links.ts";
import { formatLevels } from "#lib/contracts/table-name.ts";
import classes from "./name-list.module.css";

export interface ListedName {
  kind: "namespace" | "table";
  name: string;
}

/** A table that is watched, by its levels joined as people write them. */
export type WatchedTables = Readonly<Record<string, { id: string; name: string }>>;

interface NameListProps {
  catalog: string;
  namespace: readonly string[];
  names: readonly ListedName[];
  watched: WatchedTables;
}

/** Beyond so many only those in sight are in the document. */
const PLAIN_MAX = 200;
const ROW_HEIGHT = { wide: 36, narrow: 48 } as const;

/** Namespaces and tables of a level, each leading on. Ten thousand of them scroll as ten do. */
export function NameList(props: NameListProps) {
  return (
    <div className={classes["frame"]}>
      {props.names.length <= PLAIN_MAX ? (
        <ul className={classes["list"]} aria-label="Namespaces and tables">
          {props.names.map((name) => (
            <li key={`${name.kind} ${name.name}`} className={classes["row"]} data-row="">
              <Name {...props} {...name} />
            </li>
          ))}
        </ul>
      ) : (
        <WindowedList {...props} />
      )}
    </div>
  );
}

function WindowedList(props: NameListProps) {
  const { names } = props;
  const list = useRef<HTMLUListElement>(null);
  const { top, rowHeight } = usePlace(list);
  const virtualizer = useWindowVirtualizer({
    count: names.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top ?? 0,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  // Before its place is known the first of them stand there, as the server drew them.
  const isMeasured = top !== null;
  const lines = isMeasured
    ? virtualizer.getVirtualItems()
    : names.slice(0, PLAIN_MAX).map((_, index) => ({ index, start: index * rowHeight }));
  return (
    <ul
      ref={list}
      className={classes["windowed"]}
      aria-label="Namespaces and tables"
      style={{ height: names.length * rowHeight }}
      data-windowed={isMeasured ? "" : undefined}
    >
      {lines.map(({ index, start }) => {
        const name = names[index];
        if (name === undefined) return null;
        return (
          <li
            key={`${name.kind} ${name.name}`}
            className={classes["row"]}
            data-row=""
            style={{ transform: `translateY(${start - (top ?? 0)}px)` }}
            aria-setsize={names.length}
            aria-posinset={index + 1}
          >
            <Name {...props} {...name} />
          </li>
        );
      })}
    </ul>
  );
}

function Name({ catalog, namespace, watched, kind, name }: Omit<NameListProps, "names"> & ListedName) {
  const written = formatLevels([...namespace, name]);
  if (kind === "namespace") {
    return (
      <RowLink className={classes["name"]} href={catalogLink(catalog, written)}>
        <FolderIcon />
        <bdi>{name}</bdi>
      </RowLink>
    );
  }
  const known = watched[written];
  return (
    <>
      <RowLink className={classes["name"]} href={catalogTableLink(catalog, written)}>
        <TableIcon />
        <bdi>{name}</bdi>
      </RowLink>
      {known !== undefined && (
        <span className={classes["watched"]}>
          <Pill>watched</Pill>
          <Link href={tableLink(known.id)} prefetch={false}>
            {known.name === written ? "Open" : known.name}
            <span className="visually-hidden"> {known.name === written ? written : `, which watches ${written}`}</span>
          </Link>
        </span>
      )}
    </>
  );
}

/** Where the list begins in the document, and how high a row is; null: not known yet. */
function usePlace(list: RefObject<HTMLUListElement | null>): { top: number | null; rowHeight: number } {
  const [top, setTop] = useState<number | null>(null);
  const [rowHeight, setRowHeight] = useState<number>(ROW_HEIGHT.wide);
  useEffect(() => {
    const measure = () => {
      if (list.current === null) return;
      setTop(list.current.getBoundingClientRect().top + scrollY);
      setRowHeight(innerWidth > 720 ? ROW_HEIGHT.wide : ROW_HEIGHT.narrow);
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [list]);
  return { top, rowHeight };
}

function FolderIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" role="img" aria-label="Namespace">
      <path
        d="M1.8 4.2c0-.6.4-1 1-1h3.2l1.5 1.6h5.7c.6 0 1 .4 1 1v6c0 .6-.4 1-1 1H2.8c-.6 0-1-.4-1-1z"
        fill="none"
        stroke="var(--text-3)"
        strokeWidth="1.3"
      />
    </svg>
  );
}

function TableIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" role="img" aria-label="Table">
      <path d="M2.2 3.2h11.6v9.6H2.2zM2.2 6.4h11.6M6.2 6.4v6.4" fill="none" stroke="var(--text-3)" strokeWidth="1.3" />
    </svg>
  );
}
