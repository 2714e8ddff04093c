"use client";

import { useState } from "react";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { useKept } from "#app/_ui/use-kept.client.ts";
import type { CatalogRequestView, MatchRule } from "#lib/contracts/catalog-requests.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { AskingFace } from "../../../../_asking/asking-face.client.tsx";
import { findingOf, useAsking } from "../../../../_asking/use-asking.client.ts";
import { beginMatch, faultOfMatch, MatchFields, readMatch, writeMatch } from "../../../../_entries/match-fields.ts";
import type { KnownNames } from "../../../../_entries/table-fields.ts";
import { MatchForm } from "./match-form.client.tsx";
import { MatchList } from "./match-list.client.tsx";
import classes from "./match.module.css";
import { SavedMany } from "./saved-many.client.tsx";

interface MatchManyProps {
  catalog: string;
  pattern: string;
  /** The question that the address names, with how it stands. */
  before: { rule: MatchRule; request: CatalogRequestView } | null;
  known: KnownNames;
}

/** Many tables of a catalog by a pattern: the rule, the preview of what each would get, the choice, and what was saved. */
export function MatchMany({ catalog, pattern, before, known }: MatchManyProps) {
  const begin = before === null ? beginMatch(pattern) : readMatch(before.rule);
  const { value: fields, change, clear } = useKept(`match ${catalog} ${pattern}`, MatchFields, begin);
  const asking = useAsking(before?.request ?? null, (request) => rememberInAddress(request.id));
  const [fault, setFault] = useState<string | null>(null);
  const [saved, setSaved] = useState<EntryView[] | null>(null);
  const matches = findingOf(asking.request, "match")?.matches ?? null;
  const preview = () => {
    const wrong = faultOfMatch(fields);
    setFault(wrong);
    if (wrong === null) asking.ask({ kind: "match", catalog, rule: writeMatch(fields) });
  };
  if (saved !== null) return <SavedMany saved={saved} onMore={() => setSaved(null)} />;
  return (
    <div className={classes["columns"]}>
      <Panel title="Which, and how">
        <PanelBody>
          <MatchForm fields={fields} change={change} known={known} fault={fault} isWaiting={asking.isWaiting} onPreview={preview} />
        </PanelBody>
      </Panel>
      <div className={classes["answer"]} aria-live="polite">
        <AskingFace asking={asking} says={`Requesting tables from ${catalog}.`} failed="No preview" onAgain={preview} />
        {matches !== null && !asking.isWaiting && (
          <MatchList
            key={asking.request?.id}
            catalog={catalog}
            matches={matches}
            onSaved={(entries) => {
              clear();
              setSaved(entries);
            }}
          />
        )}
        {asking.request === null && !asking.isWaiting && (
          <Panel label="Preview">
            <PanelBody>
              <p className={classes["quiet"]}>
                The preview lists each matching table with its key and anything that prevents watching it. It saves nothing.
              </p>
            </PanelBody>
          </Panel>
        )}
      </div>
    </div>
  );
}

function rememberInAddress(requestId: string): void {
  const address = new URL(location.href);
  address.searchParams.set("ask", requestId);
  history.replaceState(null, "", address);
}
