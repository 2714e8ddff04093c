"use client";

import type { ReactNode } from "react";
import { ListSkeleton } from "#app/_ui/skeleton.tsx";
import type { AskedTable, CatalogRequestView } from "#lib/contracts/catalog-requests.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { AskingFace } from "../_asking/asking-face.client.tsx";
import { findingOf, useAskAtOnce, useAsking } from "../_asking/use-asking.client.ts";
import type { KnownNames } from "../_entries/table-fields.ts";
import { DescriptionPanels } from "./description-panels.client.tsx";
import classes from "./table-watch.module.css";
import { WatchPanel } from "./watch-panel.client.tsx";

export interface TableWatchProps {
  asked: AskedTable;
  /** How the table is called in sentences. */
  title: string;
  /** What was found before, where it is kept. */
  first: CatalogRequestView | null;
  sample: CatalogRequestView | null;
  /** The entry that is changed; null: a new one. */
  entry: EntryView | null;
  /** Why nothing can be entered; null: it can. */
  refused: string | null;
  known: KnownNames;
  /** In the place of the form, such as that the table is watched already. */
  instead?: ReactNode;
}

/** A table as its metadata says it, and beside it the form to watch it, or to change how it is watched. */
export function TableWatch({ asked, title, first, ...rest }: TableWatchProps) {
  const asking = useAsking(first);
  const body = { kind: "describe" as const, table: asked };
  useAskAtOnce(asking, body);
  const description = findingOf(asking.request, "describe")?.description ?? null;
  const again = () => asking.ask(body);
  return (
    <>
      <AskingFace asking={asking} says={`The metadata of ${title} is read.`} failed={`${title} could not be read`} onAgain={again} />
      <div className={classes["columns"]}>
        <div className={classes["main"]}>
          {description === null ? (
            asking.isWaiting && <ListSkeleton label="The table is being read" />
          ) : (
            <DescriptionPanels description={description} asOf={asking.request?.finishedAt ?? null} onRefresh={again} />
          )}
        </div>
        {(description !== null || rest.entry !== null) && (
          <div className={classes["form"]}>
            <WatchPanel key={description === null ? "" : "described"} asked={asked} description={description} {...rest} />
          </div>
        )}
      </div>
    </>
  );
}
