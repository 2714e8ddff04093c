import { z } from "zod";
import { SnapshotId } from "#lib/contracts/key-requests.ts";
import type { CauseName } from "#lib/names.ts";
import { knownSort, type SortOf } from "#lib/contracts/sorting.ts";
import { KEY_SORTS } from "./narrow-keys.ts";
import { readCause } from "./read-cause.ts";

export type SearchParams = Record<string, string | string[] | undefined>;

export interface KeysParams {
  /** A key's name in its table; not given: the first. */
  key: string | undefined;
  /** As it was written, and whether it can be a snapshot's id at all. */
  snapshot: { id: string; possible: boolean } | undefined;
  /** Only keys with this cause; not given: all. */
  cause: CauseName | undefined;
  /** Only keys that moved between two partitions, `0-6`; not given: all. */
  moved: string | undefined;
  /** Only keys whose rows differ in this column; not given: all. */
  differs: string | undefined;
  /** null: most rows first. */
  sort: SortOf<typeof KEY_SORTS> | null;
  /** From 1. */
  page: number;
  /** A look-up to come back to. */
  find: string | undefined;
  /** A look-up whose result is shown in the place of the sample. */
  request: string | undefined;
}

/** What the address asks of the pages of keys; what it says wrongly is left out, but a snapshot is told back. */
export function readKeysParams(params: SearchParams): KeysParams {
  const snapshot = one(params["snapshot"]);
  return {
    key: one(params["key"]),
    snapshot: snapshot === undefined ? undefined : { id: snapshot.slice(0, 100), possible: SnapshotId.safeParse(snapshot).success },
    cause: readCause(one(params["cause"])),
    moved: one(params["moved"])?.match(/^\d{1,9}-\d{1,9}$/)?.[0],
    differs: one(params["differs"])?.slice(0, 300),
    sort: knownSort(KEY_SORTS, one(params["sort"]) ?? null),
    page: readPage(one(params["page"])),
    find: uuid(one(params["find"])),
    request: uuid(one(params["request"])),
  };
}

function one(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return first === "" ? undefined : first;
}

function readPage(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

function uuid(text: string | undefined): string | undefined {
  return z.uuid().safeParse(text).data;
}
