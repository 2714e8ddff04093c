import { z } from "zod";
import { runsLink } from "#lib/contracts/links.ts";
import { isStorable } from "#lib/contracts/storable-text.ts";
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
}

/** What the address asks for; what it says in another way than `searchLink` is taken for not said. */
export function readSearch(params: Params): RunSearch {
  const [state, reason, table] = [textOf(params, "state"), textOf(params, "reason"), textOf(params, "table").trim()];
  const states = RUN_STATES.filter((known) => state.split(",").includes(known));
  return {
    ...(states.length > 0 && { states }),
    ...(SHOWN_RUN_REASONS.some((known) => known === reason) && { reason: reason as RunReason }),
    ...(table !== "" && isStorable(table) && { table: table.slice(0, TABLE_CHARS_MAX) }),
  };
}

/** Where a page of runs goes on: the last run of the page before. Anything else in the address is taken for the first page. */
export function readAfter(params: Params): { queuedAt: Date; id: string } | undefined {
  const parsed = After.safeParse(textOf(params, "after").split("~"));
  return parsed.success ? { queuedAt: new Date(parsed.data[0]), id: parsed.data[1] } : undefined;
}

/** The address of the runs that are asked for, from the newest or after one. */
export function searchLink({ states, reason, table }: RunSearch, after?: { queuedAt: Date; id: string }): string {
  return runsLink({
    state: states?.join(","),
    reason,
    table,
    after: after && `${after.queuedAt.toISOString()}~${after.id}`,
  });
}

function textOf(params: Params, name: string): string {
  const value = params[name];
  return typeof value === "string" ? value : "";
}
