import { formatCount } from "#lib/units.ts";
import type { Fleet } from "./fleet.ts";
import type { TableView } from "./overview-view.ts";

/** How all tables stand, in one sentence: "2 of 9 tables are wrong, 1 will be soon, 1 could not be judged." */
export function sayFleet({ tables: total, counts }: Pick<Fleet, "tables" | "counts">): string {
  const { wrong, soon, unsure } = counts;
  if (wrong + soon + unsure === 0) return total === 1 ? "The one table is fine." : `All ${formatCount(total)} tables are fine.`;
  const of = total === 1 ? "table" : "tables";
  const parts = [
    wrong > 0 ? ([wrong, wrong === 1 ? "is wrong" : "are wrong"] as const) : null,
    soon > 0 ? ([soon, wrong > 0 ? "will be soon" : "will be wrong soon"] as const) : null,
    unsure > 0 ? ([unsure, "could not be judged"] as const) : null,
  ].filter((part) => part !== null);
  const said = parts.map(([count, what], at) =>
    at === 0 ? `${formatCount(count)} of ${formatCount(total)} ${of} ${what}` : `${formatCount(count)} ${what}`,
  );
  return `${said.join(", ")}.`;
}

/** The worst table and what is the matter with it, as a sentence behind its name; null when all are fine. `worstFirst`: in that order. */
export function sayWorst(worstFirst: readonly TableView[], { totals }: Pick<Fleet, "totals">): { table: TableView; says: string } | null {
  const [table] = worstFirst;
  if (table === undefined || table.state === "fine") return null;
  const { values, past, promise, verdict } = table.shown;
  const surplus = values.surplus_rows ?? 0;
  if (table.state !== "wrong" || promise !== "unique" || surplus === 0) return { table, says: verdict.sentence };
  const all = totals.surplusRows.now;
  const share =
    surplus === all
      ? `has all ${formatCount(all)} surplus rows`
      : `alone has ${formatCount(surplus)} of the ${formatCount(all)} surplus rows`;
  return { table, says: past?.values.surplus_rows === 0 ? `${share}; a week before it had none.` : `${share}.` };
}
