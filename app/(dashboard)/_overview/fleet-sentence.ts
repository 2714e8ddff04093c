import { formatCount } from "#lib/units.ts";
import type { Fleet } from "./fleet.ts";
import type { TableView } from "./overview-view.ts";

/** The state of all tables in one sentence: "2 of 9 tables have alerts, 1 has warnings, 1 could not be judged." */
export function sayFleet({ tables: total, counts }: Pick<Fleet, "tables" | "counts">): string {
  const { alert, warning, unknown, accepted } = counts;
  if (alert + warning + unknown + accepted === 0) return total === 1 ? "The only table is OK." : `All ${formatCount(total)} tables are OK.`;
  const has = (count: number): string => (count === 1 ? "has" : "have");
  const parts = [
    alert > 0 ? ([alert, `${has(alert)} alerts`] as const) : null,
    warning > 0 ? ([warning, `${has(warning)} warnings`] as const) : null,
    unknown > 0 ? ([unknown, "could not be judged"] as const) : null,
    accepted > 0 ? ([accepted, `${has(accepted)} accepted levels`] as const) : null,
  ].filter((part) => part !== null);
  const of = total === 1 ? "table" : "tables";
  const said = parts.map(([count, what], at) =>
    at === 0 ? `${formatCount(count)} of ${formatCount(total)} ${of} ${what}` : `${formatCount(count)} ${what}`,
  );
  return `${said.join(", ")}.`;
}

/** The worst table and its problem, as a sentence behind its name; null when all are OK. `worstFirst`: in that order. */
export function sayWorst(worstFirst: readonly TableView[], { totals }: Pick<Fleet, "totals">): { table: TableView; says: string } | null {
  const [table] = worstFirst;
  if (table === undefined || table.state === "ok") return null;
  const { values, past, promise, verdict } = table.shown;
  const surplus = values.surplus_rows ?? 0;
  if (verdict.metric !== "surplus_rows" || promise !== "unique" || surplus === 0) return { table, says: verdict.sentence };
  const all = totals.surplusRows.now;
  const share =
    surplus === all ? `has all ${formatCount(all)} extra rows` : `has ${formatCount(surplus)} of ${formatCount(all)} extra rows`;
  return { table, says: past?.values.surplus_rows === 0 ? `${share}; it had none a week before.` : `${share}.` };
}
