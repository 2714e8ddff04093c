import { describe, expect, test } from "vitest";
import { guardPlaces } from "#lib/iceberg/plan/places.ts";
import { inPlace } from "#lib/iceberg/plan/relocate.ts";

const places = { local: ["/warehouse"], remote: ["s3://lake/orders", "s3://other/"] };
const open = guardPlaces(inPlace, places);

test.each([
  ["s3://lake/orders/data/a.parquet", "s3://lake/orders/data/a.parquet"],
  ["s3a://lake/orders/data/a.parquet", "s3://lake/orders/data/a.parquet"],
  ["s3n://other/x", "s3://other/x"],
  ["file:///warehouse/orders/m.avro", "/warehouse/orders/m.avro"],
  ["/warehouse/../warehouse/m.avro", "/warehouse/../warehouse/m.avro"],
])("%s is opened", (path, opened) => {
  expect(open(path)).toBe(opened);
});

describe("what lies outside is not, whatever it is called", () => {
  test.each([
    "s3://lake/orders2/a.parquet",
    "s3://lake/a.parquet",
    "s3://lake/orders/../a.parquet",
    "s3://lake/orders/./a.parquet",
    "/warehouse2/a",
    "/warehouse/../etc/passwd",
    "file:///etc/passwd",
    "relative/a.parquet",
  ])("%s", (path) => {
    expect(() => open(path)).toThrow(
      /outside the places where this table's files may be \(s3:\/\/lake\/orders, s3:\/\/other\/, \/warehouse\)/,
    );
  });

  test.each(["https://example.org/a.parquet", "hdfs://name/a", "abfss://no-account/a"])("%s, which is not read at all", (path) => {
    expect(() => open(path)).toThrow(/is not read: files on local disks/);
  });
});

test.each([
  ["gs://lake/a", "gcs://lake/a", "gs://lake/a"],
  ["abfss://c@acc.dfs.core.windows.net/t", "wasbs://c@acc.blob.core.windows.net/t/a", "abfss://c@acc.dfs.core.windows.net/t/a"],
  ["abfss://c@acc.dfs.core.windows.net/", "az://acc.blob.core.windows.net/c/a", "abfss://c@acc.dfs.core.windows.net/a"],
])("%s opens %s, whichever name an engine wrote", (place, path, opened) => {
  expect(guardPlaces(inPlace, { local: [], remote: [place] })(path)).toBe(opened);
});

test.each(["abfss://c@other.dfs.core.windows.net/t/a", "abfss://d@acc.dfs.core.windows.net/t/a", "abfss://c@acc.dfs.example.org/t/a"])(
  "%s is another account, container or host of Azure's",
  (path) => {
    const places = { local: [], remote: ["abfss://c@acc.dfs.core.windows.net"] };
    expect(() => guardPlaces(inPlace, places)(path)).toThrow(/outside the places/);
  },
);

test("all of S3 may be a place", () => {
  expect(guardPlaces(inPlace, { local: [], remote: ["s3://"] })("s3://any/where")).toBe("s3://any/where");
});
