import { catalogOf } from "#lib/catalog-table.ts";
import type { CatalogSettings } from "#lib/contracts/source-settings.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { LAYOUTS } from "#lib/layouts/layouts.ts";
import { ownerOfLocation, ownerOfProperties, type OwnerMarks } from "#lib/layouts/owner-marks.ts";
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
  /** It is a copy: what its metadata says of an owner is the original's. */
  relocated?: boolean;
}

/** What was read of a table. */
interface Seen {
  /** The columns of the schema seen last; null before the first read. */
  columns: readonly SeenColumn[] | null;
  /** null before the first read. */
  marks: OwnerMarks | null;
}

/** A top-level column with its type as the Iceberg specification writes it. */
interface SeenColumn {
  name: string;
  type: string;
}

/** Products whose columns alone show that they own the table. */
const BY_LAYOUT: Partial<Record<TableLayout, TableManager>> = { tableflow: "tableflow", redpanda: "redpanda" };

/**
 * Who owns a table and what writes it. A setting decides; without one the catalog's address, then where its files lie, then its properties, then its
 * columns. MSK Data Delivery and Snowflake document no property, column or folder of their own, so only the setting names the first. Pure.
 */
export function findWriter(
  { managedBy = null, relocated = false, location, columns }: Known,
  seen: Seen,
  catalogs: readonly Pick<CatalogSettings, "name" | "uri">[],
): Omit<TableWriter, "neverDeletes"> {
  const layout = layoutOf(new Set([...(seen.columns ?? []).flatMap(namesOf), ...givenNames(columns)]));
  const name = catalogOf({ location })?.toLowerCase();
  const uri = catalogs.find((catalog) => catalog.name.toLowerCase() === name)?.uri ?? null;
  const marks = relocated ? null : seen.marks;
  const byFiles = ownerOfLocation(location) ?? (marks && (ownerOfLocation(marks.location) ?? ownerOfProperties(marks.properties)));
  const byColumns = layout === null ? undefined : BY_LAYOUT[layout];
  return { managedBy: managedBy ?? ofCatalog(uri) ?? byFiles ?? byColumns ?? "you", layout };
}

function ofCatalog(uri: string | null): TableManager | null {
  if (uri === null || !URL.canParse(uri)) return null;
  const { hostname, pathname } = new URL(uri);
  if (/^tableflow\..+\.confluent\.cloud$/.test(hostname)) return "tableflow";
  return /\/api\/2\.\d\/unity-catalog(\/|$)/.test(pathname) ? "unity_catalog" : null;
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

/** All but the event time, which no writer adds. */
function givenNames({
  eventTime: _eventTime,
  unavailable: _unavailable,
  unavailablePlaceholder: _placeholder,
  ...columns
}: TableDefinition["columns"]): string[] {
  return Object.values(columns)
    .flat()
    .flatMap((name) => (name === null ? [] : [name.replaceAll('"', "").toLowerCase()]));
}
