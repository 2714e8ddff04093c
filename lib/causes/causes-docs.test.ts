import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillCauseLists } from "#lib/causes/causes-docs.ts";
import { CAUSE_NAMES } from "#lib/names.ts";

const DOCS = readFileSync(join(import.meta.dirname, "../../docs/reference/causes.md"), "utf8");

test("the documentation tells causes and checklist as they are declared: npm run config:docs writes them", () => {
  expect(DOCS).toBe(fillCauseLists(DOCS));
  for (const name of ["causes", "checklist"]) expect(DOCS).toContain(`<!-- ${name} -->`);
  for (const cause of CAUSE_NAMES) expect(DOCS).toContain(`\`${cause}\``);
});
