import { formatLevels, parseLevels } from "#lib/contracts/table-name.ts";
import { AppError } from "#lib/errors.ts";

/** A table of a catalog, as a location names it: `catalog:lake/shop.orders`, each level of the name percent-encoded where it must be. */
export interface CatalogTable {
  catalog: string;
  /** At least one. */
  namespace: string[];
  table: string;
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

/** A table's name as people write it: `shop.orders`, a level that holds a dot or a quote in double quotes. */
export function formatTableName({ namespace, table }: Pick<CatalogTable, "namespace" | "table">): string {
  return formatLevels([...namespace, table]);
}

/** The levels of a name as people write it, namespace first; null when it is none, or has no namespace. */
export function parseTableName(written: string): Omit<CatalogTable, "catalog"> | null {
  const levels = parseLevels(written);
  const table = levels?.pop();
  return levels === null || table === undefined || levels.length === 0 ? null : { namespace: levels, table };
}
