import { expect, test } from "vitest";
import { PROSE_RULES } from "./prose-rules.ts";
import { proseFaults } from "./prose.ts";

const rulesIn = async (path: string, text: string) => (await proseFaults(path, text)).map(({ rule }) => rule);
const asCode = (sentence: string) => `export const help = ${JSON.stringify(sentence)};`;

test.each(PROSE_RULES)("the rule $id finds its planted sentence in docs and in code, and nothing else does", async ({ id, planted }) => {
  expect(await rulesIn("docs/page.md", `# Title\n\n${planted}\n`)).toEqual([id]);
  expect(await rulesIn("lib/help.ts", asCode(planted))).toEqual([id]);
});

test.each(PROSE_RULES.flatMap(({ fine }) => fine))("no rule forbids: %s", async (sentence) => {
  expect(await rulesIn("docs/page.md", sentence)).toEqual([]);
  expect(await rulesIn("lib/help.ts", asCode(sentence))).toEqual([]);
});

test("a fault is reported with its line and its words, in the second sentence of a wrapped paragraph too", async () => {
  const faults = await proseFaults("docs/page.md", "# Keys\n\nA **key** is `unique`. The file\nlies in [a folder](folder.md).\n");
  expect(faults).toEqual([{ line: 4, rule: "lies", words: "lies", advice: expect.stringContaining("is stored") }]);
});

test("lists, tables and headings are read, code and links' targets are not", async () => {
  const read = ["- It lies there.", "| a | b |\n| - | - |\n| It lies there. | x |", "## It lies there"];
  for (const text of read) expect(await rulesIn("docs/page.md", text)).toEqual(["lies"]);
  expect(await rulesIn("docs/page.md", "```\nIt lies.\n```\n\nUse `it lies there` or [this](it-lies.md).")).toEqual([]);
});

test.each([
  ["a template with values", "export const a = (x: string) => `${x} lies in ${x}.`;"],
  ["a sum of strings", 'export const a = (x: string) => "The file " + x + " lies in a folder.";'],
  ["text of a page around an element", "export const A = () => <p>The file <code>x</code> lies there.</p>;"],
  ["an attribute of a page", 'export const A = () => <Field label="Where it lies" />;'],
])("the strings of code are read: %s", async (_, code) => {
  expect(await rulesIn("app/a.tsx", code)).toEqual(["lies"]);
});

test.each([
  ["an import", 'import { a } from "./it lies.ts";\nexport { a };'],
  ["SQL", 'export const a = "SELECT lies FROM t WHERE x lies";'],
  ["a class name", 'export const A = () => <p className="it lies there" />;'],
  ["a comment", "// It lies there.\nexport const a = 1;"],
])("code without prose is left alone: %s", async (_, code) => {
  expect(await rulesIn("app/a.tsx", code)).toEqual([]);
});

test("the words of an opener do not run into the sentence before it", async () => {
  expect(await rulesIn("docs/page.md", 'A table "shop.orders" has 1.5 rows. Of these one is right.')).toEqual(["of-opener"]);
});
