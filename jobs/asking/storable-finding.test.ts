import { expect, test } from "vitest";
import { storableFinding } from "#jobs/asking/storable-finding.ts";
import type { CatalogFinding } from "#lib/contracts/catalog-requests.ts";

const listing = (tables: string[]): CatalogFinding => ({
  kind: "browse",
  listing: { namespace: [], namespaces: ["a"], tables, isCut: false },
});

test("a NUL character in a name is stored as a sign for it", () => {
  expect(storableFinding(listing(["a\0b"]))).toMatchObject({ listing: { tables: ["a␀b"], isCut: false } });
});

test("a list that is too long for a row is cut, and says so", () => {
  const cut = storableFinding(listing(Array.from({ length: 10_000 }, (_, at) => `${at} ${"ü".repeat(1000)}`)));
  expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThan(4 * 1024 ** 2);
  expect(cut).toMatchObject({ listing: { namespaces: ["a"], isCut: true } });
});

test("matches that are too many for a row are cut, and say so", () => {
  const table = { table: "x".repeat(1000), written: { name: "y".repeat(1000) }, problem: null, watchedAs: null };
  const cut = storableFinding({
    kind: "match",
    matches: { tables: Array.from({ length: 5000 }, () => table), looked: 5000, isCut: false },
  });
  expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThan(4 * 1024 ** 2);
  expect(cut).toMatchObject({ matches: { looked: 5000, isCut: true } });
});
