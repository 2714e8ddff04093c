import { VERDICT_STATES, type VerdictState } from "#lib/contracts/verdict.ts";

/** A line of the list: the head of a group, or the table of that number, counted from 0 over all pages. */
export type ListItem = { group: VerdictState; tables: number } | { table: number };

/**
 * The lines of the list from table number `from` up to, not including, number `to`, with a head before the first of each state when grouped.
 * A page that begins inside a group repeats its head only when `repeatHead`. Pure.
 */
export function listItems(
  groups: Record<VerdictState, number>,
  { from, to, grouped, repeatHead = false }: { from: number; to: number; grouped: boolean; repeatHead?: boolean },
): ListItem[] {
  const items: ListItem[] = [];
  let first = 0;
  for (const state of VERDICT_STATES) {
    const last = first + groups[state];
    const [begin, end] = [Math.max(first, from), Math.min(last, to)];
    if (begin < end) {
      if (grouped && (begin === first || repeatHead)) items.push({ group: state, tables: groups[state] });
      for (let table = begin; table < end; table++) items.push({ table });
    }
    first = last;
  }
  return items;
}
