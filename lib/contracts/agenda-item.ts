import { catalogLink, tableLink } from "#lib/contracts/links.ts";
import type { AgendaItem, AgendaKind } from "#lib/contracts/review.ts";

/** What an item is about: `shop.orders`, `Catalog lake`. Pure. */
export function agendaName({ table, catalog }: Pick<AgendaItem, "table" | "catalog">): string {
  return table?.name ?? `Catalog ${catalog ?? ""}`;
}

/** Where an item leads: its table as it was seen, or its catalog. Pure. */
export function agendaLink({ table, catalog, key, metric, snapshot }: AgendaItem): string {
  if (table === null) return catalogLink(catalog ?? "");
  return tableLink(table.id, { key: key ?? undefined, metric: metric ?? undefined, snapshot: snapshot ?? undefined });
}

/** Nothing is left to decide. Pure. */
export function isSettled(kind: AgendaKind): boolean {
  return kind === "resolved" || kind === "accepted";
}
