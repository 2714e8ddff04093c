import { describe, expect, test } from "vitest";
import { READER_ENGINES } from "#lib/readers/engines.ts";
import { DELETE_KINDS } from "#lib/names.ts";

const STATEMENTS = READER_ENGINES.flatMap(({ name, deletes }) => DELETE_KINDS.map((kind) => [name, kind, deletes[kind]] as const));

describe.each(STATEMENTS)("what is said of %s and %s deletes", (_, __, { does, note, source }) => {
  test("has a source with its address and date, or is said to be unknown", () => {
    if (does === "unknown") expect(source).toBeNull();
    else {
      expect(source?.url).toMatch(/^https:\/\/[\w.-]+\/\S+$/);
      expect(source?.date).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/);
      expect(new Date(source?.date ?? "").toISOString().slice(0, 10)).toBe(source?.date);
    }
    expect(note).not.toBe("");
  });
});

test("every engine stands there once, with a version", () => {
  expect(new Set(READER_ENGINES.map(({ id }) => id)).size).toBe(READER_ENGINES.length);
  expect(READER_ENGINES.filter(({ version }) => version === "")).toEqual([]);
});
