"use client";

import { Button, TextInput } from "@mantine/core";
import Link from "next/link";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { Face } from "#app/_ui/face.tsx";
import { RowKeys } from "#app/_ui/row-keys.client.tsx";
import { ListSkeleton } from "#app/_ui/skeleton.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { NamespaceListing } from "#lib/contracts/browse-documents.ts";
import type { CatalogRequestView } from "#lib/contracts/catalog-requests.ts";
import { catalogLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import { AskingFace } from "../../../_asking/asking-face.client.tsx";
import { findingOf, useAskAtOnce, useAsking } from "../../../_asking/use-asking.client.ts";
import classes from "./browser.module.css";
import { NameList, type ListedName, type WatchedTables } from "./name-list.client.tsx";

interface BrowserProps {
  catalog: string;
  namespace: string[];
  /** What was found before, where it is kept. */
  first: CatalogRequestView | null;
  /** What the address asks to find. */
  q: string;
  watched: WatchedTables;
}

/** What lies in a level of a catalog. It is asked once the page is there, and again when somebody wants it; the names stand meanwhile. */
export function Browser({ catalog, namespace, first, q, watched }: BrowserProps) {
  const asking = useAsking(first);
  const body = { kind: "browse" as const, catalog, namespace };
  useAskAtOnce(asking, body);
  const [last, setLast] = useState(() => listingOf(first));
  const listing = findingOf(asking.request, "browse")?.listing ?? last;
  useEffect(() => {
    if (listing !== last) setLast(listing);
  }, [listing, last]);
  const again = () => asking.ask(body);
  const asOf = !asking.isWaiting && (
    <span className={classes["asOf"]}>
      {asking.request?.finishedAt != null && (
        <span>
          As of <Time at={asking.request.finishedAt} />
        </span>
      )}
      <Button variant="default" size="compact-md" onClick={again}>
        Refresh
      </Button>
    </span>
  );
  return (
    <>
      <AskingFace asking={asking} says={`Requesting names from ${catalog}.`} failed={`${catalog} could not be reached`} onAgain={again} />
      {listing === null ? (
        asking.isWaiting && <ListSkeleton label="Namespaces and tables are being read" />
      ) : (
        <Listing catalog={catalog} listing={listing} q={q} watched={watched} asOf={asOf} />
      )}
    </>
  );
}

function listingOf(request: CatalogRequestView | null): NamespaceListing | null {
  return findingOf(request, "browse")?.listing ?? null;
}

interface ListingProps extends Pick<BrowserProps, "catalog" | "q" | "watched"> {
  listing: NamespaceListing;
  /** When it was asked, and the way to ask again. */
  asOf: ReactNode;
}

function Listing({ catalog, listing, q, watched, asOf }: ListingProps) {
  const { namespaces, tables, namespace, isCut } = listing;
  const [typed, setTyped] = useState(q);
  const all = useMemo(
    (): ListedName[] => [
      ...namespaces.map((name) => ({ kind: "namespace" as const, name })),
      ...tables.map((name) => ({ kind: "table" as const, name })),
    ],
    [namespaces, tables],
  );
  const wanted = typed.trim().toLowerCase();
  const names = useMemo(() => (wanted === "" ? all : all.filter(({ name }) => name.toLowerCase().includes(wanted))), [all, wanted]);
  useEffect(() => rememberInAddress(typed.trim()), [typed]);
  if (all.length === 0) return <NothingHere catalog={catalog} isTop={namespace.length === 0} asOf={asOf} />;
  return (
    <>
      <div className={classes["tools"]}>
        <TextInput
          className={classes["search"] ?? ""}
          type="search"
          aria-label="Find by a part of the name"
          placeholder="Part of a name"
          value={typed}
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <span className={classes["counts"]} role="status">
          {wanted === "" ? sayCounts(namespaces.length, tables.length) : `${formatCount(names.length)} of ${formatCount(all.length)}`}
        </span>
        {asOf}
      </div>
      {isCut && (
        <p className={classes["cut"]}>
          There are more: the first {formatCount(all.length)} are listed. If you know a table’s name, open it by its address.
        </p>
      )}
      {names.length === 0 ? (
        <Face title="Nothing here has this name">
          <p>
            No namespace and no table of this level has “{typed.trim()}” in its name.{" "}
            <Button variant="default" size="compact-md" onClick={() => setTyped("")}>
              Show all
            </Button>
          </p>
        </Face>
      ) : (
        <NameList catalog={catalog} namespace={namespace} names={names} watched={watched} />
      )}
      <RowKeys />
    </>
  );
}

function NothingHere({ catalog, isTop, asOf }: { catalog: string; isTop: boolean; asOf: ReactNode }) {
  return (
    <Face icon={<StateIcon state="unknown" />} title={isTop ? `${catalog} shows no namespace` : "This namespace is empty"}>
      <p>
        {isTop
          ? "It responded with an empty list: it is empty, or this account cannot see its tables. Check the warehouse and the account's grants."
          : "It has no tables or namespaces that this account can see."}
      </p>
      {!isTop && (
        <p>
          <Link href={catalogLink(catalog)}>The outermost level</Link>
        </p>
      )}
      {asOf}
    </Face>
  );
}

function sayCounts(namespaces: number, tables: number): string {
  const parts = [
    namespaces === 0 ? null : `${formatCount(namespaces)} ${namespaces === 1 ? "namespace" : "namespaces"}`,
    tables === 0 ? null : `${formatCount(tables)} ${tables === 1 ? "table" : "tables"}`,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

function rememberInAddress(q: string): void {
  const address = new URL(location.href);
  if ((address.searchParams.get("q") ?? "") === q) return;
  if (q === "") address.searchParams.delete("q");
  else address.searchParams.set("q", q);
  history.replaceState(null, "", address);
}
