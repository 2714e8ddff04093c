import { join } from "node:path";
import { expect, test } from "vitest";
import { foreignPaths, missingReferences } from "./doc-references.ts";

const ROOT = join(import.meta.dirname, "..");
const missing = (text: string): string[] => missingReferences(ROOT, "README.md", text).map(({ line, message }) => `${line}: ${message}`);

test("a cited path that is gone is a fault, in backticks and as a link", () => {
  expect(missing("see `lib/gone.ts`\nand [this](docs/gone.md#part)")).toEqual([
    "1: cites lib/gone.ts, which does not exist",
    "2: cites docs/gone.md, which does not exist",
  ]);
});

test("paths that exist, URLs, anchors, placeholders and fenced code are no faults", () => {
  const text = "`lib/errors.ts` [a](https://example.org/x) [b](#part) `lib/checks/<check>.ts` `lib/*`\n```\n`lib/gone.ts`\n```\n`npm test`";
  expect(missing(text)).toEqual([]);
});

test("a file beside the citing one is found", () => {
  expect(missingReferences(ROOT, ".config/notes.md", "[layers](layers.ts)")).toEqual([]);
});

test.each(["root", "work", "tmp", "home"])("a file that names a path below /%s is a fault", (folder) => {
  expect(foreignPaths("a.ts", `open("/${folder}/x")`)).toHaveLength(1);
  expect(foreignPaths("a.json", `{"location":"file:///${folder}/x"}`)).toHaveLength(1);
  expect(foreignPaths("a.ts", `open("lib/${folder}/x"); "https://example.org/${folder}/x"; join(base, "${folder}/x")`)).toEqual([]);
});

test("a file that climbs out of the project is a fault", () => {
  const outside = ["..", "..", "shared", "x"].join("/");
  expect(foreignPaths("a.ts", `open("${outside}")`)).toHaveLength(1);
});
