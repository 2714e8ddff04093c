import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CATALOG_PRESETS } from "./catalog-presets.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/how-to/catalogs.md"), "utf8");

interface Product {
  product: string;
  address: string;
  warehouse: string;
  auth: string;
}

/** The rows of the table of products. */
function listProducts(): Product[] {
  const [, rows = ""] = /\| product [^\n]*\n\| -[^\n]*\n((?:\|[^\n]*\n)+)/.exec(PAGE) ?? [];
  return rows
    .trim()
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()))
    .map(([, product = "", answers = "", warehouse = "", auth = ""]) => ({
      product,
      address: /`([^`]+)`/.exec(answers)?.[1] ?? "",
      warehouse,
      auth,
    }));
}

/** What the page says of a product; where it is as of another, what it says of that. */
function findProduct(named: string): Product {
  const found = listProducts().find(({ product }) => product === named);
  if (found === undefined) throw new Error(`the page has no ${named}`);
  const [, other] = /^as (.*)$/.exec(found.auth) ?? [];
  return other === undefined ? found : { ...found, auth: findProduct(other).auth };
}

const PROOF_WORDS = { none: /^none$/, bearer: /^token/, oauth2: /OAuth2/, sigv4: /SigV4/ };

/** An address without what differs from one installation to the next. */
const shapeOf = (uri: string) => uri.replaceAll(/<[^>]*>|(?<=\/\/)host/g, "*");

test("the page of catalogs tells of each product that a form offers, and of no other", () => {
  expect(listProducts().map(({ product }) => product)).toEqual(CATALOG_PRESETS.map(({ product }) => product));
});

test.each(CATALOG_PRESETS.filter(({ id }) => id !== "seaweedfs"))(
  "the page and the form give $product an address of one shape",
  (preset) => {
    expect(shapeOf(findProduct(preset.product).address)).toBe(shapeOf(preset.uri));
  },
);

test.each(CATALOG_PRESETS)("the page and the form say the same of how $product learns who asks, and of its warehouse", (preset) => {
  const { warehouse, auth } = findProduct(preset.product);
  expect(auth).toMatch(PROOF_WORDS[preset.proof]);
  const scope = /`([^`]+)`/.exec(auth)?.[1] ?? null;
  expect(preset.scope).toBe(scope);
  expect(preset.tokenEndpoint !== null).toBe(preset.proof === "oauth2" && / at the /.test(auth));
  expect(preset.warehouse === null).toBe(warehouse === "none");
  for (const [, written = ""] of warehouse.matchAll(/`([^`]+)`/g)) expect(preset.warehouse).toContain(written);
});
