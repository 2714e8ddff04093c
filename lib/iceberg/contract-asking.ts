import type { PlanTable } from "#lib/iceberg/contract.ts";
import type { CatalogTest, KeySample, NamespaceListing, RegistryTest, TableDescription } from "#lib/contracts/browse-documents.ts";
import type { MatchRule } from "#lib/contracts/catalog-requests.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import type { CatalogSettings, RegistrySettings } from "#lib/contracts/source-settings.ts";

/** What is asked of catalogs and schema registries, and of tables that are not watched yet. */

export interface AskOptions {
  signal: AbortSignal;
  /** A sentence for whoever waits. */
  onProgress?: ((detail: string) => void) | undefined;
}

/** A table of a catalog that a pattern names. */
export interface FoundTable {
  /** As people write it. */
  table: string;
  /** `catalog:lake/shop.orders`. */
  location: string;
  /** Where its files lie; null when it could not be read. */
  files: string | null;
  /** What would be entered: name, catalog, table, key and recognised columns; null: `problem` says why it cannot be. */
  written: WrittenEntry | null;
  problem: string | null;
}

export interface FoundTables {
  /** In the order of names. */
  tables: FoundTable[];
  /** Tables of the catalog that were looked at. */
  looked: number;
  isCut: boolean;
}

/** Throws AppError: unknown_catalog, usage (a secret), catalog_*, table_*, cancelled, and what a reader ends with. */
export interface Asking {
  /** Tries a catalog from its address to the files of a table, in use or not yet. What fails is told in the answer; rejects when cancelled alone. */
  testCatalog: (settings: CatalogSettings, options: AskOptions) => Promise<CatalogTest>;
  /** The same of a schema registry, from its address to the schema of a key. */
  testRegistry: (settings: RegistrySettings, options: AskOptions) => Promise<RegistryTest>;
  /** What is right below a namespace of a configured catalog; empty levels: the outermost ones. */
  browse: (catalog: string, namespace: readonly string[], options: AskOptions) => Promise<NamespaceListing>;
  /** The table at a location, or of a catalog (`catalog:lake/shop.orders`), from its metadata alone. */
  describe: (location: string, options: AskOptions) => Promise<TableDescription>;
  /** How unique the values of the columns of the table at a location are, in a few rows of it. */
  sampleKeys: (location: string, options: AskOptions) => Promise<KeySample>;
  /** Every table of a configured catalog that a pattern names, each as it would be entered by the rule. Throws also usage for a pattern that is none. */
  findTables: (catalog: string, rule: Pick<MatchRule, "pattern" | "key">, options: AskOptions) => Promise<FoundTables>;
  planTable: PlanTable;
}
