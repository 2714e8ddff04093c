import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GLOSSARY } from "#lib/glossary.ts";

function documentedWords(): { word: string; meaning: string }[] {
  const page = readFileSync(join(import.meta.dirname, "../docs/glossary.md"), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| -"));
  return rows.slice(1).map((line) => {
    const [, word = "", meaning = ""] = line.split("|").map((cell) => cell.trim());
    return { word, meaning };
  });
}

test("docs/glossary.md and the pages explain the same words, each once", () => {
  expect(documentedWords()).toEqual(GLOSSARY);
  expect(new Set(GLOSSARY.map(({ word }) => word)).size).toBe(GLOSSARY.length);
});
