import { expect, test } from "vitest";
import { readSourcesSearch } from "./search-params.ts";

test.each([
  [{}, null],
  [{ add: "catalog" }, { kind: "catalog", name: null, product: null }],
  [{ add: ["store", "catalog"] }, { kind: "store", name: null, product: null }],
  [
    { add: "catalog", product: "polaris" },
    { kind: "catalog", name: null, product: "polaris" },
  ],
  [
    { add: "catalog", product: "nobody's" },
    { kind: "catalog", name: null, product: null },
  ],
  [{ add: "anything" }, null],
  [{ edit: "store:s3://lake" }, { kind: "store", name: "s3://lake", product: null }],
  [{ add: "schema_registry" }, { kind: "schema_registry", name: null, product: null }],
  [{ edit: "schema_registry:shop" }, { kind: "schema_registry", name: "shop", product: null }],
  [{ edit: "table:shop.orders" }, null],
  [{ edit: "catalog:" }, null],
])("the address %j opens the form %j", (params, form) => {
  expect(readSourcesSearch(params)).toEqual(form);
});
