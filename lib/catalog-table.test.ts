import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTableName, parseTableName } from "#lib/contracts/table-name.ts";
import { formatCatalogLocation, parseCatalogLocation } from "#lib/catalog-table.ts";

const name = fc.string({ unit: "grapheme", minLength: 1 });

test("every name comes back from its location and from what people write", () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), name, (namespace, table) => {
      expect(parseCatalogLocation(formatCatalogLocation({ catalog: "lake", namespace, table }))).toEqual({
        catalog: "lake",
        namespace,
        table,
      });
      expect(parseTableName(formatTableName({ namespace, table }))).toEqual({ namespace, table });
    }),
  );
});

test("names are easy to read where they are plain, and quoted where a level holds a dot", () => {
  expect(formatCatalogLocation({ catalog: "lake", namespace: ["shop", "eu"], table: "orders" })).toBe("catalog:lake/shop.eu.orders");
  expect(formatTableName({ namespace: ["shop", "a.b"], table: "or/ders" })).toBe('shop."a.b".or/ders');
});

test.each([
  "catalog:",
  "catalog:lake",
  "catalog:lake/",
  "catalog:lake/orders",
  "catalog:lake/a..b",
  "catalog:lake/a.b/c",
  "catalog:lake/%zz.a",
])("%s is refused with an example", (location) => {
  expect(() => parseCatalogLocation(location)).toThrow(/names no table of a catalog\. Write such as/);
});

test.each(["orders", "", "a.", ".a", 'a."b', "a..b", '"".a'])("%j is no table's name with a namespace", (written) => {
  expect(parseTableName(written)).toBeNull();
});

test("other locations are none of a catalog", () => {
  expect(parseCatalogLocation("s3://lake/orders")).toBeNull();
  expect(parseCatalogLocation("/lake/orders")).toBeNull();
});
