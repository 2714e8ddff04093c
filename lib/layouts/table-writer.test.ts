import { expect, test } from "vitest";
import { findWriter } from "#lib/layouts/table-writer.ts";
import { someTable } from "#lib/testing/table-definition.ts";

const TABLEFLOW = { name: "flow", uri: "https://tableflow.us-east-1.aws.confluent.cloud/iceberg/catalog/organizations/o/environments/e" };
const UNITY = { name: "Main", uri: "https://acme.cloud.databricks.com/api/2.1/unity-catalog/iceberg-rest" };
const POLARIS = { name: "lake", uri: "https://polaris.example.org/api/catalog" };
const CATALOGS = [TABLEFLOW, UNITY, POLARIS];

const column = (name: string, type = "string") => ({ name, type });
const UNITY_FILES = "s3://lake/__unitystorage/catalogs/c/tables/t";
const PLAIN = [column("order_id", "long"), column("amount", "decimal(12,2)")];
const TABLEFLOW_COLUMNS = [...PLAIN, column("$$topic"), column("$$partition", "int"), column("$$offset", "long")];
const REDPANDA_COLUMNS = [
  column("redpanda", "struct<partition: int, offset: long, timestamp: timestamptz, headers: list<struct<key: binary>>, key: binary>"),
  ...PLAIN,
];

type Seen = Parameters<typeof findWriter>[1];
const writer = (changes: Parameters<typeof someTable>[0], columns: Seen["columns"] = PLAIN, marks: Partial<Seen["marks"]> = {}) =>
  findWriter(someTable(changes), { columns, marks: { location: "s3://lake/shop/orders", properties: {}, ...marks } }, CATALOGS);

test.each([
  ["nothing shows a vendor", writer({}), "you"],
  ["another product's catalog", writer({ location: "catalog:lake/shop.orders" }), "you"],
  ["Tableflow's catalog", writer({ location: "catalog:flow/lkc-1.orders" }), "tableflow"],
  ["Unity's catalog, whatever the case of its name", writer({ location: "catalog:main/shop.orders" }), "unity_catalog"],
  ["Unity's managed storage", writer({ location: "s3://lake/__unitystorage/catalogs/c/tables/t" }), "unity_catalog"],
  ["Tableflow's columns in another catalog", writer({ location: "catalog:lake/shop.orders" }, TABLEFLOW_COLUMNS), "tableflow"],
  ["Redpanda's column", writer({}, REDPANDA_COLUMNS), "redpanda"],
  [
    "the configured columns, before the first read",
    writer({ columns: { kafkaPartition: "redpanda.partition", kafkaOffset: "redpanda.offset" } }, null),
    "redpanda",
  ],
  [
    "the folder of the files, whatever catalog lists it",
    writer({ location: "catalog:lake/t" }, PLAIN, { location: UNITY_FILES }),
    "unity_catalog",
  ],
  ["Redpanda's own catalog folder", writer({}, PLAIN, { location: "s3://lake/redpanda-iceberg-catalog/redpanda/orders" }), "redpanda"],
  ["a property that only Delta's conversion writes", writer({}, PLAIN, { properties: { "delta-version": "17" } }), "delta_lake"],
  [
    "the folder before the property: a Delta table that Unity Catalog manages",
    writer({}, PLAIN, { location: UNITY_FILES, properties: { "delta-version": "17" } }),
    "unity_catalog",
  ],
  ["a copy, whose metadata still names the original's folder", writer({ relocated: true }, PLAIN, { location: UNITY_FILES }), "you"],
  ["a folder that only ends so", writer({}, PLAIN, { location: "s3://lake/my__unitystorage/t" }), "you"],
  ["a struct of that name without its fields", writer({}, [column("redpanda", "struct<id: int>")]), "you"],
  ["a setting that names MSK", writer({ managedBy: "msk_data_delivery" }), "msk_data_delivery"],
  ["a setting against the columns: a copy of a Tableflow table", writer({ managedBy: "you" }, TABLEFLOW_COLUMNS), "you"],
] as const)("who owns a table is told by %s", (_, { managedBy }, expected) => {
  expect(managedBy).toBe(expected);
});

test("what writes a table of one's own is told by its columns", () => {
  expect(writer({}, [...PLAIN, column("_cdc", "struct<op: string, ts: timestamptz, offset: long>")])).toEqual({
    managedBy: "you",
    layout: "kafka_connect",
  });
  expect(writer({}, [...PLAIN, column("__op"), column("__source_ts_ns", "long")]).layout).toBe("debezium_server");
  expect(writer({}).layout).toBeNull();
});
