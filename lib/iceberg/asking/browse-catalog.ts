import { LISTED_MAX, type NamespaceListing } from "#lib/contracts/browse-documents.ts";
import type { AskOptions } from "#lib/iceberg/contract-asking.ts";
import type { RestCatalog } from "#lib/iceberg/catalog/rest-catalog.ts";

/**
 * What lies right below a namespace, sorted by name, at most LISTED_MAX of each kind. A catalog that knows no nested namespaces has none.
 * Throws AppError as RestCatalog does.
 */
export async function browseCatalog(
  catalog: RestCatalog,
  namespace: readonly string[],
  { signal, onProgress }: AskOptions,
): Promise<NamespaceListing> {
  onProgress?.(namespace.length === 0 ? "asking for the namespaces" : `listing ${namespace.join(".")}`);
  const [namespaces, tables] = await Promise.all([
    listBelow(catalog, namespace, signal),
    namespace.length === 0 ? [] : catalog.listTables(namespace, signal),
  ]);
  const below = namesOf(namespaces.map((levels) => levels.at(-1) ?? ""));
  const names = namesOf(tables.map(({ table }) => table));
  return {
    namespace: [...namespace],
    namespaces: below.slice(0, LISTED_MAX),
    tables: names.slice(0, LISTED_MAX),
    isCut: below.length > LISTED_MAX || names.length > LISTED_MAX,
  };
}

/** The namespaces right below, all levels of each. Some catalogs answer with all that they have. */
export async function listBelow(catalog: RestCatalog, parent: readonly string[], signal: AbortSignal): Promise<string[][]> {
  const found = await catalog.listNamespaces(parent, signal);
  const below = found.filter((levels) => levels.length > parent.length && parent.every((level, at) => levels[at] === level));
  return below.map((levels) => levels.slice(0, parent.length + 1));
}

/** In the order of names, each once; as people see them and not as the machine is set. */
function namesOf(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== "").toSorted(BY_NAME.compare);
}

const BY_NAME = new Intl.Collator("en", { numeric: true });
