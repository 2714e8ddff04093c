import { expect, test } from "vitest";
import { judgeBacklog, sayBacklog, sayReading, saySmallFiles } from "./backlog-words.ts";

const EXACT = { level: "exact", direction: null } as const;
const totals = (files: number, rows: number, bytes = 0) => ({ files, rows, bytes });

test("the sentence says how much is left and on which side of the limit it lies", () => {
  const say = (ratio: number, limits = {}) =>
    sayBacklog(
      { files: 18, rows: 190, vectors: 0 },
      ratio,
      judgeBacklog({ delete_ratio: ratio, equality_delete_files: 18 }, limits, EXACT),
    );
  expect(say(0.171)).toBe(
    "18 delete files with 190 rows are left for every reader to apply: 0.171 for each physical row, within the limit of 0.200.",
  );
  expect(say(0.3)).toMatch(/0\.300 for each physical row, beyond the limit of 0\.200\.$/);
  expect(say(0.6)).toMatch(/beyond the limit of 0\.500\.$/);
  expect(say(0.3, { delete_ratio: { warnAt: null, alertAt: null } })).toMatch(/0\.300 for each physical row\.$/);
});

test("the sentence names what there is, and says one thing as one", () => {
  const say = (files: number, vectors: number) => sayBacklog({ files, rows: files, vectors }, null, judgeBacklog({}, {}, EXACT));
  expect(say(1, 1)).toBe("1 deletion vector with 1 row is left for every reader to apply.");
  expect(say(3, 1)).toBe("3 delete files and vectors with 3 rows are left for every reader to apply.");
  expect(say(0, 0)).toMatch(/No delete is live/);
});

test("the backlog is as bad as its worst limit, by the table's own where it has one, and unsure where the reading is not to be trusted", () => {
  const state = (values: object, limits = {}, level: "exact" | "untrusted" = "exact") =>
    judgeBacklog(values, limits, { level, direction: null }).state;
  expect(state({ delete_ratio: 0.1 })).toBe("ok");
  expect(state({ delete_ratio: 0.2 })).toBe("warning");
  expect(state({ delete_ratio: 0.2, equality_delete_files: 1000 })).toBe("alert");
  expect(state({ delete_ratio: 0.1 }, { delete_ratio: { alertAt: 0.1 } })).toBe("alert");
  expect(state({ delete_ratio: 0.9 }, {}, "untrusted")).toBe("unknown");
});

test("what a reader pays is said with its shares, and without data only as far as it is known", () => {
  const reading = { deletes: totals(3, 0, 2048), dataWithDeletes: totals(2, 0), deletesPerDataFileMax: 3, matches: 4 };
  expect(sayReading({ reading }, totals(8, 0, 4096))).toEqual([
    "A scan of the whole table opens 3 delete files (2 KiB) beside 8 data files (4 KiB).",
    "2 of 8 data files, 25 %, have to be matched with deletes; the one with the most has 3.",
    "A reader that opens deletes anew for each data file opens them 4 times.",
  ]);
  expect(sayReading({ reading }, null)[1]).toMatch(/^2 data files have/);
  expect(sayReading({ reading: { ...reading, deletes: totals(0, 0) } }, null)).toHaveLength(1);
});

test("small files are said against all, and not at all where they are not known", () => {
  expect(saySmallFiles(1, totals(4, 0, 4096))).toBe(
    "1 of 4 data files lies below a quarter of the table's target size; the average is 1 KiB.",
  );
  expect([saySmallFiles(null, totals(1, 1)), saySmallFiles(1, null)]).toEqual([null, null]);
});
