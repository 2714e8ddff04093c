import type { TableName } from "#lib/contracts/table-name.ts";
import { AppError } from "#lib/errors.ts";
import { listBelow } from "#lib/iceberg/asking/browse-catalog.ts";
import type { RestCatalog } from "#lib/iceberg/catalog/rest-catalog.ts";

export interface TriedTable {
  name: TableName;
  /** The catalog gave credentials to its files. */
  vends: boolean;
  isWritten: boolean;
}

const NAMESPACES_MAX = 50;
/** Tables that were never written tell little; after so many one of them has to do. */
const TABLES_MAX = 5;
/** Properties that open files: of S3, of Google's store and of Azure's. */
const CREDENTIAL = /^(?:s3\.access-key-id|gcs\.oauth2\.token|adls\.sas-token\..+)$/;

/**
 * Some table of the catalog, if it can be one that was written, and in how many namespaces one was looked for; from the outermost on, with an
 * end. null: there is none in these. Throws AppError as RestCatalog does, but for what single namespaces refuse.
 */
export async function findSomeTable(catalog: RestCatalog, signal: AbortSignal): Promise<{ tried: TriedTable | null; looked: number }> {
  const waiting = await listBelow(catalog, [], signal);
  let looked = 0;
  let loads = 0;
  let tried: TriedTable | null = null;
  for (let namespace = waiting.shift(); namespace !== undefined && looked < NAMESPACES_MAX; namespace = waiting.shift()) {
    looked++;
    for (const name of (await nullWhenRefused(catalog.listTables(namespace, signal))) ?? []) {
      if (loads >= TABLES_MAX) break;
      loads++;
      const next = await tryTable(catalog, name, signal);
      if (next.isWritten) return { tried: next, looked };
      tried ??= next;
    }
    if (loads >= TABLES_MAX) break;
    waiting.push(...((await nullWhenRefused(listBelow(catalog, namespace, signal))) ?? []).slice(0, NAMESPACES_MAX));
  }
  return { tried, looked };
}

async function tryTable(catalog: RestCatalog, name: TableName, signal: AbortSignal): Promise<TriedTable> {
  const delegate = catalog.client.settings.accessDelegation !== "none";
  const loaded = await catalog.loadTable(name, { signal, delegate, refsOnly: true });
  const current = loaded?.answer.metadata["current-snapshot-id"];
  const isWritten = (typeof current === "string" && current !== "-1") || (typeof current === "number" && current !== -1);
  const { answer, properties } = loaded ?? {};
  const vends = (answer?.["storage-credentials"]?.length ?? 0) > 0 || [...(properties?.keys() ?? [])].some((name) => CREDENTIAL.test(name));
  return { name, vends, isWritten };
}

/** Somebody who may see one namespace may not see the next. */
async function nullWhenRefused<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof AppError && (error.code === "catalog_refused" || error.code === "table_not_found")) return null;
    throw error;
  }
}
