import { formatTableName, parseCatalogLocation, type CatalogTable } from "#lib/catalog-table.ts";
import { AppError } from "#lib/errors.ts";
import type { Peek, PeekTable } from "#lib/iceberg/contract.ts";
import { peekTable } from "#lib/iceberg/peek-table.ts";
import { chooseSnapshot } from "#lib/iceberg/plan/choose-snapshot.ts";
import { fromMetadata } from "#lib/iceberg/plan/metadata.ts";
import type { Sources } from "#lib/iceberg/sources.ts";

/** What is wrong with the asking, not with the table: nothing was seen of it. */
const NOT_THE_TABLE = new Set(["catalog_unreachable", "catalog_refused", "catalog_faulty", "unknown_catalog", "usage", "cancelled"]);

/** From the first failure on a catalog is left alone for so long, twice as long after each further one. */
const QUIET_MS = { first: 5000, max: 300_000 };

interface Illness {
  error: { code: string; message: string };
  failures: number;
  untilMs: number;
}

/**
 * Looks at tables of this machine as peekTable does, and at a catalog's tables by one small request: without credentials, with the mark of
 * the last answer, so that a catalog which knows marks answers with nothing when nothing changed. A catalog that fails is left alone for a
 * while; meanwhile its tables are `unseen` without a request.
 */
export function createPeekTable(sources: Sources, now: () => number = Date.now): PeekTable {
  const ill = new Map<string, Illness>();
  return async (table, mark) => {
    let named: CatalogTable | null;
    try {
      named = parseCatalogLocation(table.location);
    } catch (error) {
      return { state: "broken", mark: table.location, error: describe(error) };
    }
    if (named === null) return await peekTable(table, mark);
    const illness = ill.get(named.catalog);
    if (illness !== undefined && illness.untilMs > now()) return { state: "unseen", error: illness.error };
    try {
      const seen = await look(sources, named, table.snapshot, mark);
      ill.delete(named.catalog);
      return seen;
    } catch (error) {
      const told = describe(error);
      if (!NOT_THE_TABLE.has(told.code)) {
        ill.delete(named.catalog);
        return told.code === mark ? { state: "same" } : { state: "broken", mark: told.code, error: told };
      }
      // What one table's rights refuse, or its answer lacks, says nothing of the others.
      if (told.code === "catalog_unreachable") {
        // Several looks fail at the same time, and count once.
        const failures =
          (ill.get(named.catalog)?.untilMs ?? 0) > now() ? (ill.get(named.catalog)?.failures ?? 1) : (illness?.failures ?? 0) + 1;
        ill.set(named.catalog, { error: told, failures, untilMs: now() + Math.min(QUIET_MS.first * 2 ** (failures - 1), QUIET_MS.max) });
      }
      return { state: "unseen", error: told };
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
