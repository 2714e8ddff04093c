import { expect, test } from "vitest";
import { readAfter, readSearch, searchLink } from "./search-params.ts";

const RUN = { queuedAt: new Date("2026-03-01T10:05:00.123Z"), id: "0b6f3c1e-9a4e-4a59-8a3b-0d8b5f8f7f11" };

function paramsOf(link: string): Record<string, string> {
  return Object.fromEntries(new URL(link, "http://localhost").searchParams);
}

test("the link to older runs leads to the page after the last one, and asks for the same", () => {
  const search = { states: ["queued" as const, "running" as const], reason: "person" as const, table: 'a&b="<script>' };
  const params = paramsOf(searchLink(search, RUN));
  expect(readAfter(params)).toEqual(RUN);
  expect(readSearch(params)).toEqual(search);
});

test("what is not asked for does not stand in the address", () => {
  expect(searchLink({})).toBe("/runs");
});

test.each([[undefined], ["yesterday"], ["2026-03-01T10:05:00Z~1"], [["a", "b"]]])("%s is the first page", (after) => {
  expect(readAfter({ after })).toBeUndefined();
});

test.each([[{ state: "lost" }], [{ reason: "whim" }], [{ table: "  " }], [{ state: ["failed", "queued"] }]])(
  "%j asks for nothing",
  (params) => {
    expect(readSearch(params)).toEqual({});
  },
);

test("states that nobody knows are left out, and a long text is cut", () => {
  expect(readSearch({ state: "failed,lost" })).toEqual({ states: ["failed"] });
  expect(readSearch({ table: "x".repeat(5000) }).table).toHaveLength(255);
});

test("a name that no table can have is taken for not said", () => {
  expect(readSearch({ table: "a\0b" })).toEqual({});
});
