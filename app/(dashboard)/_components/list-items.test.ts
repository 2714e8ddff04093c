import { expect, test } from "vitest";
import { listItems } from "./list-items.ts";

const GROUPS = { alert: 1, warning: 0, unknown: 2, accepted: 0, ok: 3 };

test("each group that has tables has a head, and its tables are numbered on", () => {
  expect(listItems(GROUPS, { from: 0, to: 4, grouped: true })).toEqual([
    { group: "alert", tables: 1 },
    { table: 0 },
    { group: "unknown", tables: 2 },
    { table: 1 },
    { table: 2 },
    { group: "ok", tables: 3 },
    { table: 3 },
  ]);
});

test("the rest goes on inside a group without its head, and a page of its own repeats it", () => {
  expect(listItems(GROUPS, { from: 4, to: 6, grouped: true })).toEqual([{ table: 4 }, { table: 5 }]);
  expect(listItems(GROUPS, { from: 4, to: 6, grouped: true, repeatHead: true })[0]).toEqual({ group: "ok", tables: 3 });
});

test("in another order there are no groups", () => {
  expect(listItems(GROUPS, { from: 2, to: 99, grouped: false })).toEqual([{ table: 2 }, { table: 3 }, { table: 4 }, { table: 5 }]);
});
