"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { removeEntry } from "#app/_queries/settings-entries.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";
import type { EntryKind } from "#lib/names.ts";

interface RemoveEntryProps {
  kind: EntryKind;
  name: string;
  version: number;
  /** What comes of it, in a sentence. */
  says: string;
  /** Where to go once it is removed; stays unless given. */
  leadsTo?: string;
  children?: ReactNode;
}

/** Takes an entry out of the settings, under a name. */
export function RemoveEntry({ kind, name, version, says, leadsTo, children }: RemoveEntryProps) {
  const router = useRouter();
  return (
    <ActionForm
      label="Remove"
      title={`Remove ${name}`}
      says={says}
      onSend={async (by) => {
        await removeEntry({ kind, name, version, by });
        if (leadsTo !== undefined) router.push(leadsTo);
      }}
    >
      {children}
    </ActionForm>
  );
}
