import { formatTableName } from "#lib/contracts/table-name.ts";
import { parseCatalogLocation } from "#lib/catalog-table.ts";
import type { KeySample, TableDescription } from "#lib/contracts/browse-documents.ts";
import type { AskOptions } from "#lib/iceberg/contract-asking.ts";
import { describeTable } from "#lib/iceberg/plan/describe-table.ts";
import { nameAt } from "#lib/iceberg/plan/read-description.ts";
import { fromMetadata } from "#lib/iceberg/plan/metadata.ts";
import type { ReaderPool } from "#lib/iceberg/reader-pool.ts";
import type { Sources } from "#lib/iceberg/sources.ts";

/**
 * A table of a catalog as the catalog's own answer says, so that it can be seen when its files cannot; any other by a reader. Throws AppError:
 * unknown_catalog, catalog_*, table_*, and what a reader ends with.
 */
export async function describe(
  sources: Sources,
  readers: ReaderPool,
  location: string,
  { signal, onProgress }: AskOptions,
): Promise<TableDescription> {
  const named = parseCatalogLocation(location);
  if (named === null) {
    const ask = readers.ask("description");
    return await ask({ location, relocated: false }, { signal, onProgress: ({ detail }) => onProgress?.(detail) });
  }
  onProgress?.(`asking for the table ${formatTableName(named)}`);
  const catalog = await sources.catalog(named.catalog);
  const loaded = await catalog.loadTable(named, { signal });
  if (loaded === null) throw new Error("a catalog answered that nothing changed where nothing was asked for");
  const metadata = fromMetadata(`The metadata of ${formatTableName(named)}`, loaded.answer.metadata);
  return { ...describeTable(metadata, { location, name: named.table }), metadataFile: loaded.metadataFile };
}

/** Enough to tell a key from what is not one, few enough for seconds. */
const SAMPLED_ROWS_MAX = 100_000;
const SAMPLE_MS_MAX = 120_000;

/** As KeySample says, of the table's current snapshot. Throws AppError as describe, and for data files that cannot be read. */
export async function sampleKeys(readers: ReaderPool, location: string, { signal, onProgress }: AskOptions): Promise<KeySample> {
  const name = parseCatalogLocation(location)?.table ?? nameAt(location);
  return await readers.ask("keySample")(
    { location, relocated: false, name, rowsMax: SAMPLED_ROWS_MAX },
    { signal, onProgress: ({ detail }) => onProgress?.(detail), durationMsMax: SAMPLE_MS_MAX },
  );
}
