import { formatTableName, type TableName } from "#lib/contracts/table-name.ts";
import { formatCatalogLocation } from "#lib/catalog-table.ts";
import { LISTED_MAX } from "#lib/contracts/browse-documents.ts";
import type { MatchRule } from "#lib/contracts/catalog-requests.ts";
import { AppError } from "#lib/errors.ts";
import { listBelow } from "#lib/iceberg/asking/browse-catalog.ts";
import { toEntry } from "#lib/iceberg/asking/to-entry.ts";
import { type NamePattern, parsePattern } from "#lib/iceberg/asking/name-pattern.ts";
import type { RestCatalog } from "#lib/iceberg/catalog/rest-catalog.ts";
import type { AskOptions, FoundTable, FoundTables } from "#lib/iceberg/contract-asking.ts";
import { mapAtOnce } from "#lib/map-at-once.ts";
import { fromMetadata } from "#lib/iceberg/plan/metadata.ts";

/** Requests of one search under way at a time: catalogs limit how often they are asked. */
const REQUESTS = { itemsMax: 8 };
/** More namespaces than this are not walked through. */
const NAMESPACES_MAX = 10_000;
/** So many tables one after the other that the catalog did not answer for: it is ill, and asking on does not help it. */
const FAILURES_MAX = 20;

/**
 * The tables that a pattern names, each with what it would be entered as. Only namespaces that can hold one are asked for, and each table by
 * one request that hands out no credentials. Tables that cannot be told are listed with the reason. Throws AppError usage, catalog_*, cancelled.
 */
export async function findTables(
  catalog: RestCatalog,
  { pattern, key }: Pick<MatchRule, "pattern" | "key">,
  options: AskOptions,
): Promise<FoundTables> {
  const parsed = parsePattern(pattern);
  const walked = await walk(catalog, parsed, options);
  const names = walked.names.toSorted((a, b) => (formatTableName(a) < formatTableName(b) ? -1 : 1)).slice(0, LISTED_MAX);
  let done = 0;
  let failures = 0;
  const tables = await mapAtOnce(names, REQUESTS, async (name) => {
    const found = await look(catalog, name, key, options.signal);
    failures = found.isUnanswered ? failures + 1 : 0;
    if (failures >= FAILURES_MAX) throw new AppError("catalog_unreachable", found.problem ?? "");
    options.onProgress?.(`checked ${++done} of ${names.length} tables`);
    const { isUnanswered: _, ...table } = found;
    return table;
  });
  const unseen = walked.unseen.map(({ namespace, problem }): FoundTable => {
    const name = { namespace, table: "*" };
    return {
      table: formatTableName(name),
      location: formatCatalogLocation({ catalog: catalog.client.settings.name, ...name }),
      files: null,
      written: null,
      problem,
    };
  });
  return { tables: [...tables, ...unseen], looked: walked.looked, isCut: walked.isCut || walked.names.length > names.length };
}

interface Walked {
  names: TableName[];
  /** Namespaces that somebody may not look into, or that went meanwhile: what they hold is not known. */
  unseen: { namespace: string[]; problem: string }[];
  looked: number;
  isCut: boolean;
}

async function walk(catalog: RestCatalog, pattern: NamePattern, { signal, onProgress }: AskOptions): Promise<Walked> {
  const names: TableName[] = [];
  const unseen: Walked["unseen"] = [];
  let looked = 0;
  let visited = 0;
  let level = await namespacesBelow(catalog, pattern, [], signal);
  while (level.length > 0 && visited < NAMESPACES_MAX && names.length <= LISTED_MAX) {
    const now = level.slice(0, NAMESPACES_MAX - visited);
    visited += now.length;
    let asked = 0;
    const below = await mapAtOnce(now, REQUESTS, async (namespace) => {
      try {
        if (pattern.canHoldTables(namespace) && names.length <= LISTED_MAX) {
          const tables = await catalog.listTables(namespace, signal);
          looked += tables.length;
          names.push(...tables.filter(({ table }) => pattern.matches([...namespace, table])).map(({ table }) => ({ namespace, table })));
        }
        onProgress?.(`looked into ${++asked} of ${now.length} namespaces; ${names.length} tables match`);
        return await namespacesBelow(catalog, pattern, namespace, signal);
      } catch (error) {
        if (!isOfOneNamespace(error) || pattern.below(namespace.slice(0, -1)) !== "all") throw error;
        unseen.push({ namespace, problem: error.message });
        return [];
      }
    });
    if (now.length < level.length) return { names, unseen, looked, isCut: true };
    level = below.flat();
  }
  return { names, unseen, looked, isCut: level.length > 0 };
}

/** One among many that may not be seen hides no other; one that the pattern names is a fault of the pattern. */
function isOfOneNamespace(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === "catalog_refused" || error.code === "table_not_found");
}

/** Where the pattern says the names, nobody has to be asked for them. */
async function namespacesBelow(catalog: RestCatalog, pattern: NamePattern, parent: string[], signal: AbortSignal): Promise<string[][]> {
  const below = pattern.below(parent);
  if (below !== "all") return below.names.map((name) => [...parent, name]);
  const found = await listBelow(catalog, parent, signal);
  return found.filter((namespace) => pattern.canHoldTables(namespace) || leadsOn(pattern, namespace));
}

function leadsOn(pattern: NamePattern, namespace: readonly string[]): boolean {
  const below = pattern.below(namespace);
  return below === "all" || below.names.length > 0;
}

async function look(
  catalog: RestCatalog,
  name: TableName,
  key: MatchRule["key"],
  signal: AbortSignal,
): Promise<FoundTable & { isUnanswered: boolean }> {
  const { name: catalogName } = catalog.client.settings;
  const table = formatTableName(name);
  const location = formatCatalogLocation({ catalog: catalogName, ...name });
  try {
    const loaded = await catalog.loadTable(name, { signal, refsOnly: true });
    const metadata = fromMetadata(`The metadata of ${table}`, loaded?.answer.metadata);
    return { table, location, files: metadata.location, ...toEntry(metadata, { catalog: catalogName, table, key }), isUnanswered: false };
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return { table, location, files: null, written: null, problem: error.message, isUnanswered: error.code === "catalog_unreachable" };
  }
}
