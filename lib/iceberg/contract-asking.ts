import type { KeySample, NamespaceListing, TableDescription } from "#lib/contracts/browse-documents.ts";

/** What is asked of catalogs, and of tables that are not watched yet. */

export interface AskOptions {
  signal: AbortSignal;
  /** A sentence for whoever waits. */
  onProgress?: ((detail: string) => void) | undefined;
}

/** Throws AppError: unknown_catalog, usage (a secret), catalog_*, table_*, cancelled, and what a reader ends with. */
export interface Asking {
  /** What is right below a namespace of a configured catalog; empty levels: the outermost ones. */
  browse: (catalog: string, namespace: readonly string[], options: AskOptions) => Promise<NamespaceListing>;
  /** The table at a location, or of a catalog (`catalog:lake/shop.orders`), from its metadata alone. */
  describe: (location: string, options: AskOptions) => Promise<TableDescription>;
  /** How unique the values of the columns of the table at a location are, in a few rows of it. */
  sampleKeys: (location: string, options: AskOptions) => Promise<KeySample>;
}
