import { join } from "node:path";
import type { CatalogSettings, GivenText } from "#lib/contracts/source-settings.ts";
import type { DoubleTable } from "#lib/testing/catalog-double.ts";
import { TEST_TABLES_ROOT } from "#lib/testing/test-tables.ts";

export function someCatalog(changes: Partial<CatalogSettings> = {}): CatalogSettings {
  return {
    name: "lake",
    uri: "http://127.0.0.1:1",
    warehouse: null,
    prefix: null,
    auth: { kind: "none" },
    accessDelegation: "vended-credentials",
    region: null,
    places: [],
    entered: false,
    ...changes,
  };
}

/** A committed table whose metadata says that it lies at s3://lake/shop.db/orders. */
export function aCatalogTable(changes: Partial<DoubleTable> & { folderName?: string } = {}): DoubleTable {
  const { folderName = "relocated", ...rest } = changes;
  return {
    namespace: ["shop"],
    name: "orders",
    folder: join(TEST_TABLES_ROOT, "e2e/testdata/tables", folderName),
    location: "s3://lake/shop.db/orders",
    metadataFile: "v6.metadata.json",
    ...rest,
  };
}

/** A secret is its place's name, so that a test sees where it went. */
export const nameIsSecret = async (place: GivenText): Promise<string> =>
  await Promise.resolve(place.from === "environment" ? place.name : place.from === "text" ? place.text : place.path);
