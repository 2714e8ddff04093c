import { expect, test } from "vitest";
import { READER_ENGINES } from "#lib/readers/engines.ts";
import { DELETE_KINDS } from "#lib/names.ts";

const STATEMENTS = READER_ENGINES.flatMap(({ name, deletes }) => DELETE_KINDS.map((kind) => [name, kind, deletes[kind]] as const));
const KNOWN = STATEMENTS.flatMap(([name, kind, { does, source }]) => (does === "unknown" ? [] : [[name, kind, source] as const]));

test.each(KNOWN)("what is said of %s and %s deletes has a source with its address and date", (_, __, source) => {
  expect(source?.url).toMatch(/^https:\/\/[\w.-]+\/\S+$/);
  expect(source?.date).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(new Date(source?.date ?? "").toISOString().slice(0, 10)).toBe(source?.date);
});

test("what is unknown claims no source", () => {
  expect(STATEMENTS.filter(([, , { does, source }]) => does === "unknown" && source !== null)).toEqual([]);
});

test("every engine stands there once, with a version", () => {
  expect(new Set(READER_ENGINES.map(({ id }) => id)).size).toBe(READER_ENGINES.length);
  expect(READER_ENGINES.filter(({ version }) => version === "")).toEqual([]);
});
