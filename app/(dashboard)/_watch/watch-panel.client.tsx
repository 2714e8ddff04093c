"use client";

import type { ReactNode } from "react";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { WatchForm, type WatchFormProps } from "./watch-form.client.tsx";

interface WatchPanelProps extends WatchFormProps {
  /** Why nothing can be entered; null: it can. */
  refused: string | null;
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
