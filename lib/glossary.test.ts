import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GLOSSARY } from "#lib/glossary.ts";

/** The rows of the table below README's heading "Words". */
function readmeWords(): { word: string; meaning: string }[] {
  const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  const section = readme.split("\n## Words\n")[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| -"));
  return rows.slice(1).map((line) => {
    const [, word = "", meaning = ""] = line.split("|").map((cell) => cell.trim());
    return { word, meaning };
  });
}

test("README's words and the pages' are the same, each once", () => {
  const words = readmeWords();
  expect(words.length).toBeGreaterThan(5);
  expect(GLOSSARY.slice(0, words.length)).toEqual(words);
  expect(new Set(GLOSSARY.map(({ word }) => word)).size).toBe(GLOSSARY.length);
});
