import { describe, expect, test } from "vitest";
import { inPlace, refuseCollisions, relocateTo } from "#lib/iceberg/plan/relocate.ts";
import { localPath, storePath } from "#lib/store-place.ts";

test.each(["file:/t/a b", "file:///t/a b", "file://localhost/t/a b", "FILE:/t/a b", "/t/a b"])("%s is the local path /t/a b", (written) => {
  expect([localPath(written), inPlace(written)]).toEqual(["/t/a b", "/t/a b"]);
});

test.each(["s3://b/x", "hdfs://nn/x", "relative/x", "file://host/x"])("%s is no local path and stays", (written) => {
  expect(localPath(written)).toBe(written);
});

describe("a moved table", () => {
  const relocate = relocateTo("/here/t/", "s3://bucket/warehouse/t");
  test.each([
    ["s3://bucket/warehouse/t/data/a.parquet", "/here/t/data/a.parquet"],
    ["s3a://bucket/warehouse/t/metadata/m.avro", "/here/t/metadata/m.avro"],
    ["/warehouse/t/data/p=1/a.parquet", "/here/t/data/p=1/a.parquet"],
    ["hdfs://nn:8020/warehouse/t/a.parquet", "/here/t/a.parquet"],
    ["s3://elsewhere/x/data/a.parquet", "/here/t/data/a.parquet"],
    ["s3://bucket/warehouse/t2/data/a.parquet", "/here/t/data/a.parquet"],
    ["s3://elsewhere/a.parquet", "s3://elsewhere/a.parquet"],
  ])("reads %s from %s", (written, read) => {
    expect(relocate(written)).toBe(read);
  });
});

describe("paths of one file", () => {
  test.each([
    ["the spellings of S3", ["s3://b/x", "s3a://b/x", "s3n://b/x", "S3://b/x", "s3://b//x"]],
    ["a name node's name or none", ["hdfs://nn1:8020/x", "hdfs://nn2/x", "hdfs:///x", "hdfs:/x", "/x", "viewfs://c/x"]],
    ["the spellings of a local file", ["file:/x", "file:///x", "file://localhost/x", "/x"]],
  ])("%s", (_, paths) => {
    expect(new Set(paths.map(storePath)).size).toBe(1);
  });

  test.each([
    ["another bucket", "s3://b1/x", "s3://b2/x"],
    ["another bucket of Google's", "gs://b1/x", "gs://b2/x"],
    ["another container", "abfss://c1@a.dfs.core.windows.net/x", "abfss://c2@a.dfs.core.windows.net/x"],
    ["another authority of a scheme that is not known", "o3fs://b1.v.om/x", "o3fs://b2.v.om/x"],
    ["another case", "s3://b/X", "s3://b/x"],
    ["an encoded character", "s3://b/a%20b", "s3://b/a b"],
    ["another path", "/x/a", "/y/a"],
  ])("are not those that differ in %s", (_, one, other) => {
    expect(storePath(one)).not.toBe(storePath(other));
  });
});

test("two files that would be read from one place are refused", () => {
  const files = ["s3://b1/t/data/a", "s3://b2/t/data/a"].map((path) => ({ path, openPath: "/here/data/a" }));
  expect(() => refuseCollisions(files)).toThrow(/s3:\/\/b1\/t\/data\/a and s3:\/\/b2\/t\/data\/a are two files/);
});

test("one file under two spellings, or listed twice, is no collision", () => {
  const files = ["s3://b/t/a", "s3a://b/t/a", "s3://b/t/a"].map((path) => ({ path, openPath: "/here/a" }));
  expect(() => refuseCollisions(files)).not.toThrow();
});
