import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadConfig } from "#lib/config/load-config.ts";
import { TableDefinition } from "#lib/contracts/table-definition.ts";

const FILE = join(import.meta.dirname, "../../docs/bergwatch.example.yaml");
const EXAMPLE = readFileSync(FILE, "utf8");

/** Loads, and holds what comes out to its promises: definitions that keep their contract, or faults that lie in the file. */
function holds(source: string | Uint8Array, lines: number): boolean {
  const loaded = loadConfig(source, { file: FILE });
  if (loaded.ok) return loaded.config.tables.every((table) => TableDefinition.safeParse(JSON.parse(JSON.stringify(table))).success);
  return (
    loaded.faults.length > 0 &&
    loaded.faults.every(({ line, column, message }) => line >= 1 && line <= lines && column >= 1 && message !== "")
  );
}

const lineCount = (text: string): number => text.split("\n").length;

test("whatever bytes a file holds, it is read or its faults are told", () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  const property = fc.property(bytes, (source) => holds(source, lineCount(Buffer.from(source).toString("latin1"))));
  expect(() => fc.assert(property, { numRuns: 300 })).not.toThrow();
});

test("whatever is typed into the example, or cut out of it, it is read or its faults are told", () => {
  const snippet = fc.constantFrom(
    ..."\n \t:-{}[],'\"*&!|>#%@`~?<".split(""),
    "\n- ",
    ": ",
    "null",
    "<<: *a",
    "&a ",
    "*a",
    "0",
    "-1",
    "1e999",
    ".nan",
    "__proto__",
    "é",
    "\u0000",
  );
  const edit = fc.record({ at: fc.nat(EXAMPLE.length), cut: fc.nat(60), put: fc.array(snippet, { maxLength: 4 }) });
  const edited = fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => {
    let text = EXAMPLE;
    for (const { at, cut, put } of edits) text = text.slice(0, at) + put.join("") + text.slice(at + cut);
    return text;
  });
  const property = fc.property(edited, (text) => holds(text, lineCount(text)));
  expect(() => fc.assert(property, { numRuns: 150 })).not.toThrow();
});
