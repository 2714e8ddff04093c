import { expect, test } from "vitest";
import { overviewQueryLink } from "#lib/contracts/overview-query.ts";
import { readOverviewQuery } from "./search-params.ts";

const KNOWN = { owners: new Set(["Payments & Co", "CRM"]), tags: new Set(["gold"]) };
const ALL = { state: null, owner: null, kind: null, tag: null, origin: null, q: "", sort: "worst", page: 1 } as const;

test("an address without parameters asks for everything, worst first", () => {
  expect(readOverviewQuery({}, KNOWN)).toEqual({ query: ALL, ignored: [] });
  expect(overviewQueryLink(ALL)).toBe("/");
});

test("the link of a query asks for that query", () => {
  const query = {
    state: "alert",
    owner: "Payments & Co",
    kind: "cdc",
    tag: "gold",
    origin: "own",
    q: "<b>orders",
    sort: "ratio",
    page: 3,
  } as const;
  const params = Object.fromEntries(new URL(overviewQueryLink(query, { page: 3 }), "http://localhost").searchParams);
  expect(readOverviewQuery(params, KNOWN)).toEqual({ query, ignored: [] });
});

test("a change of the filter leads to the first page", () => {
  expect(overviewQueryLink({ ...ALL, page: 4 }, { state: "warning" })).toBe("/?state=warning");
});

test("what no table has is ignored, and said", () => {
  const params = { state: "bad", owner: "Nobody", kind: "x", tag: "iron", sort: "up", page: "0" };
  const { query, ignored } = readOverviewQuery(params, KNOWN);
  expect(query).toEqual(ALL);
  expect(ignored).toEqual([
    "“bad” is not a state of a table; all states are shown.",
    "“Nobody” owns no table; all owners are shown.",
    "“x” is not a kind of table; all kinds are shown.",
    "“iron” is not a tag of any table; all tags are shown.",
    "“up” is not an order; the worst tables come first.",
    "“0” is not a page; this is the first.",
  ]);
});

test("of a parameter given twice the first counts, and a long text is cut", () => {
  expect(readOverviewQuery({ kind: ["cdc", "upsert"], q: "x".repeat(300) }, KNOWN).query).toMatchObject({
    kind: "cdc",
    q: "x".repeat(200),
  });
});

test("a link with a state name of an earlier version still filters", () => {
  expect(readOverviewQuery({ state: "wrong" }, KNOWN)).toMatchObject({ query: { state: "alert" }, ignored: [] });
});
