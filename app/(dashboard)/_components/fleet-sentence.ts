import type { OverviewView } from "./overview-view.ts";

/** How all tables stand, in one sentence: "2 of 9 tables are wrong, 1 will be soon, 1 could not be judged." */
export function sayFleet({ tables, counts }: Pick<OverviewView, "tables" | "counts">): string {
  const total = tables.length;
  const { wrong, soon, unsure } = counts;
  if (wrong + soon + unsure === 0) return total === 1 ? "The one table is fine." : `All ${total} tables are fine.`;
  const of = total === 1 ? "table" : "tables";
  const parts = [
    wrong > 0 ? [wrong, wrong === 1 ? "is wrong" : "are wrong"] : null,
    soon > 0 ? [soon, wrong > 0 ? "will be soon" : "will be wrong soon"] : null,
    unsure > 0 ? [unsure, "could not be judged"] : null,
  ].filter((part) => part !== null);
  const said = parts.map(([count, what], at) => (at === 0 ? `${count} of ${total} ${of} ${what}` : `${count} ${what}`));
  return `${said.join(", ")}.`;
}
