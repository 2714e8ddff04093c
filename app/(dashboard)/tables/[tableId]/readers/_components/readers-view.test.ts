import { expect, test } from "vitest";
import type { TableNow } from "#lib/readers/shown-by-reader.ts";
import { sayReaders, sayShown, viewReaders } from "./readers-view.ts";

function aTable(rest: Partial<TableNow> = {}): TableNow {
  const deleteFiles = { equality: 3, position: 0, vector: 0 };
  return { deleteFiles, rows: 100, duplicatedKeys: 1, rawRows: 140, rawDuplicatedKeys: 30, scanFaults: [], ...rest };
}

const RIGHT = { rows: 100, duplicatedKeys: 1 };
const RAW = { rows: 140, duplicatedKeys: 30 };

test("each state has its words, with the numbers that follow and none that do not", () => {
  expect(sayShown({ state: "right", numbers: RIGHT })).toBe("1 duplicated key, 100 rows");
  expect(sayShown({ state: "raw", numbers: RAW })).toBe("Without deletes applied: 30 duplicated keys, 140 rows");
  expect(sayShown({ state: "between", least: RIGHT, most: RAW, kinds: ["equality"] })).toBe(
    "It leaves equality deletes out: 1 to 30 duplicated keys, 100 to 140 rows",
  );
  expect(sayShown({ state: "fails or raw", least: RAW, most: RAW, kinds: ["equality", "position"] })).toBe(
    "An error, or what was deleted by equality deletes and position deletes as well: 30 duplicated keys, 140 rows",
  );
  expect(sayShown({ state: "refuses", kinds: ["vector"] })).toBe("An error: it refuses deletion vectors");
  expect(sayShown({ state: "raw", numbers: { rows: null, duplicatedKeys: null } })).toMatch(
    /duplicated keys not counted, rows not counted$/,
  );
});

test("engines that show too much stand before those that fail, and the right ones last", () => {
  const states = viewReaders(aTable()).map(({ shown }) => shown.state);
  expect(states.at(-1)).toBe("right");
  expect(states.indexOf("refuses")).toBeGreaterThan(states.indexOf("fails or raw"));
});

test("a table without deletes looks alike to all of them", () => {
  const table = aTable({ deleteFiles: { equality: 0, position: 0, vector: 0 }, rawRows: 100, rawDuplicatedKeys: 1 });
  expect(sayReaders(viewReaders(table), table)).toEqual({
    state: "ok",
    word: "Alike",
    verdict: "No delete is live, so all engines see the same.",
  });
});

test("the sentence counts who sees what", () => {
  const table = aTable();
  const { state, verdict } = sayReaders(viewReaders(table), table);
  expect(state).toBe("unknown");
  expect(verdict).toMatch(
    /^\d+ of \d+ engines show this table as specified; 1 fails or shows rows that were deleted, 2 refuse to read it\.$/,
  );
});
