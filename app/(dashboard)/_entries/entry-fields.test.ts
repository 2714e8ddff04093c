import { expect, test } from "vitest";
import { CATALOG_PRESETS } from "#lib/contracts/catalog-presets.ts";
import type { TableDescription } from "#lib/contracts/browse-documents.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { NO_CATALOG, placeholdersIn, readCatalog, withPreset, writeCatalog } from "./catalog-fields.ts";
import { faultAt } from "./faults-at.ts";
import { readRegistry, writeRegistry } from "./registry-fields.ts";
import { readStore, writeStore } from "./store-fields.ts";
import { beginTable, placeOf, readTable, writeTable } from "./table-fields.ts";

const CATALOGS: WrittenEntry[] = [
  { name: "lake", uri: "http://catalog:8181" },
  { name: "lake", uri: "https://c", warehouse: "prod", prefix: "p", auth: { bearer: { token: "${BERGWATCH_SECRET_LAKE}" } }, region: "eu" },
  {
    name: "polaris",
    uri: "https://c",
    auth: {
      oauth2: {
        client_id: "bergwatch",
        client_secret: { file: "secrets/polaris" },
        scope: "PRINCIPAL_ROLE:ALL",
        token_endpoint: "https://t",
      },
    },
    access_delegation: "none",
    places: ["s3://a/b", "/lake"],
  },
  { name: "glue", uri: "https://glue.eu-central-1.amazonaws.com/iceberg", auth: { sigv4: { profile: "analytics" } } },
  {
    name: "glue",
    uri: "https://c",
    auth: { sigv4: { access_key_id: "${ID}", secret_access_key: "${KEY}", service: "glue", region: "eu" } },
  },
  { name: "later", uri: "https://c", something_new: { kept: true } },
];

test.each(CATALOGS)("a catalog comes out of its form as it went in, $name", (written) => {
  expect(writeCatalog(readCatalog(written))).toEqual(written);
});

test.each<WrittenEntry>([
  { name: "shop", url: "http://registry:8081" },
  { name: "shop", url: "https://r", kind: "apicurio", auth: { bearer: { token: { file: "/run/secrets/r" } } } },
  { name: "shop", url: "https://r", auth: { basic: { username: "me", password: "${BERGWATCH_SECRET_R}" } } },
  { name: "shop", url: "https://r", auth: { basic: { username: "${BERGWATCH_SECRET_U}", password: "${BERGWATCH_SECRET_R}" } } },
  { name: "later", url: "https://r", something_new: { kept: true } },
])("a schema registry comes out of its form as it went in, %j", (written) => {
  expect(writeRegistry(readRegistry(written))).toEqual(written);
});

test("a reference that stands in a map is the same in the short way of writing it", () => {
  const written = { name: "lake", uri: "https://c", auth: { bearer: { token: { env: "TOKEN" } } } };
  expect(writeCatalog(readCatalog(written))).toEqual({ ...written, auth: { bearer: { token: "${TOKEN}" } } });
});

test.each(CATALOG_PRESETS)("$product gives the form its address, and the placeholders in it are known", (preset) => {
  const fields = withPreset({ ...NO_CATALOG, name: "lake", warehouse: "prod" }, preset);
  expect(fields).toMatchObject({ name: "lake", uri: preset.uri, proof: preset.proof, warehouse: preset.warehouse === null ? "" : "prod" });
  expect(placeholdersIn(fields.uri)).not.toEqual([]);
});

test.each<WrittenEntry>([
  { scope: "s3://lake", endpoint: "https://minio:9000", path_style: false, access_key_id: "${A}", secret_access_key: { file: "k" } },
  { scope: "s3://public", anonymous: true, region: "us-east-1" },
  { scope: "s3://analytics", profile: "analytics" },
  { scope: "gs://lake", access_key_id: "${A}", secret_access_key: "${B}" },
  { scope: "gs://lake", token: { file: "/run/secrets/google" } },
  { scope: "abfss://lake@acc.dfs.core.windows.net", account_key: "${A}", endpoint: "http://127.0.0.1:10000/acc" },
  { scope: "abfss://lake@acc.dfs.core.windows.net/shop", sas_token: "${A}" },
  { scope: "abfss://lake@acc.dfs.core.windows.net", something_new: "kept" },
])("a store comes out of its form as it went in, $scope", (written) => {
  expect(writeStore(readStore(written))).toEqual(written);
});

test("what says nothing to the kind of store that a scope names is left out of the entry", () => {
  const typed = { ...readStore({ scope: "s3://lake", region: "eu", path_style: true, profile: "p" }), scope: "gs://lake" };
  expect(writeStore(typed)).toEqual({ scope: "gs://lake" });
});

const TABLES: WrittenEntry[] = [
  { name: "shop.orders", catalog: "lake", table: "shop.orders", key: "order_id" },
  { name: "shop.lines", location: "s3://lake/lines", key: ["order_id", "line"], branch: "main", limits: { surplus_rows: "off" } },
  {
    name: "crm.customers",
    catalog: "lake",
    table: 'crm."a.b"',
    kind: "cdc",
    keys: [{ name: "number", columns: "id", promise: "unique", keep: "first" }, { columns: ["a", "b"] }],
    filter: "id > 0",
    kafka: { topic: "t", partition: "p", offset: "o", key: "k", timestamp: "ts" },
    event_time: "at",
    cdc: { op: "op", lsn: ["file", "pos"], source_time: "st", deleted: "d", unavailable_value_columns: "big" },
    owner: "CRM",
    managed_by: "unity_catalog",
    tags: ["one", "two"],
    masked: ["email", "phone"],
    schedule: { on_snapshot: true, poll: "30s", at_least_every: "2h" },
  },
  { name: "a.b", location: "/lake/a/b", key: "id", schedule: { every: "15m" }, paused: true, kafka: { topic: "t" } },
  { name: "a.c", location: "/lake/a/c", key: "id", schedule: { cron: "0 7 * * *", time_zone: "Europe/Berlin" } },
];

test.each(TABLES)("a table comes out of its form as it went in, $name", (written) => {
  expect(writeTable(readTable(written))).toEqual(written);
});

const DESCRIPTION: TableDescription = {
  location: "catalog:lake/shop.orders",
  files: "s3://lake/orders",
  uuid: null,
  formatVersion: 2,
  metadataFile: "s3://lake/orders/metadata/v1.metadata.json",
  columns: [{ name: "order_id", type: "string", fieldId: 1, required: true }],
  identifierColumns: [],
  partitionedBy: [],
  snapshotsRetained: 0,
  snapshots: [],
  recognised: {
    layout: null,
    sentence: "",
    kind: "cdc",
    kafka: { partition: "kafka_partition" },
    cdc: { op: "op", lsn: ["lsn"] },
    event_time: "at",
  },
  keys: [{ columns: ["order_id"], because: "identifier", sentence: "" }],
};

test("what was recognised in a table fills its form, and its identifier fields are its key", () => {
  const written = writeTable(beginTable({ catalog: "lake", namespace: ["shop"], table: "or.ders" }, DESCRIPTION));
  expect(written).toEqual({
    name: 'shop."or.ders"',
    catalog: "lake",
    table: 'shop."or.ders"',
    kind: "cdc",
    key: "order_id",
    kafka: { partition: "kafka_partition" },
    cdc: { op: "op", lsn: "lsn" },
    event_time: "at",
  });
  expect(placeOf(written)).toEqual({ catalog: "lake", namespace: ["shop"], table: "or.ders" });
});

test("a key that is but named like one is not chosen for anybody, and a place names its table by its last folders", () => {
  const keys = [{ columns: ["id"], because: "name" as const, sentence: "" }];
  const written = writeTable(beginTable({ location: "s3://lake/shop/orders/metadata/v1.metadata.json" }, { ...DESCRIPTION, keys }));
  expect(written).toMatchObject({ name: "shop.orders", location: "s3://lake/shop/orders/metadata/v1.metadata.json" });
  expect(written).not.toHaveProperty("key");
});

test("a fault is told at its field and below it, and nowhere else", () => {
  const faults = [
    { path: "keys[1].columns", message: "One." },
    { path: "auth.oauth2.client_secret", message: "Two." },
  ];
  expect(faultAt(faults, "keys.1")).toBe("One.");
  expect(faultAt(faults, "auth.oauth2.client_secret")).toBe("Two.");
  expect(faultAt(faults, "auth.oauth2.client")).toBeUndefined();
  expect(faultAt(faults, "keys.0")).toBeUndefined();
});
