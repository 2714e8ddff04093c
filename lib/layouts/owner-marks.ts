import type { TableManager } from "#lib/names.ts";

/** Marks in a table's metadata that show its owner. */
export interface OwnerMarks {
  /** `location` of the metadata: where the files lie, whatever catalog lists the table. */
  location: string;
  /** As `ownerPropertiesOf` gives them. */
  properties: Readonly<Record<string, string>>;
}

/** Folders below which one product alone keeps files. */
const FOLDERS: readonly { folder: string; owner: TableManager }[] = [
  // `storage_location` in https://github.com/unitycatalog/unitycatalog/blob/main/api/all.yaml
  { folder: "__unitystorage", owner: "unity_catalog" },
  // https://docs.redpanda.com/streaming/25.1/manage/iceberg/query-iceberg-topics/
  { folder: "redpanda-iceberg-catalog", owner: "redpanda" },
];

/** Properties that one product alone writes. */
const PROPERTIES: readonly { property: string; owner: TableManager }[] = [
  // The Iceberg metadata of a Delta table is generated and read-only: https://docs.delta.io/latest/delta-uniform.html. The property:
  // DELTA_VERSION_PROPERTY in https://github.com/delta-io/delta/blob/master/iceberg/src/main/scala/org/apache/spark/sql/delta/icebergShaded/IcebergConverter.scala
  { property: "delta-version", owner: "delta_lake" },
];

const PROPERTY_CHARS_MAX = 200;

/** Of a table's properties those that show an owner. The others stay with the reader: they may hold what nobody may see. Pure. */
export function ownerPropertiesOf(properties: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    PROPERTIES.flatMap(({ property }) => {
      const value = Object.hasOwn(properties, property) ? properties[property] : undefined;
      return value === undefined ? [] : [[property, value.slice(0, PROPERTY_CHARS_MAX)]];
    }),
  );
}

/** Owner of a location; null if unknown. Pure. */
export function ownerOfLocation(location: string): TableManager | null {
  const folders = location.split("/");
  return FOLDERS.find(({ folder }) => folders.includes(folder))?.owner ?? null;
}

/** Owner shown by table properties; null if unknown. Pure. */
export function ownerOfProperties(properties: OwnerMarks["properties"]): TableManager | null {
  return PROPERTIES.find(({ property }) => Object.hasOwn(properties, property))?.owner ?? null;
}
