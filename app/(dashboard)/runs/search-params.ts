import { z } from "zod";
import { runsLink } from "#lib/contracts/links.ts";
import { isStorable } from "#lib/contracts/storable-text.ts";
import { knownSort, type SortOf } from "#lib/contracts/sorting.ts";
import { RUN_STATES, type RunReason, type RunState } from "#lib/names.ts";
import { SHOWN_RUN_REASONS } from "#lib/contracts/unfinished.ts";

const After = z.tuple([z.iso.datetime(), z.uuid()]);
const TABLE_CHARS_MAX = 255;

type Params = Record<string, string | string[] | undefined>;

/** Which runs are asked for; nothing is asked of what is left out. */
export interface RunSearch {
  states?: RunState[] | undefined;
  reason?: RunReason | undefined;
  /** A part of a table's name, or its id. */
  table?: string | undefined;
  /** Not given: newest first. */
  sort?: SortOf<typeof RUN_COLUMNS> | undefined;
}

/** The columns that sort, each with its first direction. */
export const RUN_COLUMNS = { table: "asc", state: "asc", read: "desc", took: "desc", queued: "desc" } as const;

/** What the address asks for; what it says in another way than `searchLink` is taken for not said. */
export function readSearch(params: Params): RunSearch {
  const [state, reason, table] = [textOf(params, "state"), textOf(params, "reason"), textOf(params, "table").trim()];
  const sort = knownSort(RUN_COLUMNS, textOf(params, "sort"));
  const states = RUN_STATES.filter((known) => state.split(",").includes(known));
  return {
    ...(states.length > 0 && { states }),
    ...(SHOWN_RUN_REASONS.some((known) => known === reason) && { reason: reason as RunReason }),
    ...(table !== "" && isStorable(table) && { table: table.slice(0, TABLE_CHARS_MAX) }),
    ...(sort !== null && sort !== "queued" && { sort }),
  };
}

/** Where a page of runs goes on: the last run of the page before. Anything else in the address is taken for the first page. */
export function readAfter(params: Params): { queuedAt: Date; id: string } | undefined {
  const parsed = After.safeParse(textOf(params, "after").split("~"));
  return parsed.success ? { queuedAt: new Date(parsed.data[0]), id: parsed.data[1] } : undefined;
}

/** The page of runs in another order than by time, from 1. */
export function readPage(params: Params): number {
  const page = textOf(params, "page");
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}

/** The address of the runs that are asked for: from the first, after one, or in another order than by time a page of them. */
export function searchLink({ states, reason, table, sort }: RunSearch, next?: { queuedAt: Date; id: string } | { page: number }): string {
  return runsLink({
    state: states?.join(","),
    reason,
    table,
    sort: sort === "queued" ? undefined : sort,
    page: next !== undefined && "page" in next && next.page > 1 ? next.page : undefined,
    after: next !== undefined && "id" in next ? `${next.queuedAt.toISOString()}~${next.id}` : undefined,
  });
}

function textOf(params: Params, name: string): string {
  const value = params[name];
  return typeof value === "string" ? value : "";
}
