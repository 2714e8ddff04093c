import { formatTableName } from "#lib/contracts/table-name.ts";
import { parseCatalogLocation, type CatalogTable } from "#lib/catalog-table.ts";
import { AppError, CatalogFault } from "#lib/errors.ts";
import type { Peek, PeekTable } from "#lib/iceberg/contract-peek.ts";
import { peekTable } from "#lib/iceberg/peek-table.ts";
import { chooseSnapshot } from "#lib/iceberg/plan/choose-snapshot.ts";
import { fromMetadata } from "#lib/iceberg/plan/metadata.ts";
import type { Sources } from "#lib/iceberg/sources.ts";

/** What is wrong with the asking, not with the table: nothing was seen of it. */
const NOT_THE_TABLE = new Set(["catalog_refused", "catalog_faulty", "unknown_catalog", "usage", "cancelled"]);

/**
 * Looks at tables of this machine as peekTable does, and at a catalog's tables by one small request: without credentials, with the mark of
 * the last answer, so that a catalog which knows marks answers with nothing when nothing changed. Remembers nothing of a catalog that fails:
 * whoever polls leaves it alone.
 */
export function createPeekTable(sources: Sources): PeekTable {
  return async (table, mark) => {
    let named: CatalogTable | null;
    try {
      named = parseCatalogLocation(table.location);
    } catch (error) {
      return { state: "broken", mark: table.location, error: describe(error) };
    }
    if (named === null) return await peekTable(table, mark);
    try {
      return await look(sources, named, table.snapshot, mark);
    } catch (error) {
      const told = describe(error);
      if (error instanceof CatalogFault) return { state: "unseen", error: told, ofCatalog: true, retryAfterMs: error.retryAfterMs };
      if (NOT_THE_TABLE.has(told.code)) return { state: "unseen", error: told, ofCatalog: false, retryAfterMs: null };
      return told.code === mark ? { state: "same" } : { state: "broken", mark: told.code, error: told };
    }
  };
}

async function look(
  sources: Sources,
  named: CatalogTable,
  snapshot: Parameters<PeekTable>[0]["snapshot"],
  mark: string | null,
): Promise<Peek> {
  const catalog = await sources.catalog(named.catalog);
  const etag = mark?.startsWith("etag ") ? mark.slice(5) : null;
  const loaded = await catalog.loadTable(named, { signal: new AbortController().signal, refsOnly: true, unless: etag });
  if (loaded === null) return { state: "same" };
  const next = loaded.etag === null ? `file ${loaded.metadataFile}` : `etag ${loaded.etag}`;
  if (next === mark) return { state: "same" };
  const metadata = fromMetadata(`The metadata of ${formatTableName(named)}`, loaded.answer.metadata);
  return { state: "moved", mark: next, snapshotId: chooseSnapshot(metadata, snapshot)?.snapshot["snapshot-id"] ?? null };
}

function describe(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: "internal", message: error instanceof Error ? error.message : String(error) };
}
