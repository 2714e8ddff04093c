"use client";

import type { ReactNode } from "react";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import type { TableDescription } from "#lib/contracts/browse-documents.ts";
import type { AskedTable, CatalogRequestView } from "#lib/contracts/catalog-requests.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { WatchForm } from "./watch-form.client.tsx";

export interface WatchPanelProps {
  asked: AskedTable;
  /** null: the table could not be read; what was entered can be changed all the same. */
  description: TableDescription | null;
  sample: CatalogRequestView | null;
  entry: EntryView | null;
  refused: string | null;
  known: { owners: string[]; tags: string[] };
  instead?: ReactNode;
}

/** The form to watch a table, or why it cannot be watched here. */
export function WatchPanel({ refused, instead, ...props }: WatchPanelProps) {
  const title = props.entry === null ? "Watch this table" : "Change the settings";
  return (
    <Panel title={title}>
      <PanelBody>{refused !== null ? <p>{refused}</p> : (instead ?? <WatchForm {...props} />)}</PanelBody>
    </Panel>
  );
}
