import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CATALOG_PRESETS } from "./catalog-presets.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/catalogs.md"), "utf8");

/** The rows of the table of products: each with its product and its address. */
function listProducts(): { product: string; address: string }[] {
  const [, rows = ""] = /\| product [^\n]*\n\| -[^\n]*\n((?:\|[^\n]*\n)+)/.exec(PAGE) ?? [];
  return rows
    .trim()
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()))
    .map(([, product = "", answers = ""]) => ({ product, address: /`([^`]+)`/.exec(answers)?.[1] ?? "" }));
}

/** An address without what differs from one installation to the next. */
const shapeOf = (uri: string) => uri.replaceAll(/<[^>]*>|(?<=\/\/)host/g, "*");

test("the page of catalogs tells of each product that a form offers, and of no other", () => {
  expect(listProducts().map(({ product }) => product)).toEqual(CATALOG_PRESETS.map(({ product }) => product));
});

test.each(CATALOG_PRESETS.filter(({ id }) => id !== "seaweedfs"))(
  "the page and the form give $product an address of one shape",
  (preset) => {
    const listed = listProducts().find(({ product }) => product === preset.product);
    expect(shapeOf(listed?.address ?? "")).toBe(shapeOf(preset.uri));
  },
);
