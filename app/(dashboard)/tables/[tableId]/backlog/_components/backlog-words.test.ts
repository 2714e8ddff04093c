import { expect, test } from "vitest";
import { judgedVerdict } from "#lib/testing/judged-verdict.ts";
import { sayBacklog, sayReading, saySmallFiles, viewBacklogVerdict } from "./backlog-words.ts";

const totals = (files: number, rows: number, bytes = 0) => ({ files, rows, bytes });

test("the sentence says how much is left, and names the limit of the stored verdict", () => {
  const say = (ratio: number, limits = {}) =>
    sayBacklog(
      { files: 18, rows: 190, vectors: 0 },
      ratio,
      viewBacklogVerdict(judgedVerdict({ values: { delete_ratio: ratio, equality_delete_files: 18 }, limits }), limits),
    );
  expect(say(0.171)).toBe("Every read applies 190 deletes from 18 delete files. Delete ratio is 0.171 (limit 0.200).");
  expect(say(0.3)).toMatch(/Delete ratio is 0\.300 \(limit 0\.200\)\.$/);
  expect(say(0.6)).toMatch(/Delete ratio is 0\.600 \(limit 0\.500\)\.$/);
  expect(say(0.3, { delete_ratio: { warnAt: null, alertAt: null } })).toMatch(/Delete ratio is 0\.300\.$/);
});

test("the sentence names what there is, and one thing as one", () => {
  const say = (files: number, vectors: number) => sayBacklog({ files, rows: files, vectors }, null, null);
  expect(say(1, 1)).toBe("Every read applies 1 delete from 1 deletion vector.");
  expect(say(3, 1)).toBe("Every read applies 3 deletes from 3 delete files and vectors.");
  expect(say(0, 0)).toMatch(/No deletes to apply/);
});

test("the state is that of what the verdict found about deletes, whatever else it found", () => {
  const state = (values: object, trust?: Parameters<typeof judgedVerdict>[0]["trust"]) =>
    viewBacklogVerdict(judgedVerdict({ values: { surplus_rows: 0, ...values }, ...(trust && { trust }) }), {})?.state;
  expect(state({ delete_ratio: 0.1 })).toBe("ok");
  expect(state({ delete_ratio: 0.1, surplus_rows: 3 })).toBe("ok");
  expect(state({ delete_ratio: 0.2 })).toBe("warning");
  expect(state({ delete_ratio: 0.2, equality_delete_files: 1000 })).toBe("alert");
  expect(state({ delete_ratio: 0.1 }, { level: "untrusted", direction: null })).toBe("unknown");
  expect(viewBacklogVerdict(null, {})).toBeNull();
});

test("what a reader pays is said with its shares, and without data only as far as it is known", () => {
  const reading = { deletes: totals(3, 0, 2048), dataWithDeletes: totals(2, 0), deletesPerDataFileMax: 3, matches: 4 };
  expect(sayReading({ reading }, totals(8, 0, 4096))).toEqual([
    "A scan of the whole table opens 3 delete files (2 KiB) beside 8 data files (4 KiB).",
    "2 of 8 data files, 25 %, have to be matched with deletes; the one with the most has 3.",
    "A reader that reopens deletes for each data file opens them 4 times.",
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
