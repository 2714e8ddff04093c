import { describe, expect, test } from "vitest";
import { toPlace } from "#jobs/commands/check-place.ts";

test("a configured catalog's table is named as people write it", () => {
  expect(toPlace({ catalog: "lake", table: 'shop."a.b".orders' })).toEqual({
    location: "catalog:lake/shop.a%2Eb.orders",
    shown: 'shop."a.b".orders',
    sources: { catalogs: [], stores: [] },
  });
});

test("a catalog by its address is called by its host, and its token stays where it lies", () => {
  const place = toPlace({
    catalogUri: "https://catalog.example.org:8181/api/catalog/v1/",
    warehouse: "prod",
    authTokenEnv: "LAKE_TOKEN",
    table: "shop.orders",
  });
  expect(place).toMatchObject({
    location: "catalog:catalog.example.org/shop.orders",
    sources: {
      catalogs: [
        {
          name: "catalog.example.org",
          uri: "https://catalog.example.org:8181/api/catalog",
          warehouse: "prod",
          auth: { kind: "bearer", token: { from: "environment", name: "LAKE_TOKEN" } },
        },
      ],
    },
  });
});

test("a bucket is opened with what the machine has, a path of this machine needs nothing", () => {
  expect(toPlace({ location: "s3a://lake/orders" })?.sources.stores).toMatchObject([
    { scope: "s3://lake", credentials: { kind: "chain" } },
  ]);
  expect(toPlace({ location: "/lake/orders" })?.sources.stores).toEqual([]);
  expect(toPlace({})).toBeNull();
});

describe("what does not go together is refused with the mend", () => {
  test.each([
    [{ location: "/a", catalog: "lake" }, /--location and --catalog are both given/],
    [{ location: "/a", table: "a.b" }, /--location and --table are both given/],
    [{ table: "a.b" }, /--table is given without a catalog/],
    [{ catalog: "lake" }, /--table is missing/],
    [{ catalog: "lake", catalogUri: "https://a", table: "a.b" }, /--catalog and --catalog-uri are both given/],
    [{ catalog: "lake", table: "orders" }, /"orders" names no table of a catalog/],
    [{ catalogUri: "lake", table: "a.b" }, /--catalog-uri is not a web address/],
    [{ catalogUri: "https://me:hunter2@lake", table: "a.b" }, /holds a user or a password/],
    [{ catalogUri: "https://lake", table: "a.b", authTokenEnv: "hunter2 hunter2" }, /takes the name, not the token/],
  ])("%j", (raw, message) => {
    expect(() => toPlace(raw)).toThrow(message);
    expect(() => toPlace(raw)).not.toThrow(/hunter2/);
  });
});
