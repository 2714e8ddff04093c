import { catalogOf } from "#lib/catalog-table.ts";
import type { CatalogSettings } from "#lib/contracts/source-settings.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { LAYOUTS } from "#lib/layouts/layouts.ts";
import type { TableLayout, TableManager } from "#lib/names.ts";

/** Who writes a table, as far as its settings, its catalog, its location and its columns show. */
export interface TableWriter {
  /** `you`: nothing shows that a vendor owns the table. */
  managedBy: TableManager;
  /** The columns it adds; null: not recognized. */
  layout: TableLayout | null;
  /** No commit that is known removed a row. False: one did, or it is not known. */
  neverDeletes: boolean;
}

export const UNKNOWN_WRITER: TableWriter = { managedBy: "you", layout: null, neverDeletes: false };

interface Known extends Pick<TableDefinition, "location" | "columns"> {
  managedBy?: TableDefinition["managedBy"];
}

/** A top-level column with its type as the Iceberg specification writes it. */
interface SeenColumn {
  name: string;
  type: string;
}

/** Products whose columns alone show that they own the table. */
const BY_LAYOUT: Partial<Record<TableLayout, TableManager>> = { tableflow: "tableflow", redpanda: "redpanda" };

/**
 * Who owns a table and what writes it. A setting decides; without one the catalog's address, then the table's location, then its columns. MSK Data
 * Delivery adds no columns of its own and shares S3 Tables with everybody else, so only the setting names it. Pure.
 * In: the columns of the schema seen last, null before the first read; the configured catalogs.
 */
export function findWriter(
  { managedBy = null, location, columns }: Known,
  seen: readonly SeenColumn[] | null,
  catalogs: readonly Pick<CatalogSettings, "name" | "uri">[],
): Omit<TableWriter, "neverDeletes"> {
  const layout = layoutOf(new Set([...(seen ?? []).flatMap(namesOf), ...givenNames(columns)]));
  const name = catalogOf({ location })?.toLowerCase();
  const uri = catalogs.find((catalog) => catalog.name.toLowerCase() === name)?.uri ?? null;
  const byColumns = layout === null ? undefined : BY_LAYOUT[layout];
  return { managedBy: managedBy ?? ofCatalog(uri) ?? ofLocation(location) ?? byColumns ?? "you", layout };
}

function ofCatalog(uri: string | null): TableManager | null {
  if (uri === null || !URL.canParse(uri)) return null;
  const { hostname, pathname } = new URL(uri);
  if (/^tableflow\..+\.confluent\.cloud$/.test(hostname)) return "tableflow";
  return /\/api\/2\.\d\/unity-catalog(\/|$)/.test(pathname) ? "unity_catalog" : null;
}

/** Unity Catalog keeps the files of managed tables below a folder of this name. */
function ofLocation(location: string): TableManager | null {
  return /\/__unitystorage\//.test(location) ? "unity_catalog" : null;
}

function layoutOf(names: ReadonlySet<string>): TableLayout | null {
  const found = LAYOUTS.find(
    ({ layout, marks }) => layout !== null && marks.every(([, ...path]) => names.has(path.join(".").toLowerCase())),
  );
  return found?.layout ?? null;
}

/** A column and, of a struct, its fields: `redpanda.partition`. */
function namesOf({ name, type }: SeenColumn): string[] {
  const fields = type.startsWith("struct<") ? [...type.matchAll(/(?:^struct<|, )([^:<>,]+):/g)] : [];
  return [name, ...fields.map(([, field = ""]) => `${name}.${field}`)].map((one) => one.toLowerCase());
}

function givenNames(columns: TableDefinition["columns"]): string[] {
  const { kafkaTopic, kafkaPartition, kafkaOffset, kafkaKey, kafkaTimestamp, op, sourceTime, deleted, lsn } = columns;
  return [kafkaTopic, kafkaPartition, kafkaOffset, kafkaKey, kafkaTimestamp, op, sourceTime, deleted, ...lsn].flatMap((name) =>
    name === null ? [] : [name.replaceAll('"', "").toLowerCase()],
  );
}
