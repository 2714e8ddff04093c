import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillReaderLists } from "#lib/readers/readers-docs.ts";

const DOCS = readFileSync(join(import.meta.dirname, "../../docs/reference/readers.md"), "utf8");

test("the documentation lists engines and thresholds as they are declared: npm run config:docs writes the lists", () => {
  expect(DOCS).toBe(fillReaderLists(DOCS));
  for (const name of ["engines", "thresholds"]) expect(DOCS).toContain(`<!-- ${name} -->`);
  expect(DOCS).toContain("| Snowflake");
});
