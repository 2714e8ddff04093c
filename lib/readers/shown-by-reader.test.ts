import { describe, expect, test } from "vitest";
import type { ReaderDoes } from "#lib/readers/engines.ts";
import { isAlike, shownByReader, type TableNow } from "#lib/readers/shown-by-reader.ts";
import type { DeleteKind } from "#lib/names.ts";

function aTable(rest: Partial<TableNow> = {}): TableNow {
  const deleteFiles = { equality: 3, position: 2, vector: 0 };
  return { deleteFiles, rows: 100, duplicatedKeys: 0, rawRows: 140, rawDuplicatedKeys: 30, scanFaults: [], ...rest };
}

function engine(equality: ReaderDoes, position: ReaderDoes, vector: ReaderDoes, id = "any") {
  const say = (does: ReaderDoes) => ({ does, note: null, source: null });
  const deletes: Record<DeleteKind, ReturnType<typeof say>> = { equality: say(equality), position: say(position), vector: say(vector) };
  return { id, deletes };
}

const RIGHT = { rows: 100, duplicatedKeys: 0 };
const RAW = { rows: 140, duplicatedKeys: 30 };

describe("a reader shows", () => {
  test("the right numbers when it applies every kind that is live, whatever it does with the others", () => {
    expect(shownByReader(engine("applies", "applies", "refuses"), aTable())).toEqual({ state: "right", numbers: RIGHT });
  });

  test("the raw numbers, exactly, when it applies none that is live", () => {
    expect(shownByReader(engine("ignores", "ignores", "applies"), aTable())).toEqual({ state: "raw", numbers: RAW });
  });

  test("something between them when it applies some, and no guess of it", () => {
    const shown = shownByReader(engine("ignores", "applies", "applies"), aTable());
    expect(shown).toEqual({ state: "between", least: RIGHT, most: RAW, kinds: ["equality"] });
  });

  test("the right numbers when what it ignores changes nothing", () => {
    const table = aTable({ rawRows: 100, rawDuplicatedKeys: 0 });
    expect(isAlike(table)).toBe(true);
    expect(shownByReader(engine("ignores", "ignores", "ignores"), table)).toEqual({ state: "right", numbers: RIGHT });
  });

  test("an error when it refuses a kind that is live, and only then", () => {
    expect(shownByReader(engine("refuses", "ignores", "applies"), aTable())).toEqual({ state: "refuses", kinds: ["equality"] });
    const vectors = aTable({ deleteFiles: { equality: 0, position: 0, vector: 4 } });
    expect(shownByReader(engine("refuses", "ignores", "applies"), vectors)).toEqual({ state: "right", numbers: RIGHT });
  });

  test("an error or rows too many when no source says which", () => {
    const all = shownByReader(engine("not supported", "not supported", "applies"), aTable());
    expect(all).toEqual({ state: "fails or raw", least: RAW, most: RAW, kinds: ["equality", "position"] });
    const some = shownByReader(engine("not supported", "applies", "applies"), aTable());
    expect(some).toEqual({ state: "fails or raw", least: RIGHT, most: RAW, kinds: ["equality"] });
  });

  test("nothing that is known when no source says what it does with a kind that is live", () => {
    expect(shownByReader(engine("applies", "unknown", "unknown"), aTable())).toEqual({ state: "unknown", kinds: ["position"] });
  });

  test("the right numbers of a table without deletes", () => {
    const none = aTable({ deleteFiles: { equality: 0, position: 0, vector: 0 }, rawRows: 100, rawDuplicatedKeys: 0 });
    expect(shownByReader(engine("unknown", "refuses", "ignores"), none)).toEqual({ state: "right", numbers: RIGHT });
  });

  test("what nobody can tell where a fault of iceberg_scan is known on this table", () => {
    const table = aTable({ scanFaults: ["It crashes."] });
    expect(shownByReader(engine("applies", "applies", "applies", "duckdb"), table)).toEqual({
      state: "otherwise",
      reasons: ["It crashes."],
    });
    expect(shownByReader(engine("applies", "applies", "applies"), table)).toEqual({ state: "right", numbers: RIGHT });
  });
});

test("a number that was not computed stays unknown", () => {
  const table = aTable({ rawRows: null, rawDuplicatedKeys: null });
  expect(shownByReader(engine("ignores", "ignores", "applies"), table)).toEqual({
    state: "raw",
    numbers: { rows: null, duplicatedKeys: null },
  });
  expect(isAlike(aTable({ rows: null, rawRows: null }))).toBe(false);
});
