import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emitHistories } from "#lib/testing/random-history/emit.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "bergwatch-emit-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

test("the same seed writes the same histories with the same expected rows", async () => {
  const folders = [...(await emitHistories(3, 4, join(directory, "a"))), ...(await emitHistories(3, 4, join(directory, "b")))];
  const contents = folders.map((folder) => {
    const names = readdirSync(folder).filter((name) => /^(history|expected).*[.]jsonl?$/.test(name));
    return names.map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  });
  expect(contents.slice(0, 4)).toEqual(contents.slice(4));
  expect(contents.flat().some(([name, text]) => name === "expected.jsonl" && text !== "")).toBe(true);
});
