"use client";

import { useRouter } from "next/navigation";
import { useState, type SyntheticEvent } from "react";
import type { z } from "zod";
import { useKept } from "#app/_ui/use-kept.client.ts";
import { sourcesLink } from "#lib/contracts/links.ts";
import type { CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";
import type { EntryFault, EntryView, WrittenEntry } from "#lib/contracts/settings-entries.ts";
import type { SourceKind } from "#lib/contracts/entry-kinds.ts";
import { findingOf, useAsking } from "../../../_asking/use-asking.client.ts";
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

/**
 * What every form of a source does: what was typed outlives a fault and a reload, is tested as it is filled in, and is saved under its version. A
 * field that made the test fail shows it until something is changed.
 */
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
  const test = useSourceTest(written);
  const faults = saved.faults.length > 0 ? saved.faults : test.faults;
  const faultOf = (...paths: string[]) => faultAt(faults, ...paths);
  return { kind, entry, fields, change, faultOf, written, saved, test, submit, cancel };
}

function useSourceTest(written: WrittenEntry) {
  const asking = useAsking();
  const [tested, setTested] = useState(written);
  const isOfOther = JSON.stringify(written) !== JSON.stringify(tested);
  const probes = isOfOther || asking.isWaiting ? [] : (findingOf(asking.request, "test")?.test.probes ?? []);
  const faults: EntryFault[] = probes.flatMap(({ path }) => (path === undefined ? [] : [{ path, message: FIXES[path] }]));
  const ask = (body: CatalogRequestBody) => {
    setTested(written);
    asking.ask(body);
  };
  return { asking, isOfOther, faults, ask };
}

const FIXES = { places: "The test found a file outside these locations. Add its folder, one per line." } as const;
