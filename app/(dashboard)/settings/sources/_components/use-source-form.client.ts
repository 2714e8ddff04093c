"use client";

import { useRouter } from "next/navigation";
import type { SyntheticEvent } from "react";
import type { z } from "zod";
import { useKept } from "#app/_ui/use-kept.client.ts";
import { sourcesLink } from "#lib/contracts/links.ts";
import type { EntryView, WrittenEntry } from "#lib/contracts/settings-entries.ts";
import type { SourceKind } from "#lib/contracts/entry-kinds.ts";
import { faultAt } from "../../../_entries/faults-at.ts";
import { useSaveEntry } from "../../../_entries/use-save-entry.client.ts";

interface SourceFormOptions<T> {
  kind: SourceKind;
  /** That is changed; null: a new one. */
  entry: EntryView | null;
  shape: z.ZodType<T>;
  begin: T;
  /** What a new one begins with is kept apart by this. */
  apart?: string | null;
  write: (fields: T) => WrittenEntry;
  /** By which it is known in its kind. */
  nameOf: (fields: T) => string;
  onSaved: (entry: EntryView) => void;
}

/** What every form of a source does: what was typed outlives a fault and a reload, and is saved under its version. */
export function useSourceForm<T>({ kind, entry, shape, begin, apart = null, write, nameOf, onSaved }: SourceFormOptions<T>) {
  const router = useRouter();
  const version = entry?.origin.from === "settings" ? entry.origin.version : null;
  const { value: fields, change, clear } = useKept(`${kind} ${entry?.name ?? "new"} ${version ?? apart ?? ""}`, shape, begin);
  const saved = useSaveEntry(([made]) => {
    clear();
    if (made !== undefined) onSaved(made);
  });
  const written = write(fields);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const formerName = entry === null || entry.name === nameOf(fields).trim() ? {} : { formerName: entry.name };
    saved.save([{ kind, written, version, ...formerName }]);
  };
  const cancel = () => {
    clear();
    router.push(sourcesLink());
  };
  const faultOf = (...paths: string[]) => faultAt(saved.faults, ...paths);
  return { kind, entry, fields, change, faultOf, written, saved, submit, cancel };
}
