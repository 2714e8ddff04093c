import type { TableName } from "#lib/contracts/table-name.ts";
import { AppError } from "#lib/errors.ts";

/** A table of a catalog, as a location names it: `catalog:lake/shop.orders`, each level of the name percent-encoded where it must be. */
export interface CatalogTable extends TableName {
  catalog: string;
}

const SCHEME = "catalog:";

/** What a location says of a catalog's table; null: it is no such location. Throws AppError usage for one that is not whole. */
export function parseCatalogLocation(location: string): CatalogTable | null {
  if (!location.startsWith(SCHEME)) return null;
  const [catalog = "", name = "", ...more] = location.slice(SCHEME.length).split("/");
  const levels = name.split(".");
  try {
    const decoded = levels.map(decodeURIComponent);
    const table = decoded.pop() ?? "";
    if (more.length === 0 && catalog !== "" && table !== "" && decoded.length > 0 && !decoded.includes("")) {
      return { catalog, namespace: decoded, table };
    }
  } catch (cause) {
    if (!(cause instanceof URIError)) throw cause;
  }
  throw new AppError("usage", `${location} names no table of a catalog. Write such as catalog:lake/shop.orders.`);
}

/** The catalog that a table is read by; null: by its place. */
export function catalogOf({ location }: { location: string }): string | null {
  return location.startsWith(SCHEME) ? (location.slice(SCHEME.length).split("/")[0] ?? null) : null;
}

/** The location of a catalog's table; parseCatalogLocation reads it. */
export function formatCatalogLocation({ catalog, namespace, table }: CatalogTable): string {
  const levels = [...namespace, table].map((level) => encodeURIComponent(level).replaceAll(".", "%2E"));
  return `${SCHEME}${catalog}/${levels.join(".")}`;
}
