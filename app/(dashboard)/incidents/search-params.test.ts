import { expect, test } from "vitest";
import { EVERY_INCIDENT, isFiltered, readSearch, searchLink, type IncidentSearch } from "./search-params.ts";

function paramsOf(link: string): Record<string, string> {
  return Object.fromEntries(new URL(link, "http://localhost").searchParams);
}

test("what is asked for is read back from its own address", () => {
  const search: IncidentSearch = {
    state: "snoozed",
    owner: 'a&b="<script>',
    tag: "💥",
    table: "t-1",
    check: "duplicates",
    sort: "keys.asc",
  };
  expect(readSearch(paramsOf(searchLink(search)))).toEqual(search);
  expect(readSearch(paramsOf(searchLink(search, { state: null, tag: "x" })))).toEqual({ ...search, state: null, tag: "x" });
});

test("what is not asked for does not stand in the address", () => {
  expect(searchLink(EVERY_INCIDENT)).toBe("/incidents");
});

test.each([[{ state: "lost" }], [{ check: "whim" }], [{ sort: "keys.desc" }], [{ owner: "  " }], [{ state: ["open", "snoozed"] }]])(
  "%j asks for nothing",
  (params) => {
    expect(readSearch(params)).toEqual(EVERY_INCIDENT);
  },
);

test("a state alone is no filter: it is which list is shown", () => {
  expect(isFiltered({ ...EVERY_INCIDENT, state: "resolved" })).toBe(false);
  expect(isFiltered({ ...EVERY_INCIDENT, tag: "x" })).toBe(true);
});
